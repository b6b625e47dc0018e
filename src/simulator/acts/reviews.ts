import { type Act, actorOf, demand, isInstallation, may, needs } from '../access.ts'
import { found, Refusal, unprocessable } from '../refusal.ts'
import { send } from '../webhooks.ts'
import { commentsOfReview, pendingReviewOf } from '../world/pulls.ts'
import type { Pull, Review, ReviewState } from '../world/types.ts'
import { sameLogin } from '../world/world.ts'
import { type Draft, place } from './placement.ts'
import { fulfil } from './requests.ts'
import { checkBody, demandAuthorship, editText, newText } from './texts.ts'
import { startThread } from './threads.ts'
import { record } from './timeline.ts'

export type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT'
export type NewReview = { event: ReviewEvent | null; body: string; commit: string | null; comments: Draft[] }
export type ReviewOn = { pull: Pull; review: Review }

const states: Record<ReviewEvent, ReviewState> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
}
const verbs = { APPROVE: 'approve', REQUEST_CHANGES: 'request changes on' } as const

/** Nobody judges an own pull, and Actions approve only where the repository lets them (fact 7, case 120). */
function checkEvent(act: Act, pull: Pull, review: { event: ReviewEvent; body: string; comments: number }): void {
  const { event } = review
  if (event !== 'COMMENT' && sameLogin(pull.author, actorOf(act))) {
    throw unprocessable('Unprocessable Entity', [`Review Can not ${verbs[event]} your own pull request`])
  }
  if (event === 'APPROVE' && act.viewer.kind === 'github-token' && !act.repository.actionsMayApprove) {
    throw unprocessable('Unprocessable Entity', ['GitHub Actions is not permitted to approve pull requests.'])
  }
  const empty = review.body.trim() === ''
  if (empty && (event === 'REQUEST_CHANGES' || (event === 'COMMENT' && review.comments === 0))) {
    throw unprocessable('Unprocessable Entity', ['Review body cannot be blank'])
  }
}

/** A commit that the pull has now; one that a force push took away is no more part of it (case 48). */
function commitOf(act: Act, pull: Pull, wanted: string | null): string {
  if (wanted === null || wanted === pull.head.oid) return pull.head.oid
  const { git } = act.repository
  if (!git.hasCommit(wanted)) throw unprocessable(`No commit found for SHA: ${wanted}`)
  const part = git.between(pull.base.oid, pull.head.oid).includes(wanted)
  if (!part) throw unprocessable('Unprocessable Entity', ['commit_id is not part of the pull request'])
  return wanted
}

/** Every draft finds its line or the whole review is refused, without a word on which one it was (fact 18, case 80). */
function placeAll(act: Act, pull: Pull, of: { commit: string; drafts: Draft[] }) {
  const files = of.drafts.length === 0 ? [] : act.repository.git.diff(pull.base.oid, of.commit)
  return of.drafts.map(draft => {
    checkBody(draft.body, { resource: 'PullRequestReview' })
    const placed = place(files, draft)
    if (Array.isArray(placed)) throw unprocessable('Unprocessable Entity', [joined(placed)])
    return { draft, placed }
  })
}

const joined = (errors: string[]) =>
  errors.length < 2 ? errors.join('') : `${errors.slice(0, -1).join(', ')}, and ${errors.at(-1)}`

/** Creates a review whole or not at all (fact 18). Without an event it stays pending. */
export function createReview(act: Act, pull: Pull, wanted: NewReview): Review {
  demand(act, needs.review)
  const author = actorOf(act)
  checkBody(wanted.body, { resource: 'PullRequestReview', mayBeEmpty: true })
  if (pendingReviewOf(pull, author)) {
    throw unprocessable('Unprocessable Entity', ['User can only have one pending review per pull request'])
  }
  const commit = commitOf(act, pull, wanted.commit)
  if (wanted.event) checkEvent(act, pull, { event: wanted.event, body: wanted.body, comments: wanted.comments.length })
  const placed = placeAll(act, pull, { commit, drafts: wanted.comments })
  const text = newText(act, 'PRR', wanted.body)
  const review: Review = { kind: 'review', ...text, state: 'PENDING', submittedAt: null, commit, dismissal: null }
  pull.reviews.push(review)
  for (const { draft, placed: at } of placed) startThread(act, pull, { review, body: draft.body, placed: at })
  if (wanted.event) settle(act, { pull, review }, wanted.event)
  return review
}

