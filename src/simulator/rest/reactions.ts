import * as z from 'zod'
import { type Act, type Need, needs } from '../access.ts'
import { addReaction, deleteReaction } from '../acts/reactions.ts'
import type { ReactionContent, Text } from '../world/types.ts'
import { findComment } from './comments.ts'
import { findReviewComment } from './review-comments.ts'
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
  post,
  type Route,
} from './route.ts'
import { reactionShape } from './shapes/issues.ts'

const contents = [
  '+1',
  '-1',
  'laugh',
  'confused',
  'heart',
  'hooray',
  'rocket',
  'eyes',
] as const satisfies readonly ReactionContent[]
const chosen = z.object({ content: z.enum(contents) })

type Place = { path: string; operation: string; deletion: string; need: Need; text: (call: Call, act: Act) => Text }

/** Reviews have no such route: only GraphQL reacts to them (fact 19). */
const places: Place[] = [
  {
    path: '/repos/{owner}/{repo}/issues/{issue_number}/reactions',
    operation: 'for-issue',
    deletion: 'for-issue',
    need: needs.react,
    text: issueAt,
  },
  {
    path: '/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions',
    operation: 'for-issue-comment',
    deletion: 'for-issue-comment',
    need: needs.react,
    text: (call, act) => findComment(act, numberParam(call, 'comment_id')).comment,
  },
  {
    path: '/repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions',
    operation: 'for-pull-request-review-comment',
    deletion: 'for-pull-request-comment',
    need: needs.reactReview,
    text: (call, act) => findReviewComment(act, numberParam(call, 'comment_id')).comment,
  },
]

const routesAt = ({ path, operation, deletion, need, text }: Place): Route[] => [
  get(path, `reactions/list-${operation}`, call => {
    const content = call.query.get('content')
    const reactions = call.view
      .shown(text(call, actOf(call)).reactions)
      .filter(reaction => content === null || reaction.content === content)
    return listed(call, reactions, reaction => reactionShape(call.world, reaction))
  }),
  post(path, `reactions/create-${operation}`, call => {
    const act = actOf(call)
    const { content } = bodyOf(call, chosen)
    const { reaction, created: isNew } = addReaction(act, text(call, act), { content, need })
    const shape = reactionShape(call.world, reaction)
    return isNew ? created(shape) : ok(shape)
  }),
  del(`${path}/{reaction_id}`, `reactions/delete-${deletion}`, call => {
    const act = actOf(call)
    deleteReaction(act, text(call, act), { id: numberParam(call, 'reaction_id'), need })
    return nothing
  }),
]

export const reactionRoutes: Route[] = places.flatMap(routesAt)
