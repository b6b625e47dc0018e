import type { Draft } from '../../acts/placement.ts'
import {
  createReview,
  deletePendingReview,
  dismissReview,
  type ReviewEvent,
  submitReview,
  updateReview,
} from '../../acts/reviews.ts'
import { unprocessable } from '../../refusal.ts'
import type { Side } from '../../world/types.ts'
import { edgeOf } from '../connection.ts'
import { nodeAs } from '../nodes.ts'
import { type Args, actIn, type Context, optionalNumber, optionalText, recordsArg, textArg } from '../resolver.ts'
import { reviewSource } from '../sources.ts'

const sideOf = (text: string | null): Side => (text === 'LEFT' ? 'LEFT' : 'RIGHT')

function eventOf(input: Args): ReviewEvent | null {
  const event = optionalText(input, 'event')
  if (event === 'DISMISS') throw unprocessable('DISMISS is not an event of a new review')
  return event === 'APPROVE' || event === 'REQUEST_CHANGES' || event === 'COMMENT' ? event : null
}

const threadDraft = (thread: Args): Draft => {
  const startLine = optionalNumber(thread, 'startLine')
  return {
    path: textArg(thread, 'path'),
    body: textArg(thread, 'body'),
    line: optionalNumber(thread, 'line') ?? undefined,
    side: sideOf(optionalText(thread, 'side')),
    ...(startLine === null ? {} : { startLine, startSide: sideOf(optionalText(thread, 'startSide')) }),
  }
}

const positionDraft = (comment: Args): Draft => ({
  path: textArg(comment, 'path'),
  body: textArg(comment, 'body'),
  position: optionalNumber(comment, 'position') ?? undefined,
})

const reviewIn = (input: Args, context: Context) => nodeAs(context, textArg(input, 'pullRequestReviewId'), ['PullRequestReview'])

export const reviewMutations: Record<string, (input: Args, context: Context) => Record<string, unknown>> = {
  addPullRequestReview: (input, context) => {
    const source = nodeAs(context, textArg(input, 'pullRequestId'), ['PullRequest'])
    const review = createReview(actIn(context, source.repository), source.issue, {
      event: eventOf(input),
      body: optionalText(input, 'body') ?? '',
      commit: optionalText(input, 'commitOID'),
      comments: [...recordsArg(input, 'threads').map(threadDraft), ...recordsArg(input, 'comments').map(positionDraft)],
    })
    const node = reviewSource(source.repository, { pull: source.issue, review })
    return { pullRequestReview: node, reviewEdge: edgeOf(review, node) }
  },
  submitPullRequestReview: (input, context) => {
    const pullId = optionalText(input, 'pullRequestId')
    const source = pullId === null ? reviewIn(input, context) : pendingIn(pullId, context)
    submitReview(actIn(context, source.repository), source, {
      event: eventOf(input) ?? 'COMMENT',
      body: optionalText(input, 'body') ?? '',
    })
    return { pullRequestReview: source }
  },
  updatePullRequestReview: (input, context) => {
    const source = reviewIn(input, context)
    updateReview(actIn(context, source.repository), source, textArg(input, 'body'))
    return { pullRequestReview: source }
  },
  dismissPullRequestReview: (input, context) => {
    const source = reviewIn(input, context)
    dismissReview(actIn(context, source.repository), source, textArg(input, 'message'))
    return { pullRequestReview: source }
  },
  deletePullRequestReview: (input, context) => {
    const source = reviewIn(input, context)
    deletePendingReview(actIn(context, source.repository), source)
    return { pullRequestReview: source }
  },
}

function pendingIn(pullId: string, context: Context) {
  const { repository, issue: pull } = nodeAs(context, pullId, ['PullRequest'])
  const review = pull.reviews.find(known => known.state === 'PENDING' && known.author === context.viewer.account?.login)
  if (!review) throw unprocessable('Could not find a pending review')
  return reviewSource(repository, { pull, review })
}
