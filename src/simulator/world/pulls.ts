import type { FileDiff } from '../git/diff.ts'
import type { Pull, Repository, Review, ReviewComment } from './types.ts'
import { sameLogin } from './world.ts'

export const diffOf = (repository: Repository, pull: Pull): FileDiff[] => repository.git.diff(pull.base.oid, pull.head.oid)

/** `null` = closed, so GitHub no longer works it out. */
export function mergeableOf(repository: Repository, pull: Pull): boolean | null {
  if (pull.state !== 'open') return null
  return repository.git.canMerge(pull.base.oid, pull.head.oid)
}

export const commentsOfReview = (pull: Pull, review: Review): ReviewComment[] =>
  pull.threads.flatMap(thread => thread.comments.filter(comment => comment.review === review.id))

/** A pending review is seen by its author only. */
export const visibleReviews = (pull: Pull, login: string | null): Review[] =>
  pull.reviews.filter(review => review.state !== 'PENDING' || sameLogin(review.author, login))

export const pendingReviewOf = (pull: Pull, login: string): Review | undefined =>
  pull.reviews.find(review => review.state === 'PENDING' && sameLogin(review.author, login))

/** Everybody's newest word that binds: approvals and change requests, dismissed ones left out. */
export function standingReviews(pull: Pull): Review[] {
  const binding = pull.reviews.filter(review => ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'].includes(review.state))
  const newest = new Map(binding.map(review => [review.author, review]))
  return [...newest.values()].filter(review => review.state !== 'DISMISSED')
}
