import { type Act, actorOf, demand, isInstallation, may, needs, roleOf } from '../access.ts'
import { found, invalid, Refusal, unprocessable } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Pull, Review, ReviewComment, Thread } from '../world/types.ts'
import { sameLogin } from '../world/world.ts'
import { type Draft, type Placed, place } from './placement.ts'
import { checkBody, demandAuthorship, editText, newText } from './texts.ts'
import { record } from './timeline.ts'

export type ReviewCommentOn = { pull: Pull; thread: Thread; comment: ReviewComment }

type Start = { review: Review; body: string; placed: Placed }

/** A review comment that opens a thread. */
export function startThread(act: Act, pull: Pull, start: Start): ReviewComment {
  const { review, placed } = start
  const { path, side, startSide, line, startLine } = placed.place
  const thread: Thread = {
    kind: 'thread',
    ...act.world.identity('PRRT'),
    path,
    side,
    startSide,
    line,
    startLine,
    originalLine: line,
    outdated: false,
    resolvedBy: null,
    comments: [],
  }
  pull.threads.push(thread)
  return addTo(act, thread, { ...start, inReplyTo: null, commit: review.commit })
}

function addTo(act: Act, thread: Thread, more: Start & { inReplyTo: number | null; commit: string }): ReviewComment {
  const comment: ReviewComment = {
    kind: 'review-comment',
    ...newText(act, 'PRRC', more.body),
    review: more.review.id,
    thread: thread.nodeId,
    inReplyTo: more.inReplyTo,
    place: more.placed.place,
    commit: more.commit,
    originalCommit: more.commit,
    diffHunk: more.placed.diffHunk,
    position: more.placed.position,
    originalPosition: more.placed.position,
  }
  thread.comments.push(comment)
  return comment
}

/** A single comment makes its own submitted review, as GitHub does. */
function ownReview(act: Act, pull: Pull, commit: string): Review {
  const text = newText(act, 'PRR', '')
  const review: Review = { kind: 'review', ...text, state: 'COMMENTED', submittedAt: act.world.now, commit, dismissal: null }
  pull.reviews.push(review)
  return review
}

export function addReviewComment(act: Act, pull: Pull, draft: Draft & { commit: string }): ReviewComment {
  demand(act, needs.review)
  checkBody(draft.body, { resource: 'PullRequestReviewComment' })
  const { git } = act.repository
  const known =
    draft.commit === pull.head.oid ||
    (git.hasCommit(draft.commit) && git.between(pull.base.oid, pull.head.oid).includes(draft.commit))
  if (!known)
    throw invalid({
      resource: 'PullRequestReviewComment',
      field: 'commit_id',
      code: 'custom',
      message: 'commit_id is not part of the pull request',
    })
  const placed = place(git.diff(pull.base.oid, draft.commit), draft)
  if (Array.isArray(placed)) {
    throw invalid(
      ...placed.map(message => ({
        resource: 'PullRequestReviewComment',
        field: 'pull_request_review_thread.line',
        code: 'custom',
        message,
      })),
    )
  }
  const reviewComment = startThread(act, pull, { review: ownReview(act, pull, draft.commit), body: draft.body, placed })
  send(act, 'pull_request_review_comment.created', { pull, reviewComment })
  return reviewComment
}

export function reply(act: Act, on: ReviewCommentOn, body: string): ReviewComment {
  demand(act, needs.review)
  checkBody(body, { resource: 'PullRequestReviewComment' })
  const { pull, thread, comment } = on
  // Replies are to the thread: the first comment is what they answer.
  const first = found(thread.comments[0])
  const placed: Placed = { place: first.place, diffHunk: first.diffHunk, position: first.originalPosition }
  const review = ownReview(act, pull, comment.commit)
  const reviewComment = addTo(act, thread, { review, body, placed, inReplyTo: first.id, commit: first.originalCommit })
  send(act, 'pull_request_review_comment.created', { pull, reviewComment })
  return reviewComment
}

export function updateReviewComment(act: Act, on: ReviewCommentOn, body: string): ReviewComment {
  demandAuthorship(act, on.comment)
  const from = on.comment.body
  editText(act, on.comment, checkBody(body, { resource: 'PullRequestReviewComment' }))
  send(act, 'pull_request_review_comment.edited', {
    pull: on.pull,
    reviewComment: on.comment,
    more: { changes: { body: { from } } },
  })
  return on.comment
}

export function deleteReviewComment(act: Act, on: ReviewCommentOn): void {
  demandAuthorship(act, on.comment)
  const { pull, thread, comment } = on
  thread.comments = thread.comments.filter(known => known !== comment)
  pull.threads = pull.threads.filter(known => known.comments.length > 0)
  record(act, pull, { event: 'comment_deleted', deletedAuthor: comment.author })
  send(act, 'pull_request_review_comment.deleted', { pull, reviewComment: comment })
}

/** Installations need `contents: write` for it (fact 2); people write access or to be the author. */
export function canResolve(act: Act, pull: Pull): boolean {
  if (isInstallation(act.viewer)) return may(act.viewer, act.repository, needs.push)
  const login = act.viewer.account?.login ?? null
  const role = login === null ? null : roleOf(act.repository, login)
  return sameLogin(pull.author, login) || role === 'write' || role === 'maintain' || role === 'admin'
}

export function setResolved(act: Act, on: { pull: Pull; thread: Thread }, resolved: boolean): void {
  if (!canResolve(act, on.pull)) throw new Refusal(403, 'Resource not accessible by integration')
  const was = on.thread.resolvedBy !== null
  if (was === resolved) {
    if (resolved) return
    throw unprocessable('The thread is not resolved')
  }
  on.thread.resolvedBy = resolved ? actorOf(act) : null
  send(act, `pull_request_review_thread.${resolved ? 'resolved' : 'unresolved'}`, {
    pull: on.pull,
    more: { thread: { node_id: on.thread.nodeId } },
  })
}
