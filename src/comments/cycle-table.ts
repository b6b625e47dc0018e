import { answersAt } from '../snapshot/panel.ts'
import type { Snapshot, Verdict } from '../snapshot/snapshot.ts'
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

/** The decision of members with runs of their own asked no agent: what its round cost stands in their verdicts. */
const costOf = (verdict: Verdict, snapshot: Snapshot): string => {
  const { marker, base } = verdict
  const isOfMembers = marker?.role === 'panel' && marker.attempts === 0 && base !== null
  const paid = isOfMembers ? answersAt(snapshot, { ...verdict, base }) : [verdict]
  const costs = paid.map(one => one.marker?.costUsd ?? null)
  if (costs.length === 0 || costs.includes(null)) return 'unknown'
  const usd = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  return moneyText(
    usd,
    paid.some(one => one.marker?.costEstimated),
  )
}

const row = (verdict: Verdict, index: number, { snapshot, place }: { snapshot: Snapshot; place: Place }): string => {
  const cells = [
    String(index + 1),
    code(shortSha(verdict.head)),
    `[${wordOf(verdict)}](${reviewLink(snapshot.facts, verdict, place)})`,
    blockingOf(verdict),
    verdict.marker?.agent ?? '?',
    costOf(verdict, snapshot),
    timeText(verdict.at),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** The heads that made the count, each with a link to its review. */
export const cycleTable = (snapshot: Snapshot, place: Place): string =>
  [
    '| # | head | decision | blocking | by | cost | at |',
    '|---|---|---|---|---|---|---|',
    ...snapshot.cycle.counted.map((verdict, index) => row(verdict, index, { snapshot, place })),
  ].join('\n')
