import * as z from 'zod'
import type { Act } from '../access.ts'
import { createReview, deletePendingReview, dismissReview, submitReview, updateReview } from '../acts/reviews.ts'
import { found } from '../refusal.ts'
import { commentsOfReview, visibleReviews } from '../world/pulls.ts'
import { actOf, bodyOf, type Call, del, get, listed, numberParam, ok, post, pullAt, put, type Route } from './route.ts'
import { commentOfReviewShape, reviewShape } from './shapes/reviews.ts'

const event = z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT'])
const side = z.enum(['LEFT', 'RIGHT'])
const draft = z
  .object({
    path: z.string(),
    body: z.string(),
    line: z.number().int().optional(),
    side: side.optional(),
    start_line: z.number().int().optional(),
    start_side: side.optional(),
    position: z.number().int().optional(),
  })
  .transform(({ start_line, start_side, ...rest }) => ({ ...rest, startLine: start_line, startSide: start_side }))
const review = z.object({
  commit_id: z.string().optional(),
  body: z.string().optional(),
  event: event.optional(),
  comments: z.array(draft).optional(),
})

const seen = (call: Call, act: Act) => visibleReviews(pullAt(call, act), call.viewer.account?.login ?? null)
const on = (call: Call, act: Act) => {
  const id = numberParam(call, 'review_id')
  return { pull: pullAt(call, act), review: found(seen(call, act).find(known => known.id === id)) }
}
const shown = (call: Call, act: Act, of = on(call, act)) => ok(reviewShape(call.world, act.repository, of))
const path = '/repos/{owner}/{repo}/pulls/{pull_number}/reviews'

export const reviewRoutes: Route[] = [
  get(path, 'pulls/list-reviews', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    return listed(call, call.view.shown(seen(call, act)), known =>
      reviewShape(call.world, act.repository, { pull, review: known }),
    )
  }),
  post(path, 'pulls/create-review', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    const wanted = bodyOf(call, review)
    const made = createReview(act, pull, {
      event: wanted.event ?? null,
      body: wanted.body ?? '',
      commit: wanted.commit_id ?? null,
      comments: wanted.comments ?? [],
    })
    // 200, never 201 (fact 18).
    return shown(call, act, { pull, review: made })
  }),
  get(`${path}/{review_id}`, 'pulls/get-review', call => shown(call, actOf(call))),
  put(`${path}/{review_id}`, 'pulls/update-review', call => {
    const act = actOf(call)
    updateReview(act, on(call, act), bodyOf(call, z.object({ body: z.string() })).body)
    return shown(call, act)
  }),
  del(`${path}/{review_id}`, 'pulls/delete-pending-review', call => {
    const act = actOf(call)
    const of = on(call, act)
    deletePendingReview(act, of)
    return shown(call, act, of)
  }),
  get(`${path}/{review_id}/comments`, 'pulls/list-comments-for-review', call => {
    const act = actOf(call)
    const { pull, review: of } = on(call, act)
    return listed(call, commentsOfReview(pull, of), comment =>
      commentOfReviewShape(call.world, act.repository, { pull, comment }),
    )
  }),
  put(`${path}/{review_id}/dismissals`, 'pulls/dismiss-review', call => {
    const act = actOf(call)
    dismissReview(act, on(call, act), bodyOf(call, z.object({ message: z.string() })).message)
    return shown(call, act)
  }),
  post(`${path}/{review_id}/events`, 'pulls/submit-review', call => {
    const act = actOf(call)
    const wanted = bodyOf(call, z.object({ event, body: z.string().optional() }))
    submitReview(act, on(call, act), { event: wanted.event, body: wanted.body ?? '' })
    return shown(call, act)
  }),
]
