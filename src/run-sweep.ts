import * as core from '@actions/core'
import { type SweptPulls, sweepLine, sweepSummary } from './comments/sweep.ts'
import { countText } from './comments/words.ts'
import type { Inputs } from './inputs.ts'
import { logLine } from './log.ts'
import { sweep, sweepOutcome } from './modes/sweep.ts'
import { type Env, type Outside, pullRunOf } from './wiring.ts'

/** The file that this run's own workflow stands in: its earlier runs tell what was swept. */
const ownWorkflow = ({ GITHUB_WORKFLOW_REF }: Env): string | null =>
  /\/\.github\/workflows\/([^/@]+)@/.exec(GITHUB_WORKFLOW_REF ?? '')?.[1] ?? null

const matrixOf = ({ given, fanOut }: SweptPulls): string =>
  fanOut === 'matrix' && given.length > 0
    ? JSON.stringify({ include: given.map(({ number, work }) => ({ pull: number, for: work })) })
    : ''

/** The whole sweep: one line and a table of what was seen and done. Red when GitHub refused a run, or did not show everything. */
export const runSweep = async (outside: Outside, inputs: Inputs): Promise<number> => {
  const sweepRun = pullRunOf(outside, inputs, 0)
  const swept = await sweep(sweepRun, {
    pullRunOf: number => ({ ...sweepRun, site: { ...sweepRun.site, target: { ...sweepRun.site.target, number } } }),
    workflow: inputs.reviewWorkflow,
    sweepWorkflow: ownWorkflow(outside.env),
    since: inputs.since,
    fanOut: inputs.fanOut,
  })
  const outcome = outside.stop.aborted ? 'terminated' : sweepOutcome(swept)
  const line = sweepRun.scrub(sweepLine(swept))
  for (const [name, value] of Object.entries({
    outcome,
    reason: line,
    counts: JSON.stringify(swept.counts),
    matrix: matrixOf(swept),
  }))
    core.setOutput(name, value)
  await core.summary.addRaw(sweepRun.scrub(sweepSummary(swept)), true).write()
  outside.say(logLine(`end  ${outcome}: ${line}; ${countText(swept.requests, 'API request')}`))
  for (const { number, why, cure } of swept.refused)
    core.error(logLine(sweepRun.scrub(`dispatch refused for #${number}: ${why}; ${cure}`)))
  return inputs.failOn.includes(outcome) ? 1 : 0
}
