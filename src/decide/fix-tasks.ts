import type { FindingState, FixTask } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { isTaskOf, tasksOf } from '../snapshot/fixes.ts'
import { speakerOf } from '../snapshot/panel.ts'
import type { Snapshot, Verdict } from '../snapshot/snapshot.ts'
import { closes } from '../snapshot/verdicts.ts'
import type { Effect } from './effect.ts'

/** Of one review at most this many are mended at once, the worst first; the next review brings up the rest. */
const MOST_TASKS = 50

const RANK = { critical: 0, high: 1, medium: 2, low: 3 } as const

/** The newest verdict of this reviewer, or of its panel, for the present head, if its findings can be believed. */
export const reviewToMend = (snapshot: Snapshot): (Verdict & { marker: NonNullable<Verdict['marker']> }) | null => {
  const { head, base } = snapshot.facts.pull
  const place = { reviewers: [speakerOf(snapshot)], head: head.oid, base: base.ref }
  const verdict = snapshot.verdicts.findLast(one => closes(one, place))
  if (verdict === undefined || verdict.marker === null || verdict.foreign) return null
  return { ...verdict, marker: verdict.marker }
}

export const openFindings = (findings: FindingState[]): FindingState[] =>
  findings.filter(finding => finding.status === 'new' || finding.status === 'still-open')

/** Why fixes cannot be pushed to this pull's branch; null = they can. */
export const unpushable = ({ facts: { pull } }: Snapshot, policy: Policy): { why: string; change: string } | null => {
  if (pull.head.repository === null)
    return { why: 'the fork of this pull request was deleted', change: 'mend it in another branch' }
  if (!pull.isCrossRepository) return null
  if (!policy['fix-forks'])
    return { why: 'the pull request comes from a fork', change: 'set fix-forks: true in the policy, or mend it by hand' }
  if (!pull.maintainerCanModify)
    return {
      why: 'the fork does not let maintainers push to this branch',
      change: 'its author ticks “Allow edits by maintainers”, or mends it',
    }
  return null
}

/** What is to be mended at the present head: blocking findings (or all) of a review that asks for it, and what a person chose. */
export const findingsToMend = (snapshot: Snapshot, policy: Policy): FindingState[] => {
  const verdict = reviewToMend(snapshot)
  if (policy.fix === 'off' || verdict === null || unpushable(snapshot, policy) !== null) return []
  const asked = new Set(snapshot.fixes.asked.filter(one => one.verdict === verdict.id).flatMap(one => one.findings))
  const byItself = verdict.decision === 'fix-requested'
  return openFindings(verdict.marker.findings)
    .filter(({ id, blocking }) => asked.has(id) || (byItself && (blocking || policy['fix-findings'] === 'all')))
    .toSorted((a, b) => RANK[a.severity] - RANK[b.severity])
    .slice(0, MOST_TASKS)
}

/** Tasks that are not written down yet: one for each key of verdict and finding, never a second. */
export const missingTasks = (snapshot: Snapshot, policy: Policy): FixTask[] => {
  const verdict = reviewToMend(snapshot)
  if (verdict === null || snapshot.fixes.comments[0]?.edited === true) return []
  const known = new Set(tasksOf(snapshot).flatMap(task => (isTaskOf(verdict, task) ? [task.finding] : [])))
  return findingsToMend(snapshot, policy)
    .filter(finding => !known.has(finding.id))
    .map(finding => ({ verdict: verdict.id, finding: finding.id, state: 'open', attempts: 0 }))
}

/** All tasks as they stand with those that are missing; what an earlier head left unfinished is over. */
export const allTasks = (snapshot: Snapshot, policy: Policy): FixTask[] => {
  const verdict = reviewToMend(snapshot)
  const known = tasksOf(snapshot).map(task =>
    verdict !== null && !isTaskOf(verdict, task) && ['open', 'claimed', 'failed'].includes(task.state)
      ? { ...task, state: 'cancelled' as const }
      : task,
  )
  return [...known, ...missingTasks(snapshot, policy)]
}

/** Writes the missing tasks down; refused, the next run or sweep finds them missing again. */
export const mintEffects = (snapshot: Snapshot, policy: Policy): Effect[] =>
  missingTasks(snapshot, policy).length > 0 ? [{ kind: 'mint-fix-tasks' }] : []