function settle(act: Act, on: ReviewOn, event: ReviewEvent): void {
  const { pull, review } = on
  review.state = states[event]
  review.submittedAt = act.world.now
  review.updatedAt = act.world.now
  pull.updatedAt = act.world.now
  // GitHub orders reviews by the time they were submitted.
  pull.reviews = [...pull.reviews.filter(known => known !== review), review]
  fulfil(act, pull)
  send(act, 'pull_request_review.submitted', { pull, review })
  for (const reviewComment of commentsOfReview(pull, review))
    send(act, 'pull_request_review_comment.created', { pull, reviewComment })
}

export function submitReview(act: Act, on: ReviewOn, wanted: { event: ReviewEvent; body: string }): Review {
  demand(act, needs.review)
  if (!sameLogin(on.review.author, actorOf(act))) throw new Refusal(404, 'Not Found')
  if (on.review.state !== 'PENDING') throw unprocessable('Could not submit a review that is not pending.')
  const body = wanted.body === '' ? on.review.body : checkBody(wanted.body, { resource: 'PullRequestReview' })
  checkEvent(act, on.pull, { event: wanted.event, body, comments: commentsOfReview(on.pull, on.review).length })
  on.review.body = body
  settle(act, on, wanted.event)
  return on.review
}

export function updateReview(act: Act, on: ReviewOn, body: string): Review {
  demandAuthorship(act, on.review)
  const from = on.review.body
  editText(act, on.review, checkBody(body, { resource: 'PullRequestReview' }))
  if (on.review.state !== 'PENDING') send(act, 'pull_request_review.edited', { ...on, more: { changes: { body: { from } } } })
  return on.review
}

/** A comment cannot be dismissed, and it takes write access, or the App's own hand (fact 18). */
export function dismissReview(act: Act, on: ReviewOn, message: string): Review {
  demand(act, needs.managePull)
  const { pull, review } = on
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
    throw unprocessable('Unprocessable Entity', [
      `Can not dismiss a ${review.state.toLowerCase().replace('_', ' ')} pull request review`,
    ])
  }
  checkBody(message, { resource: 'PullRequestReview' })
  record(act, pull, { event: 'review_dismissed', review: review.id, state: review.state, message })
  review.state = 'DISMISSED'
  review.dismissal = message
  send(act, 'pull_request_review.dismissed', on)
  return review
}

/** Only a pending one: what was submitted stays (fact 18). */
export function deletePendingReview(act: Act, on: ReviewOn): Review {
  demand(act, needs.review)
  const { pull, review } = on
  if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review')
  found(sameLogin(review.author, actorOf(act)) ? review : null)
  for (const thread of pull.threads) thread.comments = thread.comments.filter(comment => comment.review !== review.id)
  pull.threads = pull.threads.filter(thread => thread.comments.length > 0)
  pull.reviews = pull.reviews.filter(known => known !== review)
  return review
}

/** Hides a text; on reviews nobody has measured it for installations (fact 8). */
export function minimize(
  act: Act,
  text: { kind: string; author: string | null; minimized: string | null },
  reason: string | null,
): void {
  demand(act, needs.comment)
  const mine = sameLogin(text.author, actorOf(act))
  if (!mine && !may(act.viewer, act.repository, needs.editOthers)) throw new Refusal(403, 'Viewer cannot minimize')
  if (text.kind === 'review' && isInstallation(act.viewer) && !act.world.quirks.minimizeReviews)
    throw new Refusal(403, 'Resource not accessible by integration')
  text.minimized = reason
}
