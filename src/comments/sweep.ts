import type { Work } from '../decide/plan-sweep.ts'
import { cell, code, countText } from './words.ts'

/** Every open pull is in one of the first six; the others say more of what was given out, and of what was merged. */
export type SweepCounts = {
  seen: number
  dispatched: number
  known: number
  'docs-skipped': number
  skipped: number
  deferred: number
  fixes: number
  merged: number
  recovered: number
  flagged: number
}

export type SweptPulls = {
  counts: SweepCounts
  fanOut: 'dispatch' | 'matrix'
  given: { number: number; work: Work; why: string }[]
  deferred: number[]
  unreadable: number[]
  refused: { number: number; why: string; cure: string }[]
  answered: number[]
  unlisted: number[]
  /** Why the sweep could not see everything. */
  cut: string | null
  requests: number
}

const WORK: Record<Work, string> = {
  act: 'a request is open',
  claim: 'a run died',
  escalation: 'something is to be mended or told',
  fix: 'findings are to be mended',
  retarget: 'a new base',
  checks: 'its checks have ended',
  conflict: 'not reviewed, and GitHub starts no run where there are conflicts',
  head: 'not reviewed',
}

const MEANS: Record<keyof SweepCounts, string> = {
  seen: 'open pull requests, and those closed in the last 24 hours',
  dispatched: 'a run was started for them, or they are in the matrix',
  known: 'a run waits or works for them, has looked at them since they changed, or is given 15 minutes to come',
  'docs-skipped': 'documents only',
  skipped: 'nothing to do, or a person, a check or a rule stands before it',
  deferred: 'left for the next sweep',
  fixes: 'findings to be mended that no job had taken up, in the dispatched',
  merged: 'merged in the last 24 hours',
  recovered: 'of the dispatched: a run had died',
  flagged: 'of the dispatched: handed to a person, not started again',
}

const MOST_NAMED = 50
const named = (numbers: number[]): string =>
  `${numbers
    .slice(0, MOST_NAMED)
    .map(number => `#${number}`)
    .join(', ')}${numbers.length > MOST_NAMED ? ` and ${numbers.length - MOST_NAMED} more` : ''}`

export const sweepLine = ({ counts, refused, unreadable, unlisted, cut }: SweptPulls): string =>
  [
    ...Object.entries(counts).map(([name, count]) => `${count} ${name}`),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} could not be read`] : []),
    ...(unlisted.length > 0 ? [`${unlisted.length} dispatched without a run to be seen`] : []),
    ...(cut === null ? [] : [`cut short: ${cut}`]),
  ].join(', ')

const lists = ({ deferred, unreadable, unlisted, refused, answered }: SweptPulls): string[] => [
  ...refused.map(({ number, why, cure }) => `- GitHub refused a run for #${number}: ${cell(why)}; ${cell(cure)}`),
  ...(answered.length > 0 ? [`- requests answered, since no run can be started for them: ${named(answered)}`] : []),
  ...(unreadable.length > 0
    ? [
        `- could not be read: ${named(unreadable)}. So this sweep is not counted as one that has seen everything: the next one asks again`,
      ]
    : []),
  ...(unlisted.length > 0
    ? [`- GitHub took the dispatch and lists no run yet: ${named(unlisted)}. The next sweep looks again`]
    : []),
  ...(deferred.length > 0 ? [`- left for the next sweep: ${named(deferred)}`] : []),
]

/** The job summary: the counts, what was given out and why, and what is left. */
export const sweepSummary = (swept: SweptPulls): string => {
  const { counts, given, fanOut, cut, requests } = swept
  const rows = given.map(({ number, work, why }) => `| #${number} | ${WORK[work]} | ${cell(code(why))} |`)
  const names = Object.keys(counts) as (keyof SweepCounts)[]
  return [
    '## Countersign: sweep',
    ...(cut === null ? [] : ['', `**The sweep was cut short**: ${cell(cut)}. The next one looks at everything again.`]),
    '',
    '| | pull requests | |',
    '| --- | ---: | --- |',
    ...names.map(name => `| ${name} | ${counts[name]} | ${MEANS[name]} |`),
    '',
    ...(rows.length > 0
      ? [`| ${fanOut === 'matrix' ? 'in the matrix' : 'run started'} | for | because |`, '| --- | --- | --- |', ...rows, '']
      : []),
    ...lists(swept),
    '',
    `${countText(requests, 'API request')}.`,
    '',
  ].join('\n')
}
