import * as z from 'zod'

/** The world as a JSON file: what `sandbox --world` reads and a dump writes. Everything but names has a default. */
const time = z.iso.datetime().transform(text => Math.floor(Date.parse(text) / 1000))
const id = z.number().int().positive().optional()
const sha = z.string().regex(/^[0-9a-f]{40}$/, 'expected 40 hex digits')
const login = z.string().min(1)
const actor = login.nullable()
const contents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const
const permissions = z.partialRecord(
  z.enum(['contents', 'pull-requests', 'issues', 'actions', 'checks', 'statuses', 'metadata']),
  z.enum(['read', 'write']),
)

const token = z.strictObject({
  token: z.string().min(1),
  kind: z.enum(['github-token', 'app', 'personal']).default('personal'),
  permissions: permissions.default({}),
  repositories: z.array(z.string()).nullable().default(null),
})
const user = z.strictObject({
  id,
  login,
  type: z.enum(['User', 'Bot', 'Organization']).default('User'),
  name: z.string().nullable().default(null),
  tokens: z.array(z.union([z.string().transform(text => token.parse({ token: text })), token])).default([]),
})

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
const issue = z.strictObject(discussion)
const request = z.strictObject({
  id,
  user: login.optional(),
  team: z.string().optional(),
  asCodeOwner: z.boolean().default(false),
})
const pull = z.strictObject({
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

const files = z.record(z.string(), z.string().nullable())
const commit = z.strictObject({
  message: z.string().default('Change files'),
  author: login.optional(),
  at: time.optional(),
  files,
})
const branch = z
  .strictObject({ from: z.string().optional(), files: files.optional(), commits: z.array(commit).default([]) })
  .transform(({ from, files: only, commits }) => ({
    from,
    commits: only ? [commit.parse({ files: only }), ...commits] : commits,
  }))

const status = z.enum(['requested', 'queued', 'pending', 'waiting', 'in_progress', 'completed'])
const conclusion = z.enum(['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required']).nullable()
const job = z.strictObject({
  id,
  name: z.string().default('review'),
  status: status.default('in_progress'),
  conclusion: conclusion.default(null),
  createdAt: time.optional(),
  startedAt: time.nullish(),
  completedAt: time.nullish(),
})
const attempt = z.strictObject({
  startedAt: time.optional(),
  updatedAt: time.optional(),
  status: status.default('in_progress'),
  conclusion: conclusion.default(null),
  jobs: z.array(job).default([]),
})
const run = z.strictObject({
  id,
  /** The workflow's file name or path. */
  workflow: z.string(),
  name: z.string().optional(),
  event: z.string().default('workflow_dispatch'),
  headSha: sha.optional(),
  headBranch: z.string().nullish(),
  actor: login,
  createdAt: time.optional(),
  pulls: z.array(z.number().int()).default([]),
  inputs: z.record(z.string(), z.string()).default({}),
  group: z.string().nullable().default(null),
  attempts: z
    .array(attempt)
    .min(1)
    .default([{ status: 'in_progress', conclusion: null, jobs: [] }]),
})
const workflow = z.strictObject({
  id,
  path: z.string(),
  name: z.string(),
  createdAt: time.optional(),
  state: z.enum(['active', 'disabled_manually', 'disabled_inactivity']).default('active'),
})
const check = z.strictObject({
  id,
  app: login,
  headSha: sha,
  name: z.string(),
  status: status.default('completed'),
  conclusion: conclusion.default(null),
  startedAt: time.nullish(),
  completedAt: time.nullish(),
  detailsUrl: z.string().nullable().default(null),
  externalId: z.string().nullable().default(null),
  output: z
    .strictObject({ title: z.string().nullable(), summary: z.string().nullable(), text: z.string().nullable() })
    .default({ title: null, summary: null, text: null }),
})
const commitStatus = z.strictObject({
  id,
  sha,
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string(),
  description: z.string().nullable().default(null),
  targetUrl: z.string().nullable().default(null),
  creator: login,
  createdAt: time.optional(),
})
const label = z.union([
  z.string().transform(name => ({ name, color: 'ededed', description: null, id: undefined, createdAt: undefined })),
  z.strictObject({
    id,
    name: z.string(),
    color: z.string().default('ededed'),
    description: z.string().nullable().default(null),
    createdAt: time.optional(),
  }),
])

const repository = z.strictObject({
  id,
  name: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'expected owner/name'),
  private: z.boolean().default(false),
  description: z.string().nullable().default(null),
  defaultBranch: z.string().default('main'),
  createdAt: time.optional(),
  forkOf: z.string().nullable().default(null),
  allowAutoMerge: z.boolean().default(false),
  actionsMayApprove: z.boolean().default(false),
  requiredChecks: z.array(z.string()).default([]),
  roles: z.record(z.string(), z.enum(['admin', 'maintain', 'write', 'triage', 'read'])).default({}),
  teams: z
    .array(z.strictObject({ id, slug: z.string(), name: z.string().optional(), members: z.array(login).default([]) }))
    .default([]),
  labels: z.array(label).default([]),
  /** Either of both: branches with their files, or a git bundle in base64. */
  branches: z.record(z.string(), branch).default({}),
  bundle: z.string().nullable().default(null),
  issues: z.array(issue).default([]),
  pulls: z.array(pull).default([]),
  workflows: z.array(workflow).default([]),
  runs: z.array(run).default([]),
  checkRuns: z.array(check).default([]),
  statuses: z.array(commitStatus).default([]),
})

export const worldFile = z.strictObject({
  $schema: z.string().optional(),
  /** Set = the clock stands still there until it is ticked. */
  now: z.iso.datetime().optional(),
  quirks: z
    .strictObject({
      viewerDidAuthor: z.boolean(),
      botEditor: z.boolean(),
      minimizeReviews: z.boolean(),
      deletedLabelEvents: z.enum(['null', 'named']),
      timelineTotal: z.enum(['all', 'filtered']),
      dispatchDetails: z.boolean(),
    })
    .partial()
    .default({}),
  users: z.array(user).default([]),
  repositories: z.array(repository).default([]),
})

/** What people write; defaults may be left out. */
export type WorldFile = z.input<typeof worldFile>
export type ParsedWorld = z.output<typeof worldFile>
export type RepositoryFile = z.output<typeof repository>
export type PullFile = z.output<typeof pull>
export type IssueFile = z.output<typeof issue>
export type RunFile = z.output<typeof run>
