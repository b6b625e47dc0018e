import { combinedOf } from './cycle.ts'
import type { Snapshot, Verdict } from './snapshot.ts'

/** The newest combined decision for the present head and base: what a required check rests on, whenever it was made. */
export const standingOf = (snapshot: Snapshot): Verdict | undefined => {
  const { head, base } = snapshot.facts.pull
  return combinedOf(snapshot.verdicts).findLast(
    verdict => verdict.head === head.oid && (verdict.base === null || verdict.base === base.ref),
  )
}
