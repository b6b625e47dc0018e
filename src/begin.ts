import { readTrigger, type Trigger } from './event.ts'
import { askAhead } from './github/ahead.ts'
import { ConfigError } from './github/errors.ts'
import { observeQuery } from './github/observe-query.ts'
import { firstPage, PAGE_SIZES } from './github/pages.ts'
import { type Inputs, type Mode, readInputs } from './inputs.ts'
import { lockOf, type PullRun } from './observe/context.ts'
import { type Outside, pullRunOf } from './wiring.ts'

export type ActionMode = 'review' | 'fix' | 'mention' | 'sweep' | 'queue' | 'request' | 'explain'

const AUTO: Record<string, ActionMode> = {
  pull_request: 'review',
  pull_request_target: 'review',
  workflow_dispatch: 'review',
  issue_comment: 'mention',
  pull_request_review: 'mention',
  pull_request_review_comment: 'mention',
  schedule: 'sweep',
  merge_group: 'queue',
  workflow_run: 'review',
}

const modeOf = (mode: Mode, event: string): ActionMode => {
  const found = mode === 'auto' ? AUTO[event] : mode
  if (found !== undefined) return found
  throw new ConfigError(
    `mode: found auto for the event "${event}"; expected one of ${Object.keys(AUTO).join(', ')}; set the input mode, or start the workflow on one of these events`,
  )
}

/** What a run is about. `pullRun` = null where the pull request has to be looked up first, or there is none. */
export type Begun = { outside: Outside; inputs: Inputs; trigger: Trigger; mode: ActionMode; pullRun: PullRun | null }

const pullRunIn = (outside: Outside, { inputs, trigger, mode }: Pick<Begun, 'inputs' | 'trigger' | 'mode'>): PullRun | null => {
  const number = inputs.pull ?? trigger.pull
  const onIssue = mode === 'mention' && trigger.pull === null && trigger.text !== null
  if (mode === 'sweep' || onIssue || number === null) return null
  return pullRunOf(outside, { ...inputs, head: inputs.head ?? trigger.labelHead }, number)
}

/**
 * Reads inputs and event, and sends the first read of the pull request on its way; answers when it is out. What is not needed for
 * that is loaded later. Says nothing: the secrets are not masked yet.
 */
export const begin = async (outside: Outside): Promise<Begun> => {
  const inputs = readInputs(outside.env)
  const trigger = readTrigger(outside.env)
  const mode = modeOf(inputs.mode, trigger.name)
  const pullRun = pullRunIn(outside, { inputs, trigger, mode })
  if (pullRun === null) return { outside, inputs, trigger, mode, pullRun }
  const { target } = pullRun.site
  const query = observeQuery({ target, lock: lockOf(pullRun).graphql }, firstPage(PAGE_SIZES[0]))
  const { api, out } = askAhead(pullRun.api, 'Observe', query)
  await out
  return { outside, inputs, trigger, mode, pullRun: { ...pullRun, api, site: { api, target } } }
}
