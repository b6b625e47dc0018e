import type { RoundKey } from '../snapshot/panel.ts'
import type { Snapshot, Verdict } from '../snapshot/snapshot.ts'
import type { Effect } from './effect.ts'

type Settled = { snapshot: Snapshot; claim: Pick<RoundKey, 'head' | 'base'>; verdict: Verdict }

/** Why an approval is taken back that landed on what was not the head any more. */
export const MOVED = 'The branch moved while this approval was being posted.'

const OPPOSITE = { approved: 'CHANGES_REQUESTED', 'fix-requested': 'APPROVED' } as const
const OPPOSITE_WHY = {
  approved: 'A later review of the same reviewer found nothing that blocks.',
  'fix-requested': 'A later review of the same reviewer asks for a fix.',
} as const

/** Our own verdicts of this reviewer before the newest one; what another edited is not ours to touch any more. */
const earlierOwn = ({ snapshot, verdict }: Settled): Verdict[] =>
  snapshot.verdicts.filter(
    one => one.reviewer === verdict.reviewer && !one.foreign && !one.edited && one.id !== verdict.id && one.at <= verdict.at,
  )

/** A panel is one reviewer, whichever of its accounts spoke: an earlier decision of it is taken back and hidden by the one that speaks now. */
const earlierSpoken = ({ snapshot, verdict }: Settled): Verdict[] =>
  snapshot.panel.length === 0
    ? []
    : snapshot.verdicts.filter(
        one =>
          one.foreign && !one.edited && one.marker?.role === 'panel' && one.reviewer === verdict.reviewer && one.at <= verdict.at,
      )

const factOf = ({ facts }: Snapshot, verdict: Verdict) => facts.reviews.find(one => one.id === verdict.id)

/** Native reviews of ours that say the opposite of the newest verdict, and an approval whose head or base moved before it landed. */
const dismissals = (settled: Settled): Effect[] => {
  const { snapshot, claim, verdict } = settled
  const { head, base } = snapshot.facts.pull
  const contrary = [...earlierOwn(settled), ...earlierSpoken(settled)].filter(
    one => factOf(snapshot, one)?.state === OPPOSITE[verdict.decision],
  )
  const isMoved = head.oid !== claim.head || base.ref !== claim.base
  const late = isMoved && factOf(snapshot, verdict)?.state === 'APPROVED' ? [verdict] : []
  return [
    ...late.map(one => ({ kind: 'dismiss-review', review: one.id, why: MOVED }) as const),
    ...contrary.map(one => ({ kind: 'dismiss-review', review: one.id, why: OPPOSITE_WHY[verdict.decision] }) as const),
  ]
}

/** The findings that this verdict closes as gone, and that no verdict before it had closed: a thread opened again by a person stays open. */
const newlyGone = ({ snapshot, verdict }: Settled): Set<string> => {
  const before = snapshot.verdicts.findLast(
    one => one.reviewer === verdict.reviewer && one.id !== verdict.id && one.at <= verdict.at && one.marker !== null,
  )
  const gone = (one: Verdict | undefined): string[] =>
    (one?.marker?.findings ?? []).flatMap(({ id, status }) => (status === 'fixed' || status === 'withdrawn' ? [id] : []))
  const known = new Set(gone(before))
  return new Set(gone(verdict).filter(id => !known.has(id)))
}

const stillShown = (snapshot: Snapshot, verdicts: Verdict[]): string[] =>
  verdicts.flatMap(one => {
    const fact = factOf(snapshot, one)
    return fact === undefined || fact.isMinimized ? [] : [fact.nodeId]
  })

/** A member's answers of earlier rounds. */
export const hideEarlier = (settled: Settled): Effect[] => {
  const reviews = stillShown(settled.snapshot, earlierOwn(settled))
  return reviews.length === 0 ? [] : [{ kind: 'fold-outdated', reviews, threads: [] }]
}

/** What the member that speaks for its panel said before: all of it where it has not answered now. */
const earlierAnswers = (settled: Settled, own: Verdict | undefined): Verdict[] => {
  const { snapshot, verdict } = settled
  if (own === verdict) return []
  if (own !== undefined) return earlierOwn({ ...settled, verdict: own })
  return snapshot.verdicts.filter(
    one => one.reviewer === snapshot.reviewer && !one.foreign && !one.edited && one.at <= verdict.at,
  )
}

/** Outdated reviews of ours that still show, and threads of ours whose finding is gone, where this token may close them. */
const outdated = (settled: Settled, own: Verdict | undefined): Effect[] => {
  const { snapshot } = settled
  const earlier = [...earlierOwn(settled), ...earlierSpoken(settled), ...earlierAnswers(settled, own)]
  const reviews = stillShown(snapshot, earlier)
  const gone = newlyGone(settled)
  const threads = snapshot.threads
    .filter(thread => !thread.isResolved && thread.viewerCanResolve && gone.has(thread.finding))
    .map(thread => thread.nodeId)
  return reviews.length + threads.length === 0 ? [] : [{ kind: 'fold-outdated', reviews, threads }]
}

/**
 * What a verdict leaves to be done to earlier words of ours, and to nobody else's. Nothing once it is done.
 * `own` = the answer of the member that speaks for its panel, if it has one; else the verdict itself.
 */
export const afterVerdict = (settled: Settled, own: Verdict | undefined): { first: Effect[]; last: Effect[] } => ({
  first: dismissals(settled),
  last: outdated(settled, own),
})
