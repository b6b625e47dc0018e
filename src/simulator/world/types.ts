import type { GitStore } from '../git/store.ts'

/** The plain state of the simulated GitHub. Times are whole seconds; logins stand without `[bot]`. */
export type AccountType = 'User' | 'Bot' | 'Organization'
export type Account = { id: number; nodeId: string; login: string; type: AccountType; name: string | null }

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read'
export type Scope = 'contents' | 'pull-requests' | 'issues' | 'actions' | 'checks' | 'statuses' | 'metadata' | 'workflows'
export type Permissions = Partial<Record<Scope, 'read' | 'write'>>
export type TokenKind = 'github-token' | 'app' | 'personal'
/** `repositories: null` = all that the account may see. */
export type Token = { token: string; login: string; kind: TokenKind; permissions: Permissions; repositories: string[] | null }

/** REST's spelling; GraphQL's is derived. */
export type ReactionContent = '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'
export type Reaction = { id: number; nodeId: string; content: ReactionContent; user: string; createdAt: number }

/** What everything that people write has in common. `author: null` = a deleted account. */
export type Text = {
  id: number
  nodeId: string
  author: string | null
  body: string
  createdAt: number
  updatedAt: number
  editedAt: number | null
  editor: string | null
  reactions: Reaction[]
  minimized: string | null
}

export type Comment = Text & { kind: 'comment' }

export type ReviewState = 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'
export type Review = Text & {
  kind: 'review'
  state: ReviewState
  submittedAt: number | null
  commit: string
  dismissal: string | null
}

export type Side = 'LEFT' | 'RIGHT'
/** Where a review comment stands: in the diff at `commit`. */
export type Place = { path: string; line: number; side: Side; startLine: number | null; startSide: Side | null }
export type ReviewComment = Text & {
  kind: 'review-comment'
  review: number
  thread: string
  inReplyTo: number | null
  place: Place
  commit: string
  originalCommit: string
  diffHunk: string
  position: number | null
  originalPosition: number
}
/** `line: null` = outdated: the line it spoke of is gone. */
export type Thread = {
  kind: 'thread'
  id: number
  nodeId: string
  path: string
  side: Side
  startSide: Side | null
  line: number | null
  startLine: number | null
  originalLine: number
  outdated: boolean
  /** `null` = open. */
  resolvedBy: string | null
  comments: ReviewComment[]
}

export type Label = { id: number; nodeId: string; name: string; color: string; description: string | null; createdAt: number }

type EventFacts =
  | { event: 'labeled' | 'unlabeled'; label: { id: number; name: string; color: string } }
  | { event: 'base_ref_changed'; from: string; to: string }
  | { event: 'automatic_base_change_succeeded'; from: string; to: string }
  | { event: 'head_ref_force_pushed'; before: string; after: string }
  | { event: 'head_ref_deleted' | 'head_ref_restored'; ref: string }
  | { event: 'review_dismissed'; review: number; state: ReviewState; message: string }
  | { event: 'review_requested' | 'review_request_removed'; reviewer: string }
  | { event: 'comment_deleted'; deletedAuthor: string | null }
  | { event: 'renamed'; from: string; to: string }
  | { event: 'ready_for_review' | 'convert_to_draft' | 'reopened' | 'closed' | 'merged' }
export type TimelineEvent = { id: number; nodeId: string; actor: string | null; createdAt: number } & EventFacts
export type NewEvent = EventFacts

export type ReviewRequest = {
  id: number
  nodeId: string
  reviewer: { kind: 'user' | 'team'; name: string }
  asCodeOwner: boolean
}

