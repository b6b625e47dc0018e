import type { Instant, Login, Sha } from './ids.ts'

/** Who did something. `null` = a deleted account, or one that GitHub does not show. */
export type Actor = { kind: 'User' | 'Bot' | 'Organization' | 'Mannequin' | 'EnterpriseUserAccount'; login: Login } | null

/** GitHub's reactions that Countersign itself sets. */
export type Reaction = 'EYES' | 'ROCKET' | 'CONFUSED' | 'HOORAY' | 'HEART' | 'LAUGH'

/** What comments, reviews and review comments have in common. `id` is GitHub's database id. */
export type Authored = {
  id: number
  nodeId: string
  createdAt: Instant
  editedAt: Instant | null
  author: Actor
  editor: Actor
  viewerDidAuthor: boolean
  body: string
  /** The reactions that the viewer itself has left here. */
  reacted: Reaction[]
}

export type CommentFact = Authored & { isMinimized: boolean }

export type ReviewFact = Authored & {
  /** `null` while PENDING. */
  submittedAt: Instant | null
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'
  isMinimized: boolean
  authorCanPush: boolean
  /** GitHub moves it after a force push: never a source of truth for the head that was reviewed. */
  commit: Sha | null
}

export type ThreadFact = {
  nodeId: string
  isResolved: boolean
  isOutdated: boolean
  viewerCanResolve: boolean
  resolvedBy: Login | null
  path: string
  line: number | null
  side: 'LEFT' | 'RIGHT'
  comments: Authored[]
}

/** `label: null` = an event of a label that was deleted since, or a node that GitHub answered as null. */
export type TimelineFact =
  | { kind: 'labeled' | 'unlabeled'; id: string; at: Instant; actor: Actor; label: string | null }
  | { kind: 'base-changed'; id: string; at: Instant; actor: Actor; from: string; to: string }
  | { kind: 'force-pushed'; id: string; at: Instant; actor: Actor; before: Sha | null; after: Sha | null }
  | { kind: 'review-dismissed'; id: string; at: Instant; actor: Actor; reviewNodeId: string | null }
  | { kind: 'comment-deleted'; id: string; at: Instant; actor: Actor; deletedAuthor: Actor }
  | { kind: 'ready' | 'reopened'; id: string; at: Instant; actor: Actor }
  /** `reviewer: null` = a team, or an account that is not shown. */
  | { kind: 'review-requested'; id: string; at: Instant; actor: Actor; reviewer: Login | null }
  | { kind: 'unknown' }

export type CheckFact = {
  name: string
  app: string | null
  workflowRun: number | null
  state: 'pending' | 'passed' | 'failed'
  required: boolean
}

export type PullFact = {
  nodeId: string
  id: number
  number: number
  state: 'OPEN' | 'CLOSED' | 'MERGED'
  isDraft: boolean
  isLocked: boolean
  title: string
  body: string
  createdAt: Instant
  author: Actor
  viewerDidAuthor: boolean
  /** What GitHub says of the author here: OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE … */
  authorAssociation: string
  base: { ref: string; oid: Sha }
  /** `repository: null` = the fork was deleted. */
  head: { ref: string; oid: Sha; repository: string | null }
  isCrossRepository: boolean
  maintainerCanModify: boolean
  changedFiles: number
  additions: number
  deletions: number
  labels: string[]
  /** The pending review request of the viewer itself, if there is one. */
  reviewRequest: { id: number; asCodeOwner: boolean } | null
  autoMerge: { by: Actor } | null
}

/** The lock reaction on the pull as the read showed it. `ids` may be cut short when very many people reacted. */
export type LockFact = { held: boolean; entries: { id: number; at: Instant }[]; complete: boolean }

export type Permission = 'admin' | 'write' | 'read' | 'none'

/** Everything one observation brought: what GitHub says, in our words, nothing interpreted. */
export type Facts = {
  /** From the server's `Date` header. */
  observedAt: Instant
  viewer: { login: Login; id: number | null; isBot: boolean }
  repository: {
    id: number
    nameWithOwner: string
    isPrivate: boolean
    /** Without one, all collaborators may write. */
    isInOrganization: boolean
    defaultBranch: string
    autoMergeAllowed: boolean
  }
  policy: { text: string } | null
  pull: PullFact
  lock: LockFact
  comments: CommentFact[]
  reviews: ReviewFact[]
  threads: ThreadFact[]
  timeline: TimelineFact[]
  /** `null` = not asked for, or not readable with this token. */
  checks: CheckFact[] | null
  /** Live answers for the people whose requests are open; missing = not asked yet. */
  permissions: Partial<Record<Login, Permission>>
}
