import type { FindingState } from '../markers/schema.ts'
import { isOpen } from '../panel/combine.ts'
import { speakerOf } from './panel.ts'
import type { OwnThread, Snapshot, Verdict } from './snapshot.ts'

const HEADLINE = /^\*\*(critical|high|medium|low)\*\*( · blocking)? · (.*)$/

/** A finding of which nothing is left but the thread that it opened; one that cannot be read any more is taken for a blocker. */
const fromThread = ({ finding: id, headline, path, line }: OwnThread): FindingState => {
  const [, severity = 'high', blocking, title] = HEADLINE.exec(headline) ?? []
  return {
    id,
    severity: severity as FindingState['severity'],
    blocking: title === undefined || blocking !== undefined,
    path,
    line,
    status: 'still-open',
    title: title?.replace(/ \(`[^`]*`\)$/, '') ?? '',
  }
}

const namedBy = (verdicts: Verdict[]): Set<string> =>
  new Set(verdicts.flatMap(({ marker, doubtful }) => [...(marker?.findings ?? []), ...doubtful]).map(one => one.id))

/** What verdicts that another account edited still say, or what their threads say where nothing of them can be read. */
const doubtfulOf = ({ verdicts, threads }: Snapshot, edited: Verdict[]): FindingState[] => {
  const isGone = edited.some(one => one.doubtful.length === 0)
  const known = namedBy(verdicts)
  const unnamed = isGone ? threads.filter(({ finding, isResolved }) => !isResolved && !known.has(finding)).map(fromThread) : []
  return [...edited.flatMap(one => one.doubtful), ...unnamed]
}

/**
 * The findings that this reviewer, or its panel, has left behind: those of the newest verdict that can be trusted, and what later ones
 * that another account edited hold open. So no edit makes an open finding forgotten, nor closes one.
 */
export const rememberedBy = (snapshot: Snapshot): FindingState[] => {
  const told = snapshot.verdicts.filter(one => one.edited || (one.reviewer === speakerOf(snapshot) && one.marker !== null))
  const newest = told.findLastIndex(one => !one.edited)
  const kept = told[newest]?.marker?.findings ?? []
  const doubtful = new Map(doubtfulOf(snapshot, told.slice(newest + 1)).map(one => [one.id, one]))
  const held = kept.map((one): FindingState => {
    const isReopened = doubtful.delete(one.id) && !isOpen(one) && one.by === undefined
    return isReopened ? { ...one, status: 'still-open' } : one
  })
  return [...held, ...doubtful.values()]
}
