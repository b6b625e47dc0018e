import * as z from 'zod'

/** The parts of GitHub's answer that are relied on. GitHub sends 64-bit ids as strings. */
const bigId = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
])
const who = z.object({ __typename: z.string(), login: z.string() }).nullable()
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const reacted = z.array(z.object({ content: z.string(), viewerHasReacted: z.boolean() })).nullable()

const list = <T extends z.ZodType>(node: T) =>
  z.object({ totalCount: z.number().int(), pageInfo, nodes: z.array(node.nullable()).nullable() }).optional()

const authored = {
  id: z.string(),
  fullDatabaseId: bigId,
  createdAt: z.string(),
  lastEditedAt: z.string().nullable(),
  author: who,
  editor: who,
  viewerDidAuthor: z.boolean(),
  body: z.string(),
  reactionGroups: reacted,
}

const threadComment = z.object(authored)
export const commentSchema = z.object({ ...authored, isMinimized: z.boolean() })

const review = z.object({
  ...authored,
  submittedAt: z.string().nullable(),
  authorCanPushToRepository: z.boolean(),
  state: z.enum(['PENDING', 'COMMENTED', 'APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']),
  isMinimized: z.boolean(),
  commit: z.object({ oid: z.string() }).nullable(),
})

const thread = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  viewerCanResolve: z.boolean(),
  resolvedBy: z.object({ login: z.string() }).nullable(),
  path: z.string(),
  line: z.number().int().nullable(),
  diffSide: z.enum(['LEFT', 'RIGHT']),
  comments: z.object({ totalCount: z.number().int(), pageInfo, nodes: z.array(threadComment.nullable()).nullable() }),
})

const timelineItem = z.object({
  __typename: z.string(),
  id: z.string().optional(),
  createdAt: z.string().optional(),
  actor: who.optional(),
  label: z.object({ name: z.string() }).nullish(),
  previousRefName: z.string().optional(),
  currentRefName: z.string().optional(),
  oldBase: z.string().optional(),
  newBase: z.string().optional(),
  beforeCommit: z.object({ oid: z.string() }).nullish(),
  afterCommit: z.object({ oid: z.string() }).nullish(),
  review: z.object({ id: z.string() }).nullish(),
  deletedCommentAuthor: who.optional(),
})

const lockReaction = z.object({
  databaseId: z.number().int().nullable(),
  createdAt: z.string(),
  user: z.object({ login: z.string() }).nullable(),
})

export const pullSchema = z.object({
  id: z.string(),
  fullDatabaseId: bigId,
  number: z.number().int(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  locked: z.boolean(),
  title: z.string(),
  body: z.string(),
  createdAt: z.string(),
  author: who,
  viewerDidAuthor: z.boolean(),
  authorAssociation: z.string(),
  baseRefName: z.string(),
  baseRefOid: z.string(),
  headRefName: z.string(),
  headRefOid: z.string(),
  headRepository: z.object({ nameWithOwner: z.string() }).nullable(),
  isCrossRepository: z.boolean(),
  maintainerCanModify: z.boolean(),
  changedFiles: z.number().int(),
  additions: z.number().int(),
  deletions: z.number().int(),
  autoMergeRequest: z.object({ enabledBy: who }).nullish(),
  viewerLatestReviewRequest: z.object({ databaseId: z.number().int().nullable(), asCodeOwner: z.boolean() }).nullish(),
  reactionGroups: reacted,
  lock: z.object({ totalCount: z.number().int(), nodes: z.array(lockReaction.nullable()).nullable() }),
  labels: z
    .object({ totalCount: z.number().int(), nodes: z.array(z.object({ name: z.string() }).nullable()).nullable() })
    .nullable(),
  comments: list(commentSchema),
  reviews: list(review).nullable(),
  reviewThreads: list(thread),
  timelineItems: z
    .object({ filteredCount: z.number().int(), pageInfo, nodes: z.array(timelineItem.nullable()).nullable() })
    .optional(),
})

export const repositorySchema = z.object({
  databaseId: z.number().int(),
  nameWithOwner: z.string(),
  isPrivate: z.boolean(),
  autoMergeAllowed: z.boolean(),
  isInOrganization: z.boolean(),
  defaultBranchRef: z.object({ name: z.string() }).nullable(),
  policy: z
    .object({
      byteSize: z.number().int(),
      isTruncated: z.boolean(),
      isBinary: z.boolean().nullable(),
      text: z.string().nullable(),
    })
    .partial()
    .nullable(),
})

export const viewerSchema = z.object({ login: z.string(), databaseId: z.number().int().nullish() })

export const errorsSchema = z
  .array(
    z.object({ type: z.string().optional(), message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() }),
  )
  .optional()

export const threadCommentsSchema = z.object({
  node: z.object({
    comments: z.object({ totalCount: z.number().int(), pageInfo, nodes: z.array(threadComment.nullable()).nullable() }),
  }),
})

export type PullAnswer = z.infer<typeof pullSchema>
export type RepositoryAnswer = z.infer<typeof repositorySchema>
export type ViewerAnswer = z.infer<typeof viewerSchema>
export type AuthoredAnswer = z.infer<typeof threadComment>
export type TimelineAnswer = z.infer<typeof timelineItem>
export type ThreadAnswer = z.infer<typeof thread>
