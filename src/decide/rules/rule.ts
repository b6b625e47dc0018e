import type { Policy } from '../../policy/schema.ts'
import type { Owner, Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'
import type { Late, RunFacts } from '../late.ts'

/** `byPerson` = a request of a person is open: what bounds the work without a person lets only that pass. */
export type RuleInput = { snapshot: Snapshot; policy: Policy; owner: Owner; byPerson: boolean; run: RunFacts; late: Late | null }

/** One rule: its row of the documented table, and its judgement. Rules are asked in order; the first objection wins. */
export type Rule = {
  name: string
  objects: string
  action: string
  /** What a run that serves an open request makes of the objection. */
  forced: 'passes' | 'passes-for-people' | 'refused' | 'waits'
  forcedText: string
  judge: (input: RuleInput) => Objection | null
  /** Judges by what is read late; not asked before that was read. */
  late?: true
}
