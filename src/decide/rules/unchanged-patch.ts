import { isMember, speakerOf } from '../../snapshot/panel.ts'
import type { Snapshot, Verdict } from '../../snapshot/snapshot.ts'
import type { Effect } from '../effect.ts'
import type { Rule } from './rule.ts'

/** An approval of ours that GitHub dismissed because the branch moved is given again: nothing that was approved has changed. */
const carried = (snapshot: Snapshot, newest: Verdict, approves: boolean): Effect[] => {
  const review = snapshot.facts.reviews.find(one => one.id === newest.id)
  // One member of a panel is enough, and has a lock against itself only.
  const isOthers = isMember(snapshot) && snapshot.panel[0] !== snapshot.reviewer
  return approves && !isOthers && newest.decision === 'approved' && review?.state === 'DISMISSED'
    ? [{ kind: 'carry-approval', verdict: newest }]
    : []
}

export const unchangedPatch: Rule = {
  name: 'unchanged-patch',
  objects:
    'the authored patch is that of our newest verdict, on the same base branch: a rebase, a merge of the base, an empty push',
  action: 'skip; with `approve: true` an approval that GitHub dismissed is given again',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot, policy, late }) => {
    const { head, base } = snapshot.facts.pull
    const newest = snapshot.verdicts.findLast(verdict => verdict.reviewer === speakerOf(snapshot))
    const patch = newest?.marker?.patch ?? null
    if (newest === undefined || patch === null || late === null || patch !== late.patch) return null
    if (newest.base !== base.ref || newest.head === head.oid) return null
    return {
      action: 'skip',
      evidence: `the patch is the one that was reviewed at ${newest.head.slice(0, 7)} (${newest.decision}): only what is around it moved`,
      change: 'push a change, or ask for a review in a comment',
      effects: carried(snapshot, newest, policy.approve),
    }
  },
  late: true,
}
