import { fixTasksBody } from '../comments/fix-tasks.ts'
import { closedList, type FixList, wholeList } from '../decide/fix-tasks.ts'
import { GitHubError } from '../github/errors.ts'
import { createComment, editComment } from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { FixTasksMarker } from '../markers/schema.ts'
import { type PullRun, placeOf } from '../observe/context.ts'
import { type View, viewOf } from '../observe/look.ts'
import { speakerOf } from '../snapshot/panel.ts'
import { type Held, mineOf, permit } from './held.ts'
import { commentFactOf, editedFactOf } from './own-facts.ts'

/** Writes the one comment that holds the tasks, under the lock; the view that comes back holds them. */
export const writeFixTasks = async (
  pullRun: PullRun,
  held: Held,
  { view, change }: { view: View; change: Partial<FixList> },
): Promise<View> => {
  await permit(pullRun, held)
  const { facts, fixes } = view.snapshot
  const known = fixes.comments[0]
  const marker: FixTasksMarker = {
    kind: 'fix-tasks',
    repo: facts.repository.id,
    pull: facts.pull.number,
    reviewer: speakerOf(view.snapshot),
    tasks: known?.marker.tasks ?? [],
    pushes: known?.marker.pushes ?? [],
    ...change,
  }
  const text = fixTasksBody({ marker, snapshot: view.snapshot, place: placeOf(pullRun) })
  const body = appendMarker(pullRun.scrub(text), marker, pullRun.keys)
  const fact =
    known === undefined
      ? commentFactOf(view, await createComment(pullRun.site, body), body)
      : editedFactOf(view, await editComment(pullRun.site, known.id, body), { body, createdAt: known.createdAt })
  pullRun.own.comments.push(fact)
  return viewOf(pullRun, facts, { mine: mineOf(held), readAtMs: view.readAtMs })
}

/** Says what became of tasks whose run died, or whose head was left. */
export const closeTasks = (pullRun: PullRun, held: Held, view: View): Promise<View> =>
  writeFixTasks(pullRun, held, { view, change: closedList(view.snapshot) })

/** Best effort: what GitHub refuses is written down by the next run, which finds it missing. */
export const mintTasks = async (pullRun: PullRun, held: Held, view: View): Promise<View> => {
  try {
    return await writeFixTasks(pullRun, held, { view, change: wholeList(view.snapshot, view.policy) })
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(`warn  the fix tasks could not be written (${error.message}); the next run tries again`)
    return view
  }
}
