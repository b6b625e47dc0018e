import { closedStatuses } from './fields.ts'
import type { FindingState, FixTasksMarker, Marker, StatusMarker, VerdictMarker } from './schema.ts'

/** The longest marker that is written, in characters: a body of 65,000 keeps room for its text. */
export const MARKER_LIMIT = 16_000

type Fits<T> = (marker: T) => boolean

const isClosed = (finding: FindingState): boolean => (closedStatuses as readonly string[]).includes(finding.status)

const untitled = ({ title: _, ...finding }: FindingState): FindingState => finding

/** Never cuts a surrogate pair in two. */
const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

const clipTitle = (finding: FindingState): FindingState =>
  finding.title === undefined ? finding : { ...finding, title: clip(finding.title, 120) }

/** The longest tail of closed findings (the newest stand last) with which the verdict fits. */
const withClosedTail = (verdict: VerdictMarker, fits: Fits<VerdictMarker>): VerdictMarker => {
  const closed = verdict.findings.filter(isClosed)
  const keeping = (kept: number): VerdictMarker => {
    const tail = new Set(closed.slice(closed.length - kept))
    return { ...verdict, findings: verdict.findings.filter(finding => !isClosed(finding) || tail.has(finding)) }
  }
  let low = 0
  let high = closed.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(keeping(middle))) low = middle
    else high = middle - 1
  }
  return keeping(low)
}

/**
 * Gives up, in this order and no more than needed: titles of closed findings, the oldest closed findings, titles of
 * open ones, places of open ones. The id, severity and status of an open finding always stay.
 */
const boundVerdict = (verdict: VerdictMarker, fits: Fits<VerdictMarker>): VerdictMarker => {
  let marker: VerdictMarker = { ...verdict, findings: verdict.findings.map(clipTitle) }
  const steps: ((marker: VerdictMarker) => VerdictMarker)[] = [
    it => ({ ...it, findings: it.findings.map(finding => (isClosed(finding) ? untitled(finding) : finding)) }),
    it => withClosedTail(it, fits),
    it => ({ ...it, findings: it.findings.map(untitled) }),
    it => ({ ...it, findings: it.findings.map(finding => ({ ...finding, path: null, line: null })) }),
  ]
  for (const step of steps) {
    if (fits(marker)) return marker
    marker = step(marker)
  }
  return marker
}

const newest = <T>(entries: T[], limit: number): T[] => entries.slice(Math.max(0, entries.length - limit))

const newestDays = (perDay: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    newest(
      Object.entries(perDay).sort(([a], [b]) => (a < b ? -1 : 1)),
      7,
    ),
  )

/** Lists keep their newest entries: 20 errors and closed claims, 50 notices, 7 days, 200 acts. */
const boundStatus = (status: StatusMarker): StatusMarker => ({
  ...status,
  claim: status.claim && {
    ...status.claim,
    ending: status.claim.ending && { ...status.claim.ending, reason: clip(status.claim.ending.reason, 300) },
  },
  starts: { ...status.starts, perDay: newestDays(status.starts.perDay) },
  spend: { ...status.spend, perDay: newestDays(status.spend.perDay) },
  startsPerAct: Object.fromEntries(newest(Object.entries(status.startsPerAct), 200)),
  errors: newest(status.errors, 20),
  history: newest(status.history, 20).map(entry => ({ ...entry, reason: clip(entry.reason, 200) })),
  notices: newest(status.notices, 50),
})

/** The newest 100 tasks and 20 pushes are kept; where even those are too long, reasons go first. */
const boundFixTasks = (marker: FixTasksMarker, fits: Fits<FixTasksMarker>): FixTasksMarker => {
  const tasks = newest(marker.tasks, 100).map(task => (task.why === undefined ? task : { ...task, why: clip(task.why, 200) }))
  const kept = { ...marker, tasks, pushes: newest(marker.pushes, 20) }
  return fits(kept) ? kept : { ...kept, tasks: tasks.map(task => ({ ...task, why: undefined })) }
}

/** The marker made as small as it must be to fit; what must not be given up stays, so it may still be too long. */
export const bounded = (marker: Marker, fits: Fits<Marker>): Marker => {
  if (marker.kind === 'verdict') return boundVerdict(marker, fits)
  if (marker.kind === 'fix-tasks') return boundFixTasks(marker, fits)
  return marker.kind === 'status' ? boundStatus(marker) : marker
}
