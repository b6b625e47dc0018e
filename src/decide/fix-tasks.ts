import type { FindingState, FixTask, FixTasksMarker } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { type FixPush, hasLanded, isClaimable, isTaskOf, tasksOf } from '../snapshot/fixes.ts'
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

const pushesOf = ({ fixes }: Snapshot): FixPush[] => fixes.comments[0]?.marker.pushes ?? []

const isMendedBy = ({ verdicts }: Snapshot, task: FixTask, push: FixPush): boolean =>
  verdicts.some(verdict => isTaskOf(verdict, task) && verdict.head === push.parent)

/** What became of a task whose run died, or whose head is not the present one any more. */
const closedTask = (snapshot: Snapshot, verdict: Pick<Verdict, 'id'>, task: FixTask): FixTask => {
  if (isTaskOf(verdict, task))
    return task.state === 'claimed' && !isClaimable(task)
      ? { ...task, state: 'given-up', why: 'the run that mended it was cut off' }
      : task
  if (!['open', 'claimed', 'failed'].includes(task.state)) return task
  const landed = pushesOf(snapshot).filter(push => push.pending && hasLanded(snapshot, push))
  const isDone = task.state === 'claimed' && landed.some(push => isMendedBy(snapshot, task, push))
  return { ...task, state: isDone ? 'done' : 'cancelled' }
}

/** A push on the present head may still be made; one on an earlier head landed, or never will. */
const closedPushes = (snapshot: Snapshot): FixPush[] =>
  pushesOf(snapshot).flatMap(push => {
    if (!push.pending || push.parent === snapshot.facts.pull.head.oid) return [push]
    const { pending: _, ...landed } = push
    return hasLanded(snapshot, push) ? [landed] : []
  })

export type FixList = Pick<FixTasksMarker, 'tasks' | 'pushes'>

/** The list as it should stand, on a read that no live run of ours mends anything beside: what dead runs and earlier heads left is over. */
export const closedList = (snapshot: Snapshot): FixList => {
  const verdict = reviewToMend(snapshot)
  const known = { tasks: tasksOf(snapshot), pushes: pushesOf(snapshot) }
  if (verdict === null) return known
  return { tasks: known.tasks.map(task => closedTask(snapshot, verdict, task)), pushes: closedPushes(snapshot) }
}

/** The list with the tasks that are missing. */
export const wholeList = (snapshot: Snapshot, policy: Policy): FixList => {
  const { tasks, pushes } = closedList(snapshot)
  return { tasks: [...tasks, ...missingTasks(snapshot, policy)], pushes }
}

/** What a run that died could not say of its tasks is said once; nothing where the list is another account's or fixes are off. */
export const closeEffects = (snapshot: Snapshot, policy: Policy): Effect[] => {
  const [known] = snapshot.fixes.comments
  if (policy.fix === 'off' || known === undefined || known.edited) return []
  const { tasks, pushes } = known.marker
  return JSON.stringify(closedList(snapshot)) === JSON.stringify({ tasks, pushes }) ? [] : [{ kind: 'close-fix-tasks' }]
}

/** Writes the missing tasks down; refused, the next run or sweep finds them missing again. */
export const mintEffects = (snapshot: Snapshot, policy: Policy): Effect[] =>
  missingTasks(snapshot, policy).length > 0 ? [{ kind: 'mint-fix-tasks' }] : closeEffects(snapshot, policy)
