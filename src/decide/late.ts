import type { CheckFact } from '../snapshot/facts.ts'
import type { Sha } from '../snapshot/ids.ts'

/** What the run itself was started with. `head` = the commit a request of others' work is bound to; `byHand` = a person ran the job again, or the workflow; `took` = the dead lock that it took off. */
export type RunFacts = { head: Sha | null; byHand: boolean; took?: number }

export const plainRun: RunFacts = { head: null, byHand: false }

/**
 * What is read only when no earlier rule objects. `patch: null` = the diff has no fingerprint; `checks: null` = the policy does not
 * ask for them; `linked: null` = the policy does not ask, or nothing is linked.
 */
export type Late = {
  patch: string | null
  checks: { kind: 'read'; list: CheckFact[] } | { kind: 'unreadable'; why: string } | null
  linked: { open: number; closed: number } | null
}
