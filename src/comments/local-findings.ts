import type { ReviewDecision, ReviewedFinding } from '../review/decision.ts'
import { withoutControls } from '../text/controls.ts'
import { countText, moneyText } from './words.ts'

type Answer = { report: { summary: string }; decided: Extract<ReviewDecision, { kind: 'decided' }> }

/** Others' text on a terminal or in a job's log: no control sequence of theirs reaches it, and no line of it is a workflow command. */
const plain = (text: string): string =>
  withoutControls(text)
    .replace(/^(\s*)::/gm, '$1: :')
    .replace(/##\[/g, '## [')

const line = (text: string): string => plain(text).replace(/\s+/g, ' ').trim()

const placeOf = ({ path, line, startLine }: ReviewedFinding): string => {
  if (path === null) return '(general)'
  if (line === null) return path
  return startLine === null || startLine === line ? `${path}:${line}` : `${path}:${startLine}-${line}`
}

const row = (finding: ReviewedFinding): string => {
  const body = plain(finding.body)
    .split('\n')
    .map(line => `    ${line}`)
    .join('\n')
  return `${line(placeOf(finding))}: ${finding.severity}${finding.blocking ? ', blocking' : ''}: ${line(finding.title)}\n${body}`
}

/** Findings for a terminal, `file:line` first, the worst first. */
export const localFindings = ({ report, decided }: Answer, cost: { usd: number; estimated: boolean }): string => {
  const sorted = decided.findings.toSorted((a, b) => Number(b.blocking) - Number(a.blocking))
  const blocking = sorted.filter(finding => finding.blocking).length
  const verdict =
    decided.decision === 'approved' ? 'no blocking finding' : `changes requested: ${countText(blocking, 'blocking finding')}`
  return [
    plain(report.summary),
    '',
    ...sorted.map(row),
    '',
    `${verdict}, ${countText(sorted.length, 'finding')} in all, ${moneyText(cost.usd, cost.estimated)}`,
    '',
  ].join('\n')
}
