import * as z from 'zod'
import { actor, id, login, sha, time } from './file-words.ts'

const contents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const
const reaction = z.strictObject({ id, content: z.enum(contents), user: login, createdAt: time.optional() })
const text = {
  id,
  author: actor,
  body: z.string().default(''),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  editedAt: time.nullable().default(null),
  editor: actor.default(null),
  minimized: z.string().nullable().default(null),
  reactions: z.array(reaction).default([]),
}
const comment = z.strictObject(text)
const side = z.enum(['LEFT', 'RIGHT'])
const line = z.number().int().positive()
const reviewComment = z.strictObject({
  ...text,
  review: z.number().int(),
  inReplyTo: z.number().int().nullable().default(null),
  commit: sha,
  originalCommit: sha,
  diffHunk: z.string(),
  position: z.number().int().nullable(),
  originalPosition: z.number().int(),
  place: z.strictObject({ path: z.string(), line, side, startLine: line.nullable(), startSide: side.nullable() }),
})
const thread = z.strictObject({
  id,
  path: z.string(),
  side,
  startSide: side.nullable().default(null),
  line: line.nullable(),
  startLine: line.nullable().default(null),
  originalLine: line,
  outdated: z.boolean().default(false),
  resolvedBy: actor.default(null),
  comments: z.array(reviewComment),
})
const reviewState = z.enum(['PENDING', 'COMMENTED', 'APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'])
const review = z.strictObject({
  ...text,
  state: reviewState.default('COMMENTED'),
  submittedAt: time.nullish(),
  commit: sha.optional(),
  dismissal: z.string().nullable().default(null),
})

const head = { id, actor, createdAt: time.optional() }
const labelRef = z.union([z.string(), z.strictObject({ id: z.number().int(), name: z.string(), color: z.string() })])
const event = z.discriminatedUnion('event', [
  z.strictObject({ ...head, event: z.enum(['labeled', 'unlabeled']), label: labelRef }),
  z.strictObject({
    ...head,
    event: z.enum(['base_ref_changed', 'automatic_base_change_succeeded', 'renamed']),
    from: z.string(),
    to: z.string(),
  }),
  z.strictObject({ ...head, event: z.literal('head_ref_force_pushed'), before: sha, after: sha }),
  z.strictObject({ ...head, event: z.enum(['head_ref_deleted', 'head_ref_restored']), ref: z.string() }),
  z.strictObject({
    ...head,
    event: z.literal('review_dismissed'),
    review: z.number().int(),
    state: reviewState,
    message: z.string(),
  }),
  z.strictObject({ ...head, event: z.enum(['review_requested', 'review_request_removed']), reviewer: login }),
  z.strictObject({ ...head, event: z.literal('comment_deleted'), deletedAuthor: actor }),
  z.strictObject({ ...head, event: z.enum(['ready_for_review', 'convert_to_draft', 'reopened', 'closed', 'merged']) }),
])

const discussion = {
  ...text,
  number: z.number().int().positive().optional(),
  title: z.string(),
  state: z.enum(['open', 'closed']).default('open'),
  closedAt: time.nullish(),
  closedBy: actor.default(null),
  locked: z.boolean().default(false),
  labels: z.array(z.string()).default([]),
  comments: z.array(comment).default([]),
  timeline: z.array(event).default([]),
}
export const issue = z.strictObject(discussion)
const request = z.strictObject({
  id,
  user: login.optional(),
  team: z.string().optional(),
  asCodeOwner: z.boolean().default(false),
})
export const pull = z.strictObject({
  ...discussion,
  /** `branch`, or `owner:branch` of a fork. */
  head: z.string(),
  headRepository: z.string().nullish(),
  headOid: sha.optional(),
  base: z.string().optional(),
  baseOid: sha.optional(),
  draft: z.boolean().default(false),
  merged: z.strictObject({ at: time, by: login, oid: sha }).nullable().default(null),
  reviews: z.array(review).default([]),
  threads: z.array(thread).default([]),
  requests: z.array(request).default([]),
  autoMerge: z
    .strictObject({ by: login, at: time, method: z.enum(['merge', 'squash', 'rebase']) })
    .nullable()
    .default(null),
  maintainerCanModify: z.boolean().optional(),
})
