import type { Effect } from '../decide/effect.ts'
import { GitHubError } from '../github/errors.ts'
import { addLabel, removeLabel } from '../github/writer.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

const REFUSED = [403, 404, 410, 422]

/** Whether it was done. A label that GitHub refuses costs the label only: what comes after it is still written, and people are still told. */
export const setPauseLabel = async (
  pullRun: PullRun,
  { policy }: View,
  { kind }: Extract<Effect, { kind: 'add-pause-label' | 'remove-pause-label' }>,
): Promise<boolean> => {
  const isOn = kind === 'add-pause-label'
  try {
    await (isOn ? addLabel : removeLabel)(pullRun.site, policy.labels.pause)
    return true
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isLimited || !REFUSED.includes(error.status)) throw error
    const lost = isOn ? 'could not be set; the comment pauses alone' : 'could not be taken off'
    pullRun.log(`warn  the pause label ${lost}: ${error.message}`)
    return false
  }
}
