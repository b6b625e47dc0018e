import { partMissingReply } from '../comments/replies.ts'
import { notTheAuthorReply, selfReviewRecord } from '../comments/self-review.ts'
import { createComment, deleteComment } from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { SelfReviewMarker } from '../markers/schema.ts'
import { SELF_REVIEW_FORM, selfReviewText } from '../mention/self-review.ts'
import type { Facts } from '../snapshot/facts.ts'
import { selfReviewsOf } from '../snapshot/self-review.ts'
import { isOwn } from '../snapshot/verdicts.ts'
import { done, type MentionReport, reply, type Served } from './served.ts'

/** Our own records: an author's comments are the author's. */
const ownRecords = (facts: Facts, mention: string): number[] =>
  selfReviewsOf(facts, mention).flatMap(({ of, commentId }) => {
    const comment = facts.comments.find(({ id }) => id === commentId)
    return of !== null && comment !== undefined && isOwn(comment, facts) ? [commentId] : []
  })

/**
 * Binds the author's comment to the head that it was written at. The newest record takes the place of those before it: first the
 * new one, then the old ones go.
 */
export const recordSelfReview = async (served: Served): Promise<MentionReport> => {
  const { pullRun, input, view } = served
  const { facts } = view.snapshot
  const { author } = facts.pull
  const { text } = input
  if (author === null || text.author?.login !== author.login || text.where !== 'comment') {
    await reply(served, notTheAuthorReply(author?.login ?? null), { outcome: 'refused' })
    return done(view, 'skipped', 'a self-review is the author’s own, in a comment')
  }
  const said = selfReviewText(text.body)
  if (said === null) {
    await reply(served, partMissingReply(SELF_REVIEW_FORM), { outcome: 'refused' })
    return done(view, 'skipped', 'not understood: a part of the self-review is missing')
  }
  const head = facts.pull.head.oid
  const marker: SelfReviewMarker = {
    kind: 'self-review',
    repo: facts.repository.id,
    pull: facts.pull.number,
    head,
    passed: said.passed,
    author: author.login,
    comment: text.id,
  }
  const body = selfReviewRecord(head, { passed: said.passed, author: author.login })
  await createComment(pullRun.site, appendMarker(pullRun.scrub(body), marker, pullRun.keys))
  for (const id of ownRecords(facts, view.policy.mention)) await deleteComment(pullRun.site, id)
  return done(view, 'skipped', `self-review of ${head.slice(0, 7)} recorded: ${said.passed ? 'ready' : 'not ready'}`)
}
