import type {
  Actor,
  Authored,
  CommentFact,
  Facts,
  PullFact,
  Reaction,
  ReviewFact,
  ThreadFact,
  TimelineFact,
} from '../snapshot/facts.ts'
import { type Instant, instantOf, loginOf, type Sha, shaOf } from '../snapshot/ids.ts'
import type { AuthoredAnswer, PullAnswer, RepositoryAnswer, ThreadAnswer, TimelineAnswer, ViewerAnswer } from './answer-schema.ts'
import { ConfigError, InvariantError } from './errors.ts'

type Who = { __typename: string; login: string } | null | undefined

const KINDS = ['User', 'Bot', 'Organization', 'Mannequin', 'EnterpriseUserAccount'] as const

const actorOf = (who: Who): Actor => {
  if (!who || who.login === '') return null
  const kind = KINDS.find(one => one === who.__typename)
  return kind === undefined ? null : { kind, login: loginOf(who.login) }
}

const wholeSha = (text: string): Sha => {
  const sha = shaOf(text)
  if (sha === null) throw new InvariantError(`GitHub sent "${text.slice(0, 80)}" where a whole commit id was expected`)
  return sha
}

const atOf = (iso: string | null): Instant | null => (iso === null ? null : instantOf(iso))

export const present = <T>(nodes: (T | null)[] | null | undefined): T[] => (nodes ?? []).filter(node => node !== null) as T[]

export const authoredOf = (answer: AuthoredAnswer): Authored => ({
  id: answer.fullDatabaseId,
  nodeId: answer.id,
  createdAt: instantOf(answer.createdAt),
  editedAt: atOf(answer.lastEditedAt),
  author: actorOf(answer.author),
  editor: actorOf(answer.editor),
  viewerDidAuthor: answer.viewerDidAuthor,
  body: answer.body,
  reacted: (answer.reactionGroups ?? []).filter(group => group.viewerHasReacted).map(group => group.content as Reaction),
})

const commentsOf = (pull: PullAnswer): CommentFact[] =>
  present(pull.comments?.nodes).map(node => ({ ...authoredOf(node), isMinimized: node.isMinimized }))

const reviewsOf = (pull: PullAnswer): ReviewFact[] =>
  present(pull.reviews?.nodes).map(node => ({
    ...authoredOf(node),
    submittedAt: atOf(node.submittedAt),
    state: node.state,
    isMinimized: node.isMinimized,
    authorCanPush: node.authorCanPushToRepository,
    commit: shaOf(node.commit?.oid ?? null),
  }))

const threadOf = (thread: ThreadAnswer): ThreadFact => ({
  nodeId: thread.id,
  isResolved: thread.isResolved,
  isOutdated: thread.isOutdated,
  viewerCanResolve: thread.viewerCanResolve,
  resolvedBy: thread.resolvedBy === null ? null : loginOf(thread.resolvedBy.login),
  path: thread.path,
  line: thread.line,
  side: thread.diffSide,
  comments: present(thread.comments.nodes).map(authoredOf),
})

/** A null node is an event of a label that GitHub no longer shows. */
const timelineOf = (item: TimelineAnswer | null): TimelineFact => {
  if (item === null || item.id === undefined || item.createdAt === undefined) return { kind: 'unknown' }
  const event = { id: item.id, at: instantOf(item.createdAt), actor: actorOf(item.actor) }
  switch (item.__typename) {
    case 'LabeledEvent':
      return { kind: 'labeled', ...event, label: item.label?.name ?? null }
    case 'UnlabeledEvent':
      return { kind: 'unlabeled', ...event, label: item.label?.name ?? null }
    case 'BaseRefChangedEvent':
      return { kind: 'base-changed', ...event, from: item.previousRefName ?? '', to: item.currentRefName ?? '' }
    case 'AutomaticBaseChangeSucceededEvent':
      return { kind: 'base-changed', ...event, from: item.oldBase ?? '', to: item.newBase ?? '' }
    case 'HeadRefForcePushedEvent':
      return {
        kind: 'force-pushed',
        ...event,
        before: shaOf(item.beforeCommit?.oid ?? null),
        after: shaOf(item.afterCommit?.oid ?? null),
      }
    case 'ReviewDismissedEvent':
      return { kind: 'review-dismissed', ...event, reviewNodeId: item.review?.id ?? null }
    case 'CommentDeletedEvent':
      return { kind: 'comment-deleted', ...event, deletedAuthor: actorOf(item.deletedCommentAuthor) }
    case 'ReadyForReviewEvent':
      return { kind: 'ready', ...event }
    case 'ReopenedEvent':
      return { kind: 'reopened', ...event }
    case 'ReviewRequestedEvent':
      // Who was asked is not read: for a team GitHub refuses the field to an installation token.
      return { kind: 'review-requested', ...event, reviewer: null }
    default:
      return { kind: 'unknown' }
  }
}

