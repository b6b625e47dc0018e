import * as core from '@actions/core'
import type { ActionMode, Begun } from './begin.ts'
import { summaryText } from './comments/summary.ts'
import { code, countText, type Place } from './comments/words.ts'
import { tellCheck, tellQueueCheck } from './effects/check.ts'
import type { Trigger } from './event.ts'
import { ConfigError } from './github/errors.ts'
import { pullOfCommit } from './github/pull-of-commit.ts'
import { type Inputs, secretInputs } from './inputs.ts'
import { logLine } from './log.ts'
import { explain } from './modes/explain.ts'
import { fix } from './modes/fix.ts'
import { mention } from './modes/mention.ts'
import { queue } from './modes/queue.ts'
import { request } from './modes/request.ts'
import { review } from './modes/review.ts'
import { type PullRun, placeOf } from './observe/context.ts'
import { outputsOf } from './outputs.ts'
import { type OutcomeKind, quietReport, type RunReport } from './rounds/report.ts'
import { runSweep } from './run-sweep.ts'
import { withScratch } from './scratch.ts'
import { type Outside, pullOf, pullRunOf } from './wiring.ts'
import { workDepsOf } from './work-deps.ts'

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

/** A run on one pull request. */
type OnPull = Begun & { mode: Exclude<ActionMode, 'sweep'>; pullRun: PullRun }

const REQUEST_OUTCOMES = { refused: 'failed', 'not-woken': 'failed', asked: 'waiting', nothing: 'skipped' } as const

/** Who pressed the button asks: on a re-run that is whoever ran it again. */
const runRequest = async ({ outside, inputs, pullRun }: OnPull): Promise<RunReport> => {
  const caller = outside.env.GITHUB_TRIGGERING_ACTOR || outside.env.GITHUB_ACTOR
  const { reviewers, skills, note, reviewWorkflow } = inputs
  const done = await request(pullRun, {
    caller: caller || null,
    wanted: { reviewers, skills, note },
    wakes: reviewWorkflow,
    reviewsAs: null,
  })
  for (const line of done.lines) pullRun.log(`request  ${line}`)
  const { view, reason } = done
  return { ...quietReport(view, view.plan), outcome: REQUEST_OUTCOMES[done.kind], reason, rule: null }
}

const runMode = (run: OnPull): Promise<RunReport> => {
  const { outside, inputs, trigger, mode, pullRun } = run
  if (mode === 'mention') return runMention(pullRun, trigger, inputs.reviewWorkflow)
  if (mode === 'queue') return queue(pullRun)
  if (mode === 'request') return runRequest(run)
  return withScratch(outside.env, scratch => {
    const deps = workDepsOf(outside, inputs, { pullRun, scratch })
    if (mode === 'fix')
      return fix(pullRun, { ...deps, push: { token: inputs.pushToken, key: inputs.pushKey } }, inputs.reviewWorkflow)
    return mode === 'explain' ? explain(pullRun, deps) : review(pullRun, deps)
  })
}

/** A red end before there was anything to tell of a pull request: every complaint in the log, all of them in the summary. */
export const tellFailure = async (text: string, outcome: 'failed' | 'terminated' = 'failed'): Promise<void> => {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  for (const line of lines) core.error(logLine(line))
  core.setOutput('outcome', outcome)
  core.setOutput('reason', logLine(text))
  await core.summary.addRaw(`## Countersign: ${outcome}\n\n${lines.map(line => `- ${code(line)}`).join('\n')}\n`, true).write()
}

/** A quiet, green end without a pull request to tell about. */
const leaveAlone = async ({ say }: Outside, reason: string): Promise<number> => {
  say(logLine(`end  skipped: ${reason}`))
  core.setOutput('outcome', 'skipped')
  core.setOutput('reason', reason)
  await core.summary.addRaw(`## Countersign: skipped\n\n${reason}\n`, true).write()
  return 0
}

/** The pull request of a workflow run that names only its commit; `null` = no single one has it. */
const lookedUp = async ({ outside, inputs, trigger }: Begun): Promise<PullRun | null> => {
  if (trigger.runHead === null) return pullRunOf(outside, inputs, pullOf(inputs, trigger))
  const { api, site } = pullRunOf(outside, inputs, 0)
  const pull = await pullOfCommit(api, { ...site.target, head: trigger.runHead })
  return pull === null ? null : pullRunOf(outside, inputs, pull)
}

const isRed = ({ failOn }: Inputs, outcome: OutcomeKind, decision: string | undefined): boolean =>
  failOn.includes(outcome) ||
  (decision === 'fix-requested' && failOn.includes('fix-requested')) ||
  (decision === '' && failOn.includes('undecided'))

/** What is asked of comments and explained changes nothing on the head. */
const checkAfter = async ({ mode, pullRun, trigger }: OnPull, report: RunReport): Promise<void> => {
  if (mode === 'review') await tellCheck(pullRun, report)
  if (mode === 'queue' && trigger.queueHead !== null) await tellQueueCheck(pullRun, report, trigger.queueHead)
}

const runOnPull = async (run: OnPull): Promise<number> => {
  const { trigger, mode, pullRun } = run
  const { owner, name, number } = pullRun.site.target
  core.saveState('pull', String(number))
  pullRun.log(
    `start  ${mode} of ${owner}/${name}#${number} on ${trigger.name}${trigger.action === null ? '' : ` (${trigger.action})`}, reviewer ${pullRun.reviewer}`,
  )
  const report = await runMode(run)
  if (!run.outside.stop.aborted) await checkAfter(run, report)
  await tell(report, placeOf(pullRun), pullRun.scrub)
  pullRun.log(`end  ${report.outcome}: ${report.reason}; ${countText(pullRun.api.requests(), 'API request')}`)
  return isRed(run.inputs, report.outcome, outputsOf(report).decision) ? 1 : 0
}

/** Runs the mode that was begun and tells the outcome. Returns the process's exit code. */
export const runAction = async (begun: Begun): Promise<number> => {
  const { outside, inputs, trigger, mode } = begun
  for (const name of secretInputs)
    for (const line of (inputs[name] ?? '').split('\n')) if (line.trim() !== '') core.setSecret(line)
  if (mode === 'sweep') return runSweep(outside, inputs)
  if (mode === 'mention' && trigger.pull === null && trigger.text !== null)
    return leaveAlone(outside, 'the comment is on an issue, not on a pull request')
  const pullRun = begun.pullRun ?? (await lookedUp(begun))
  if (pullRun === null) return leaveAlone(outside, `no single open pull request has the head ${trigger.runHead?.slice(0, 7)}`)
  return runOnPull({ ...begun, mode, pullRun: { ...pullRun, remember: core.saveState } })
}
