import { isViewer } from './accounts.ts'
import type { Facts, ReviewFact } from './facts.ts'
import { shaOf } from './ids.ts'
import { byTime } from './order.ts'
import type { Read, Readings } from './readings.ts'
import type { RebuildSettings, Verdict } from './snapshot.ts'

type Source = { facts: Facts; settings: RebuildSettings }

const fromMarker = ({ fact, reading }: Read<ReviewFact>, { facts }: Source): Verdict[] => {
  if (reading.kind !== 'ours' || reading.marker.kind !== 'verdict') return []
  const { marker, edited } = reading
  const head = shaOf(marker.head)
  if (head === null) return []
  return [
    {
      id: fact.id,
      nodeId: fact.nodeId,
      at: reading.at ?? fact.submittedAt ?? fact.createdAt,
      reviewer: marker.reviewer,
      head,
      base: marker.base,
      occasion: marker.occasion,
      decision: edited ? 'fix-requested' : marker.decision,
      edited,
      carried: !edited && marker.carriedFrom !== null,
      foreign: reading.legacy || !(fact.viewerDidAuthor || isViewer(fact.author, facts.viewer)),
      acts: marker.acts,
      marker: edited ? null : marker,
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
    },
  ]
}

const fromLegacyComments = (readings: Readings): Verdict[] =>
  readings.comments.flatMap(({ fact, reading }) => {
    if (reading.kind !== 'ours' || !reading.legacy || reading.marker.kind !== 'verdict') return []
    const head = shaOf(reading.marker.head)
    if (head === null) return []
    const { marker, edited } = reading
    return [
      {
        id: fact.id,
        nodeId: fact.nodeId,
        at: reading.at ?? fact.createdAt,
        reviewer: marker.reviewer,
        head,
        base: null,
        occasion: marker.occasion,
        decision: edited ? ('fix-requested' as const) : marker.decision,
        edited,
        carried: !edited && marker.carriedFrom !== null,
        foreign: true,
        acts: [],
        marker: edited ? null : marker,
      },
    ]
  })

export const keyOf = (verdict: Pick<Verdict, 'reviewer' | 'head' | 'base' | 'occasion'>): string =>
  JSON.stringify([verdict.reviewer, verdict.head, verdict.base, verdict.occasion])

/** Of one key the lowest review id IS the verdict (law 1); later ones are duplicates to be tidied. */
export const verdictsOf = (readings: Readings, source: Source): { verdicts: Verdict[]; duplicates: Verdict[] } => {
  const all = [
    ...readings.reviews.flatMap(read => [...fromMarker(read, source), ...fromUnreadable(read, source)]),
    ...fromLegacyComments(readings),
  ]
  const first = new Map<string, Verdict>()
  for (const verdict of all) {
    const key = verdict.foreign ? `${keyOf(verdict)} ${verdict.id}` : keyOf(verdict)
    const known = first.get(key)
    if (known === undefined || verdict.id < known.id) first.set(key, verdict)
  }
  const counting = new Set(first.values())
  return { verdicts: [...counting].sort(byTime), duplicates: all.filter(verdict => !counting.has(verdict)).sort(byTime) }
}