type Discussion = Text & {
  number: number
  title: string
  state: 'open' | 'closed'
  closedAt: number | null
  closedBy: string | null
  locked: boolean
  /** Ids of the repository's labels, in the order they were added. */
  labels: number[]
  comments: Comment[]
  timeline: TimelineEvent[]
}
export type Issue = Discussion & { kind: 'issue' }
export type Pull = Discussion & {
  kind: 'pull'
  draft: boolean
  base: { ref: string; oid: string }
  /** `repository: null` = the fork was deleted. `oid` is the last one that the ref had. */
  head: { repository: string | null; owner: string; ref: string; oid: string }
  merged: { at: number; by: string; oid: string } | null
  reviews: Review[]
  threads: Thread[]
  requests: ReviewRequest[]
  autoMerge: { by: string; at: number; method: 'merge' | 'squash' | 'rebase' } | null
  maintainerCanModify: boolean
}

export type RunStatus = 'requested' | 'queued' | 'pending' | 'waiting' | 'in_progress' | 'completed'
export type Conclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'skipped' | 'timed_out' | 'action_required'
export type Job = {
  id: number
  name: string
  status: RunStatus
  conclusion: Conclusion | null
  createdAt: number
  startedAt: number | null
  completedAt: number | null
}
export type Attempt = {
  number: number
  startedAt: number
  status: RunStatus
  conclusion: Conclusion | null
  updatedAt: number
  jobs: Job[]
}
export type Run = {
  id: number
  workflow: number
  name: string
  event: string
  headSha: string
  headBranch: string | null
  actor: string
  createdAt: number
  runNumber: number
  /** Numbers of the pulls it lists. */
  pulls: number[]
  inputs: Record<string, string>
  /** A concurrency group keeps one pending run (fact 13). */
  group: string | null
  attempts: Attempt[]
}
export type Workflow = {
  id: number
  nodeId: string
  path: string
  name: string
  createdAt: number
  state: 'active' | 'disabled_manually' | 'disabled_inactivity'
}

export type CheckRun = {
  id: number
  nodeId: string
  app: string
  headSha: string
  name: string
  status: RunStatus
  conclusion: Conclusion | null
  startedAt: number | null
  completedAt: number | null
  detailsUrl: string | null
  externalId: string | null
  output: { title: string | null; summary: string | null; text: string | null }
}
export type CommitStatus = {
  id: number
  nodeId: string
  sha: string
  state: 'error' | 'failure' | 'pending' | 'success'
  context: string
  description: string | null
  targetUrl: string | null
  creator: string
  createdAt: number
}
export type Team = { id: number; nodeId: string; slug: string; name: string; members: string[] }

export type Repository = {
  id: number
  nodeId: string
  owner: string
  name: string
  private: boolean
  description: string | null
  defaultBranch: string
  createdAt: number
  forkOf: string | null
  roles: Record<string, Role>
  teams: Team[]
  labels: Label[]
  issues: (Issue | Pull)[]
  workflows: Workflow[]
  runs: Run[]
  checkRuns: CheckRun[]
  statuses: CommitStatus[]
  requiredChecks: string[]
  allowAutoMerge: boolean
  /** Whether GITHUB_TOKEN may approve pulls (fact 7). */
  actionsMayApprove: boolean
  /** Names of secrets, and variables with their values, for Actions. */
  secrets: string[]
  variables: Record<string, string>
  git: GitStore
}

/** What nobody has measured (fact 8): the simulator can give both answers. */
export type Quirks = {
  /** `viewerDidAuthor` for installation tokens. */
  viewerDidAuthor: boolean
  /** `editor` of an installation's own edits; false = null. */
  botEditor: boolean
  /** `minimizeComment` on reviews. */
  minimizeReviews: boolean
  /** Timeline events of a label that was deleted: the node is null, or still names it. */
  deletedLabelEvents: 'null' | 'named'
  /** `totalCount` of a timeline filtered by `itemTypes`: of everything in it, or of what was asked for. */
  timelineTotal: 'all' | 'filtered'
  /** Creating a dispatch answers 200 with the run's id when asked for it, or 204 always. */
  dispatchDetails: boolean
  /** How many reads do not list yet what was made over the API (fact 21). */
  readLag: number
}
