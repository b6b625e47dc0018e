import type { Policy } from '../../policy/schema.ts'
import type { Owner, Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'

export type RuleInput = { snapshot: Snapshot; policy: Policy; owner: Owner; forced: boolean }

/** One rule: its row of the documented table, and its judgement. Rules are asked in order; the first objection wins. */
export type Rule = {
  name: string
  objects: string
  then: string
  /** What a run that serves an open request makes of the objection. */
  forced: 'passes' | 'refused' | 'waits'
  forcedText: string
  judge: (input: RuleInput) => Objection | null
}
