import type { Effect } from '../decide/effect.ts'
import { GitHubError } from '../github/errors.ts'
import { disableAutoMerge, enableAutoMerge } from '../github/writer-merge.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

const cureOf = (detail: string): string => {
  if (/clean status/i.test(detail)) return 'nothing is left to wait for: merge it yourself, or require a check on the base branch'
  if (/head/i.test(detail)) return 'the head moved; its own review decides'
  if (/not allowed/i.test(detail)) return 'turn on “Allow auto-merge” in the settings of the repository'
  if (/not accessible|permission/i.test(detail)) return 'give the job the permission contents: write'
  return 'merge it yourself'
}

/** Whether it was done. A refusal is told with its cure and undoes nothing: the review stands. */
export const setAutoMerge = async (
  pullRun: PullRun,
  view: View,
  effect: Extract<Effect, { kind: 'auto-merge' }>,
): Promise<boolean> => {
  const id = view.snapshot.facts.pull.nodeId
  try {
    await (effect.method === 'off'
      ? disableAutoMerge(pullRun.site, id)
      : enableAutoMerge(pullRun.site, { id, method: effect.method, head: effect.head }))
    return true
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(
      `warn  auto-merge could not be turned ${effect.method === 'off' ? 'off' : 'on'}: ${error.detail}; ${cureOf(error.detail)}`,
    )
    return false
  }
}
