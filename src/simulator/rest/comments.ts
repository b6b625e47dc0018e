import * as z from 'zod'
import type { Act } from '../access.ts'
import { addComment, deleteComment, updateComment } from '../acts/comments.ts'
import { found } from '../refusal.ts'
import type { Comment, Issue, Pull } from '../world/types.ts'
import {
  actOf,
  bodyOf,
  type Call,
  created,
  del,
  get,
  issueAt,
  listed,
  nothing,
  numberParam,
  ok,
  patch,
  post,
  type Route,
} from './route.ts'
import { commentShape } from './shapes/issues.ts'

const written = z.object({ body: z.string() })

export function findComment(act: Act, id: number): { issue: Issue | Pull; comment: Comment } {
  const hits = act.repository.issues.flatMap(issue =>
    issue.comments.filter(comment => comment.id === id).map(comment => ({ issue, comment })),
  )
  return found(hits[0])
}

const on = (call: Call, act: Act) => findComment(act, numberParam(call, 'comment_id'))

export const commentRoutes: Route[] = [
  get('/repos/{owner}/{repo}/issues/{issue_number}/comments', 'issues/list-comments', call => {
    const act = actOf(call)
    const issue = issueAt(call, act)
    const since = call.query.get('since')
    const comments = call.view
      .shown(issue.comments)
      .filter(comment => since === null || comment.updatedAt >= Date.parse(since) / 1000)
    return listed(call, comments, comment => commentShape(call.world, act.repository, { issue, comment }))
  }),
  post('/repos/{owner}/{repo}/issues/{issue_number}/comments', 'issues/create-comment', call => {
    const act = actOf(call)
    const issue = issueAt(call, act)
    const comment = addComment(act, issue, bodyOf(call, written).body)
    return created(commentShape(call.world, act.repository, { issue, comment }))
  }),
  get('/repos/{owner}/{repo}/issues/comments/{comment_id}', 'issues/get-comment', call => {
    const act = actOf(call)
    return ok(commentShape(call.world, act.repository, on(call, act)))
  }),
  patch('/repos/{owner}/{repo}/issues/comments/{comment_id}', 'issues/update-comment', call => {
    const act = actOf(call)
    const of = on(call, act)
    updateComment(act, of, bodyOf(call, written).body)
    return ok(commentShape(call.world, act.repository, of))
  }),
  del('/repos/{owner}/{repo}/issues/comments/{comment_id}', 'issues/delete-comment', call => {
    const act = actOf(call)
    deleteComment(act, on(call, act))
    return nothing
  }),
]
