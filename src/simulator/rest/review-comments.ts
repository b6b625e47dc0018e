import * as z from 'zod'
import type { Act } from '../access.ts'
import { addReviewComment, deleteReviewComment, type ReviewCommentOn, reply, updateReviewComment } from '../acts/threads.ts'
import { found } from '../refusal.ts'
import { visibleReviews } from '../world/pulls.ts'
import type { Pull } from '../world/types.ts'
import { pullsOf } from '../world/world.ts'
import {
  actOf,
  bodyOf,
  type Call,
  created,
  del,
  get,
  listed,
  nothing,
  numberParam,
  ok,
  patch,
  post,
  pullAt,
  type Route,
} from './route.ts'
import { reviewCommentShape } from './shapes/reviews.ts'

/** Comments of another's pending review are not there. */
function commentsOf(act: Act, pull: Pull): ReviewCommentOn[] {
  const seen = new Set(visibleReviews(pull, act.viewer.account?.login ?? null).map(review => review.id))
  return pull.threads.flatMap(thread =>
    thread.comments.filter(comment => seen.has(comment.review)).map(comment => ({ pull, thread, comment })),
  )
}

export const findReviewComment = (act: Act, id: number): ReviewCommentOn =>
  found(
    pullsOf(act.repository)
      .flatMap(pull => commentsOf(act, pull))
      .find(on => on.comment.id === id),
  )

const side = z.enum(['LEFT', 'RIGHT'])
const draft = z.object({
  body: z.string(),
  commit_id: z.string(),
  path: z.string(),
  line: z.number().int().optional(),
  side: side.optional(),
  start_line: z.number().int().optional(),
  start_side: side.optional(),
  position: z.number().int().optional(),
  in_reply_to: z.number().int().optional(),
})
const written = z.object({ body: z.string() })
const onPull = '/repos/{owner}/{repo}/pulls/{pull_number}/comments'
const single = '/repos/{owner}/{repo}/pulls/comments/{comment_id}'

const on = (call: Call, act: Act) => findReviewComment(act, numberParam(call, 'comment_id'))
const shape = (call: Call, act: Act, of: ReviewCommentOn) => reviewCommentShape(call.world, act.repository, of)

export const reviewCommentRoutes: Route[] = [
  get(onPull, 'pulls/list-review-comments', call => {
    const act = actOf(call)
    const comments = commentsOf(act, pullAt(call, act)).sort((a, b) => a.comment.id - b.comment.id)
    const shown = new Set(call.view.shown(comments.map(of => of.comment)))
    return listed(
      call,
      comments.filter(of => shown.has(of.comment)),
      of => shape(call, act, of),
    )
  }),
  post(onPull, 'pulls/create-review-comment', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    const { commit_id, start_line, start_side, in_reply_to, ...rest } = bodyOf(call, draft)
    const made =
      in_reply_to === undefined
        ? addReviewComment(act, pull, { ...rest, commit: commit_id, startLine: start_line, startSide: start_side })
        : reply(act, findReviewComment(act, in_reply_to), rest.body)
    return created(reviewCommentShape(call.world, act.repository, { pull, comment: made }))
  }),
  post(`${onPull}/{comment_id}/replies`, 'pulls/create-reply-for-review-comment', call => {
    const act = actOf(call)
    const of = on(call, act)
    return created(shape(call, act, { ...of, comment: reply(act, of, bodyOf(call, written).body) }))
  }),
  get(single, 'pulls/get-review-comment', call => {
    const act = actOf(call)
    return ok(shape(call, act, on(call, act)))
  }),
  patch(single, 'pulls/update-review-comment', call => {
    const act = actOf(call)
    const of = on(call, act)
    updateReviewComment(act, of, bodyOf(call, written).body)
    return ok(shape(call, act, of))
  }),
  del(single, 'pulls/delete-review-comment', call => {
    const act = actOf(call)
    deleteReviewComment(act, on(call, act))
    return nothing
  }),
]
