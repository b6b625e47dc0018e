import * as core from '@actions/core'
import { summaryText } from './comments/summary.ts'
import { readTrigger } from './event.ts'
import { ConfigError, GitHubError } from './github/errors.ts'
import { readInputs, secretInputs } from './inputs.ts'
import { logLine } from './log.ts'
import { explain } from './modes/explain.ts'
import { review } from './modes/review.ts'
import { placeOf } from './observe/context.ts'
import { outputsOf } from './outputs.ts'
import type { RunReport } from './rounds/report.ts'
import { type Outside, pullOf, pullRunOf, withScratch, workDepsOf } from './wiring.ts'

const AUTO: Record<string, 'review'> = { pull_request: 'review', pull_request_target: 'review', workflow_dispatch: 'review' }

const modeOf = (mode: string, event: string): string => {
  if (mode !== 'auto') return mode
  const found = AUTO[event]
  if (found === undefined)
    throw new ConfigError(`mode: found auto for the event "${event}"; expected one of ${Object.keys(AUTO).join(', ')}; set the input mode, or start the workflow on one of these events`)
  return found
}

const tell = async (report: RunReport, place: { serverUrl: string; runUrl: string | null }): Promise<void> => {
  for (const [name, value] of Object.entries(outputsOf(report))) core.setOutput(name, value)
  await core.summary.addRaw(summaryText(report, place), true).write()
}

/** Reads inputs and event, runs the mode, tells the outcome. Returns the process's exit code. */
export const runAction = async (outside: Outside): Promise<number> => {
  const inputs = readInputs(outside.env)
  for (const name of secretInputs) for (const line of (inputs[name] ?? '').split('\n')) if (line.trim() !== '') core.setSecret(line)
  const trigger = readTrigger(outside.env)
  const mode = modeOf(inputs.mode, trigger.name)
  const pullRun = pullRunOf(outside, inputs, pullOf(inputs, trigger))
  outside.remember('pull', String(pullRun.site.target.number))
  const { owner, name, number } = pullRun.site.target
  pullRun.log(`start  ${mode} of ${owner}/${name}#${number} on ${trigger.name}${trigger.action === null ? '' : ` (${trigger.action})`}, reviewer ${pullRun.reviewer}`)
  const report =
    mode === 'explain' ? await explain(pullRun) : await withScratch(outside.env, scratch => review(pullRun, workDepsOf(outside, inputs, { pullRun, scratch })))
  await tell(report, placeOf(pullRun))
  pullRun.log(`end  ${report.outcome}: ${report.reason}; ${pullRun.api.requests()} API requests`)
  if (!inputs.failOn.includes(report.outcome)) return 0
  core.error(logLine(`Countersign: ${report.outcome}: ${report.reason}`))
  return 1
}

/** What a person reads when the run could not go on. */
export const failureText = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof GitHubError) return error.message
  return `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
