import { combinedOf } from './cycle.ts'
import type { Snapshot, Verdict } from './snapshot.ts'

/**
 * The newest combined decision for the present head and base: what a required check rests on, whenever it was made.
 * Where the patch is the one that was decided on (`samePatch`), that decision stands for the new head too.
 */
export const standingOf = (snapshot: Snapshot, samePatch: boolean): Verdict | undefined => {
  const { head, base } = snapshot.facts.pull
  if (samePatch) return combinedOf(snapshot.verdicts).at(-1)
  return combinedOf(snapshot.verdicts).findLast(
    verdict => verdict.head === head.oid && (verdict.base === null || verdict.base === base.ref),
  )
}
