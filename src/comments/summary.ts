import type { RuleReport } from '../decide/decision.ts'
import type { RunReport } from '../rounds/report.ts'
import { usedInAll } from '../snapshot/starts.ts'
import { safeInline } from '../text/safe.ts'
import { attemptTable } from './attempt-table.ts'
import { cell, code, countText, moneyText, type Place, pullUrl, reviewLink, SINCE, shortSha, timeText } from './words.ts'

const said = ({ objection, passed }: RuleReport): string => {
  if (passed === 'ok') return 'no objection'
  if (passed === 'unread') return 'not read: an earlier rule objected'
  const text = objection === null ? '' : safeInline(objection.evidence)
  return passed === 'forced' ? `${text} (passed: a request is served)` : `**${objection?.action}**: ${text}`
}

const ruleTable = (rows: Numbered[]): string[] => [
  '| # | rule | said | what would change it |',
  '|---|---|---|---|',
  ...rows.map(
    ({ number, report }) =>
      `| ${[String(number), report.rule, said(report), safeInline(report.objection?.change ?? '')].map(cell).join(' | ')} |`,
  ),
]

type Numbered = { number: number; report: RuleReport }

/** What each rule said: those that objected in sight with what would change it, the others folded. */
export const ruleTables = (trail: RuleReport[]): string[] => {
  const numbered = trail.map((report, index) => ({ number: index + 1, report }))
  const hasSpoken = ({ report }: Numbered): boolean => report.objection !== null && report.passed !== 'unread'
  const [spoken, silent] = [numbered.filter(hasSpoken), numbered.filter(row => !hasSpoken(row))]
  const fold = [
    `<details><summary>${countText(silent.length, 'rule')} without objection</summary>`,
    '',
    ...ruleTable(silent),
    '',
    '</details>',
  ]
  return [
    ...(spoken.length === 0 ? [] : ['', '### Rules that objected, as they stand after this run', '', ...ruleTable(spoken)]),
    ...(silent.length === 0 ? [] : ['', ...fold]),
  ]
}

const placementLine = (report: RunReport): string[] => {
  if (report.review === null) return []
  const kinds = report.review.placements.map(placement => placement.kind)
  const count = (kind: string) => kinds.filter(one => one === kind).length
  return [
    '',
    `Findings: ${kinds.length} found = ${count('line')} on a line + ${count('file')} at a file + ${count('body')} in the body + ${count('dropped')} dropped.`,
  ]
}

const cycleLines = (report: RunReport, place: Place): string[] => {
  const { cycle, facts } = report.view.snapshot
  const max = report.view.policy['max-cycles']
  const heads = cycle.counted.map(verdict => `[${shortSha(verdict.head)}](${reviewLink(facts, verdict, place)})`).join(', ')
  const since = cycle.since.why === 'beginning' ? SINCE.beginning : `${SINCE[cycle.since.why]} at ${timeText(cycle.since.at)}`
  return ['', `Cycle ${cycle.count} of ${max}, counted since ${since}${heads === '' ? '' : `: ${heads}`}.`]
}

const changeOf = (report: RunReport): string[] => {
  const { decision } = report.view.plan
  const change = report.change ?? (report.review === null && decision.kind !== 'review' ? decision.change : null)
  return change === null ? [] : ['', `What would change it: ${safeInline(change)}.`]
}

/** The job summary: outcome and why, rules, attempts, placements, spend. */
export const summaryText = (report: RunReport, place: Place): string => {
  const { facts, ignored } = report.view.snapshot
  const { starts, spend } = usedInAll(report.view.snapshot)
  const { pull } = facts
  return [
    `## Countersign: ${report.outcome}`,
    '',
    `[${facts.repository.nameWithOwner}#${pull.number}](${pullUrl(facts, place)}) at ${code(shortSha(pull.head.oid))}: ${safeInline(report.reason)}`,
    ...(report.review?.url ? ['', `[The review](${report.review.url})`] : []),
    ...changeOf(report),
    ...cycleLines(report, place),
    ...placementLine(report),
    ...(report.unpublished === null ? [] : ['', '### The review that could not be published', '', report.unpublished]),
    ...(report.attempts.length > 0 ? ['', '### Attempts', '', ...attemptTable(report.attempts)] : []),
    '',
    `Spend: ${moneyText(report.costUsd)} in this run, ${moneyText(spend.life)} for this pull request in all; ${countText(starts.life, 'start')} in all.`,
    ...(ignored.foreign + ignored.unsigned + ignored.malformed > 0
      ? [
          '',
          `Markers that do not count: ${ignored.foreign} of others, ${ignored.unsigned} without a valid signature, ${ignored.malformed} unreadable.`,
        ]
      : []),
    ...ruleTables(report.view.plan.decision.trail),
  ].join('\n')
}