const reviewRequestOf = (pull: PullAnswer): PullFact['reviewRequest'] => {
  const request = pull.viewerLatestReviewRequest
  return request && request.databaseId !== null ? { id: request.databaseId, asCodeOwner: request.asCodeOwner } : null
}

const pullOf = (pull: PullAnswer): PullFact => ({
  nodeId: pull.id,
  id: pull.fullDatabaseId,
  number: pull.number,
  state: pull.state,
  isDraft: pull.isDraft,
  isLocked: pull.locked,
  title: pull.title,
  body: pull.body,
  createdAt: instantOf(pull.createdAt),
  author: actorOf(pull.author),
  viewerDidAuthor: pull.viewerDidAuthor,
  authorAssociation: pull.authorAssociation,
  base: { ref: pull.baseRefName, oid: wholeSha(pull.baseRefOid) },
  head: { ref: pull.headRefName, oid: wholeSha(pull.headRefOid), repository: pull.headRepository?.nameWithOwner ?? null },
  isCrossRepository: pull.isCrossRepository,
  maintainerCanModify: pull.maintainerCanModify,
  changedFiles: pull.changedFiles,
  additions: pull.additions,
  deletions: pull.deletions,
  labels: present(pull.labels?.nodes).map(label => label.name),
  reviewRequest: reviewRequestOf(pull),
  autoMerge: pull.autoMergeRequest ? { by: actorOf(pull.autoMergeRequest.enabledBy) } : null,
})

/** Our own reaction is one without a user (a Bot) or with our login; others' 👀 on the pull are no lock. */
const lockOf = (pull: PullAnswer, content: string, viewer: Facts['viewer']): Facts['lock'] => {
  const nodes = present(pull.lock.nodes)
  const own = nodes.filter(node => (node.user === null ? viewer.isBot : loginOf(node.user.login) === viewer.login))
  return {
    held: pull.reactionGroups?.find(group => group.content === content)?.viewerHasReacted ?? own.length > 0,
    entries: own.flatMap(node => (node.databaseId === null ? [] : [{ id: node.databaseId, at: instantOf(node.createdAt) }])),
    complete: nodes.length === pull.lock.totalCount,
  }
}

const policyOf = (policy: RepositoryAnswer['policy']): Facts['policy'] => {
  if (policy === null || policy.text === undefined) return null
  if (policy.isTruncated === true || policy.isBinary === true || policy.text === null)
    throw new ConfigError(
      '.github/countersign.yml: found a file that GitHub does not show as text; expected YAML of at most 512 kB; replace it',
    )
  return { text: policy.text }
}

export const viewerOf = (viewer: ViewerAnswer): Facts['viewer'] => ({
  login: loginOf(viewer.login),
  id: viewer.databaseId ?? null,
  isBot: viewer.login.toLowerCase().endsWith('[bot]'),
})

export type Observed = {
  viewer: Facts['viewer']
  repository: RepositoryAnswer
  pull: PullAnswer
  observedAt: Instant
  lock: string
}

export const factsOf = ({ viewer, repository, pull, observedAt, lock }: Observed): Facts => ({
  observedAt,
  viewer,
  repository: {
    id: repository.databaseId,
    nameWithOwner: repository.nameWithOwner,
    isPrivate: repository.isPrivate,
    defaultBranch: repository.defaultBranchRef?.name ?? '',
    autoMergeAllowed: repository.autoMergeAllowed,
    isInOrganization: repository.isInOrganization,
  },
  policy: policyOf(repository.policy),
  pull: pullOf(pull),
  lock: lockOf(pull, lock, viewer),
  comments: commentsOf(pull),
  reviews: reviewsOf(pull),
  threads: present(pull.reviewThreads?.nodes).map(threadOf),
  timeline: (pull.timelineItems?.nodes ?? []).map(timelineOf),
  checks: null,
  permissions: {},
})
