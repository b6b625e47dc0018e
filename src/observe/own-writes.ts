import type { CommentFact, Facts, ReviewFact } from '../snapshot/facts.ts'

/** What this run wrote itself: part of every later snapshot, whatever a lagging list says. */
export type OwnWrites = { comments: CommentFact[]; reviews: ReviewFact[] }

export const noWrites = (): OwnWrites => ({ comments: [], reviews: [] })

/** An edit of ours that the list does not show yet stands in for what it shows. */
const withMissing = <T extends Pick<CommentFact, 'id' | 'editedAt'>>(listed: T[], own: T[]): T[] => {
  const written = new Map(own.map(one => [one.id, one]))
  const known = new Set(listed.map(one => one.id))
  const shown = listed.map(one => {
    const mine = written.get(one.id)
    return mine?.editedAt && mine.editedAt >= (one.editedAt ?? 0) ? mine : one
  })
  return [...shown, ...[...written.values()].filter(one => !known.has(one.id))]
}

export const withOwnWrites = (facts: Facts, own: OwnWrites): Facts => ({
  ...facts,
  comments: withMissing(facts.comments, own.comments),
  reviews: withMissing(facts.reviews, own.reviews),
})
