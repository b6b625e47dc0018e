import * as z from 'zod'
import { issue, pull } from './file-issues.ts'
import { check, commitStatus, run, workflow } from './file-runs.ts'
import { id, login, time } from './file-words.ts'

/** The world as a JSON file: what `sandbox --world` reads and a dump writes. Everything but names has a default. */
const permissions = z.partialRecord(
  z.enum(['contents', 'pull-requests', 'issues', 'actions', 'checks', 'statuses', 'metadata', 'workflows']),
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
  secrets: z.array(z.string()).default([]),
  variables: z.record(z.string(), z.string()).default({}),
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
      readLag: z.int().min(0).max(9),
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
