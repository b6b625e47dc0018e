import type { CommentFact, Facts, ReviewFact } from '../snapshot/facts.ts'

/** What this run wrote itself: part of every later snapshot, whatever a lagging list says. */
export type OwnWrites = { comments: CommentFact[]; reviews: ReviewFact[] }

export const noWrites = (): OwnWrites => ({ comments: [], reviews: [] })

const withMissing = <T extends { id: number }>(listed: T[], own: T[]): T[] => {
  const known = new Set(listed.map(one => one.id))
  return [...listed, ...own.filter(one => !known.has(one.id))]
}

export const withOwnWrites = (facts: Facts, own: OwnWrites): Facts => ({
  ...facts,
  comments: withMissing(facts.comments, own.comments),
  reviews: withMissing(facts.reviews, own.reviews),
})
