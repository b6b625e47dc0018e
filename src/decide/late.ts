import type { CheckFact } from '../snapshot/facts.ts'
import type { Sha } from '../snapshot/ids.ts'
import type { DayUse } from '../snapshot/snapshot.ts'

/** What the run itself was started with. `head` = the commit a request of others' work is bound to; `byHand` = a person ran the job again, or the workflow; `took` = the dead lock that it took off; `claimDeleted` = the claim that it held was deleted: it starts nothing again. */
export type RunFacts = { head: Sha | null; byHand: boolean; took?: number; claimDeleted?: true }

export const plainRun: RunFacts = { head: null, byHand: false }

/** A changed file as far as rules ask: every name it has or had; `isPlain` = an ordinary file without the executable bit, before and after. */
export type ChangedFile = { names: string[]; isPlain: boolean }

/**
 * What is read only when no earlier rule objects. `patch: null` = the diff has no fingerprint; `files: null` = the list is not
 * known whole; `checks`, `linked`, `day`: null = the policy does not ask for them.
 */
export type Late = {
  patch: string | null
  files: ChangedFile[] | null
  checks: { kind: 'read'; list: CheckFact[] } | { kind: 'unreadable'; why: string } | null
  linked: { open: number; closed: number } | null
  day: DayUse | null
}
