import { LEGACY_REVIEWER } from '../markers/legacy.ts'
import { isOpen } from '../panel/combine.ts'
import { PANEL } from '../panel/names.ts'
import { isViewer } from './accounts.ts'
import type { Authored, Facts, ReviewFact } from './facts.ts'
import type { Instant } from './ids.ts'
import { byTime } from './order.ts'
import type { Read, Readings } from './readings.ts'
import type { RebuildSettings, Verdict } from './snapshot.ts'

type Source = { facts: Facts; settings: RebuildSettings }

/** Written by the account this run acts as: only that can be edited, deleted or tidied by it. */
export const isOwn = (fact: Authored, { viewer }: Facts): boolean => fact.viewerDidAuthor || isViewer(fact.author, viewer)

const fromMarker = ({ fact, reading }: Read<Authored>, sentAt: Instant, { facts }: Source): Verdict[] => {
  if (reading.kind !== 'ours' || reading.marker.kind !== 'verdict') return []
  const { marker, edited, legacy } = reading
  return [
    {
      id: fact.id,
      nodeId: fact.nodeId,
      at: reading.at ?? sentAt,
      reviewer: marker.reviewer,
      head: marker.head,
      base: legacy ? null : marker.base,
      occasion: marker.occasion,
      decision: edited ? 'fix-requested' : marker.decision,
      edited,
      carried: !edited && marker.carriedFrom !== null,
      foreign: legacy || !isOwn(fact, facts),
      acts: marker.acts,
      marker: edited ? null : marker,
      doubtful: edited ? marker.findings.filter(isOpen) : [],
    },
  ]
}

const isUnreadableOwn = ({ reading }: Read<ReviewFact>): boolean =>
  (reading.kind === 'none' || reading.kind === 'malformed' || reading.kind === 'foreign') && reading.ours && reading.edited

/**
 * A review of ours that another edited until its marker was gone closes the head it was for, as fix-requested.
 * One that nobody edited never had a marker: another tool under the same account wrote it.
 */
const fromUnreadable = (read: Read<ReviewFact>, source: Source): Verdict[] => {
  const { fact } = read
  if (!isUnreadableOwn(read) || fact.commit === null) return []
  return [
    {
      id: fact.id,
      nodeId: fact.nodeId,
      at: fact.submittedAt ?? fact.createdAt,
      reviewer: source.settings.reviewer,
      head: fact.commit,
      base: null,
      occasion: 'first',
      decision: 'fix-requested',
      edited: true,
      carried: false,
      foreign: false,
      acts: [],
      marker: null,
      doubtful: [],
    },
  ]
}

/** The older family wrote its verdicts into comments too; ours stand in reviews only. */
const fromComment = (read: Read<Authored>, source: Source): Verdict[] =>
  read.reading.kind === 'ours' && read.reading.legacy ? fromMarker(read, read.fact.createdAt, source) : []

const fromReview = (read: Read<ReviewFact>, source: Source): Verdict[] => [
  ...fromMarker(read, read.fact.submittedAt ?? read.fact.createdAt, source),
  ...fromUnreadable(read, source),
]

const keyOf = (verdict: Verdict): string => {
  const { reviewer, head, base, occasion, foreign, id, marker } = verdict
  // A panel decides once, whichever of its accounts says so.
  return JSON.stringify([reviewer, head, base, occasion, foreign && marker?.role !== 'panel' ? id : null])
}

/** Of one key the lowest review id IS the verdict (law 1); later ones are duplicates to be tidied. */
export const verdictsOf = (readings: Readings, source: Source): { verdicts: Verdict[]; duplicates: Verdict[] } => {
  const all = [
    ...readings.reviews.flatMap(read => fromReview(read, source)),
    ...readings.comments.flatMap(read => fromComment(read, source)),
  ]
  const first = new Map<string, Verdict>()
  for (const verdict of all) {
    const known = first.get(keyOf(verdict))
    if (known === undefined || verdict.id < known.id) first.set(keyOf(verdict), verdict)
  }
  const counting = new Set(first.values())
  return {
    verdicts: [...counting].sort(byTime),
    duplicates: all.filter(verdict => !counting.has(verdict) && !verdict.foreign).sort(byTime),
  }
}

/**
 * Whether the verdict proves a status comment under this reviewer's name. What a member of a panel published as the panel's decision
 * is written down under the member's own name; of one that another account edited it is not known who published it.
 */
export const provesStatus = ({ foreign, reviewer, marker }: Verdict, of: string): boolean =>
  !foreign && reviewer === of && (reviewer !== PANEL || (marker !== null && marker.publisher === undefined))

/** Whether this verdict closes the head for the reviewers: their own, or one that the older family left before them. */
export const closes = (verdict: Verdict, place: { reviewers: string[]; head: string; base: string }): boolean =>
  (place.reviewers.includes(verdict.reviewer) || verdict.reviewer === LEGACY_REVIEWER) &&
  verdict.head === place.head &&
  (verdict.base === null || verdict.base === place.base)
