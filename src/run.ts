import * as core from '@actions/core'
import { summaryText } from './comments/summary.ts'
import { code, type Place } from './comments/words.ts'
import { readTrigger, type Trigger } from './event.ts'
import { ConfigError, GitHubError } from './github/errors.ts'
import { pullOfCommit } from './github/pull-of-commit.ts'
import { type Inputs, type Mode, readInputs, secretInputs } from './inputs.ts'
import { logLine } from './log.ts'
import { explain } from './modes/explain.ts'
import { mention } from './modes/mention.ts'
import { queue } from './modes/queue.ts'
import { review } from './modes/review.ts'
import { type PullRun, placeOf } from './observe/context.ts'
import { outputsOf } from './outputs.ts'
import { type OutcomeKind, quietReport, type RunReport } from './rounds/report.ts'
import { runSweep } from './run-sweep.ts'
import type { Sha } from './snapshot/ids.ts'
import { type Outside, pullOf, pullRunOf, withScratch, workDepsOf } from './wiring.ts'

type ActionMode = 'review' | 'mention' | 'sweep' | 'queue' | 'explain'

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

const tell = async (report: RunReport, place: Place, scrub: (text: string) => string): Promise<void> => {
  for (const [name, value] of Object.entries(outputsOf(report))) core.setOutput(name, scrub(value))
  await core.summary.addRaw(scrub(summaryText(report, place)), true).write()
}

const runMention = async (pullRun: PullRun, trigger: Trigger, reviewWorkflow: string): Promise<RunReport> => {
  if (trigger.text === null)
    throw new ConfigError(
      `mode: found mention for the event "${trigger.name}"; expected issue_comment, pull_request_review or pull_request_review_comment; start the workflow on one of these`,
    )
  const { view, outcome, reason } = await mention(pullRun, { text: trigger.text, action: trigger.action ?? '', reviewWorkflow })
  return { ...quietReport(view, view.plan), outcome, reason, rule: null }
}

const runMode = (mode: Exclude<ActionMode, 'sweep'>, { outside, inputs, trigger, pullRun }: Started): Promise<RunReport> => {
  if (mode === 'mention') return runMention(pullRun, trigger, inputs.reviewWorkflow)
  if (mode === 'queue') return queue(pullRun)
  const work = mode === 'explain' ? explain : review
  return withScratch(outside.env, scratch => work(pullRun, workDepsOf(outside, inputs, { pullRun, scratch })))
}

type Started = { outside: Outside; inputs: Inputs; trigger: Trigger; pullRun: PullRun }

/** A red end before there was anything to tell of a pull request: every complaint in the log, all of them in the summary. */
export const tellFailure = async (text: string): Promise<void> => {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  for (const line of lines) core.error(logLine(line))
  core.setOutput('outcome', 'failed')
  core.setOutput('reason', logLine(text))
  await core.summary.addRaw(`## Countersign: failed\n\n${lines.map(line => `- ${code(line)}`).join('\n')}\n`, true).write()
}

/** A quiet, green end without a pull request to tell about. */
const leaveAlone = async ({ say }: Outside, reason: string): Promise<number> => {
  say(logLine(`end  skipped: ${reason}`))
  core.setOutput('outcome', 'skipped')
  core.setOutput('reason', reason)
  await core.summary.addRaw(`## Countersign: skipped\n\n${reason}\n`, true).write()
  return 0
}

const pullAt = (outside: Outside, inputs: Inputs, head: Sha): Promise<number | null> => {
  const { api, site } = pullRunOf(outside, inputs, 0)
  return pullOfCommit(api, { ...site.target, head })
}

const isRed = ({ failOn }: Inputs, outcome: OutcomeKind, decision: string | undefined): boolean =>
  failOn.includes(outcome) ||
  (decision === 'fix-requested' && failOn.includes('fix-requested')) ||
  (decision === '' && failOn.includes('undecided'))

/** Reads inputs and event, runs the mode, tells the outcome. Returns the process's exit code. */
export const runAction = async (outside: Outside): Promise<number> => {
  const inputs = readInputs(outside.env)
  for (const name of secretInputs)
    for (const line of (inputs[name] ?? '').split('\n')) if (line.trim() !== '') core.setSecret(line)
  const trigger = readTrigger(outside.env)
  const mode = modeOf(inputs.mode, trigger.name)
  if (mode === 'sweep') return runSweep(outside, inputs)
  if (mode === 'mention' && trigger.pull === null && trigger.text !== null)
    return leaveAlone(outside, 'the comment is on an issue, not on a pull request')
  const pull = inputs.pull ?? trigger.pull ?? (trigger.runHead === null ? null : await pullAt(outside, inputs, trigger.runHead))
  if (pull === null && trigger.runHead !== null)
    return leaveAlone(outside, `no single open pull request has the head ${trigger.runHead.slice(0, 7)}`)
  const pullRun = pullRunOf(outside, { ...inputs, head: inputs.head ?? trigger.labelHead }, pullOf({ pull }, trigger))
  outside.remember('pull', String(pullRun.site.target.number))
  const { owner, name, number } = pullRun.site.target
  pullRun.log(
    `start  ${mode} of ${owner}/${name}#${number} on ${trigger.name}${trigger.action === null ? '' : ` (${trigger.action})`}, reviewer ${pullRun.reviewer}`,
  )
  const report = await runMode(mode, { outside, inputs, trigger, pullRun })
  await tell(report, placeOf(pullRun), pullRun.scrub)
  pullRun.log(`end  ${report.outcome}: ${report.reason}; ${pullRun.api.requests()} API requests`)
  const decision = outputsOf(report).decision
  if (!isRed(inputs, report.outcome, decision)) return 0
  return 1
}

/** What a person reads when the run could not go on. */
export const failureText = (error: unknown): string => {
  if (error instanceof GitHubError && error.status === 401)
    return `token: found one that GitHub does not know (${error.message}); expected a valid token; check the input token and its expiry`
  if (error instanceof ConfigError || error instanceof GitHubError) return error.message
  return `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
