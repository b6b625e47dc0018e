import * as core from '@actions/core'
import { countText } from './comments/words.ts'
import type { Inputs } from './inputs.ts'
import { logLine } from './log.ts'
import { type SweepReport, sweep } from './modes/sweep.ts'
import { type Outside, pullRunOf } from './wiring.ts'

const PAGE = 50

const listed = (numbers: number[]): string => numbers.map(number => `#${number}`).join(', ') || 'none'

const line = ({ seen, dispatched, waiting, refused, unreadable, left }: SweepReport): string =>
  `${seen} open pull requests seen, ${dispatched.length} dispatched, ${waiting} with a run already, ${refused.length} refused, ${unreadable.length} unreadable, ${left.length} left for the next sweep`

const summary = (report: SweepReport): string =>
  [
    '## Countersign: sweep',
    '',
    `${line(report)}.`,
    '',
    `- dispatched: ${listed(report.dispatched)}`,
    `- unreadable, asked again next time: ${listed(report.unreadable)}`,
    `- left for the next sweep: ${listed(report.left)}`,
    ...report.refused.map(text => `- refused ${text}`),
    '',
  ].join('\n')

/** The whole sweep: one line and a table of what was seen and done. Red when GitHub refused a dispatch. */
export const runSweep = async (outside: Outside, inputs: Inputs): Promise<number> => {
  const any = pullRunOf(outside, inputs, 0)
  const report = await sweep(any, {
    pullRunOf: number => ({ ...any, site: { ...any.site, target: { ...any.site.target, number } } }),
    workflow: inputs.reviewWorkflow,
    page: PAGE,
  })
  const outcome = report.refused.length > 0 ? 'failed' : report.dispatched.length > 0 ? 'waiting' : 'skipped'
  core.setOutput('outcome', outcome)
  core.setOutput('reason', line(report))
  await core.summary.addRaw(summary(report), true).write()
  outside.say(logLine(`end  ${outcome}: ${line(report)}; ${countText(any.api.requests(), 'API request')}`))
  for (const text of report.refused) core.error(logLine(`dispatch refused for ${text}`))
  return inputs.failOn.includes(outcome) ? 1 : 0
}
