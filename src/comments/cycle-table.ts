import type { Facts } from '../snapshot/facts.ts'
import type { Cycle, Verdict } from '../snapshot/snapshot.ts'
import { cell, code, moneyText, type Place, reviewLink, shortSha, timeText } from './words.ts'

const wordOf = (verdict: Verdict): string => {
  if (verdict.edited) return 'edited by another account, counted as changes requested'
  return verdict.decision === 'approved' ? 'approved' : 'changes requested'
}

const blockingOf = (verdict: Verdict): string =>
  verdict.marker === null
    ? '?'
    : String(
        verdict.marker.findings.filter(
          finding => finding.blocking && (finding.status === 'new' || finding.status === 'still-open'),
        ).length,
      )

const row = (verdict: Verdict, index: number, { facts, place }: { facts: Facts; place: Place }): string => {
  const cost = verdict.marker?.costUsd ?? null
  const cells = [
    String(index + 1),
    code(shortSha(verdict.head)),
    `[${wordOf(verdict)}](${reviewLink(facts, verdict, place)})`,
    blockingOf(verdict),
    verdict.marker?.agent ?? '?',
    cost === null ? 'unknown' : moneyText(cost, verdict.marker?.costEstimated),
    timeText(verdict.at),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** The heads that made the count, each with a link to its review. */
export const cycleTable = (cycle: Cycle, facts: Facts, place: Place): string =>
  [
    '| # | head | decision | blocking | by | cost | at |',
    '|---|---|---|---|---|---|---|',
    ...cycle.counted.map((verdict, index) => row(verdict, index, { facts, place })),
  ].join('\n')
