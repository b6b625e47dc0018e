import { isInstallation, may, needs, personal } from '../../access.ts'
import { canResolve } from '../../acts/threads.ts'
import { isoOrNull } from '../../clock.ts'
import { forbidden } from '../../refusal.ts'
import { pagePath } from '../../rest/shapes/issues.ts'
import { pageUrl } from '../../rest/shapes/repositories.ts'
import { commentsOfReview } from '../../world/pulls.ts'
import { connection } from '../connection.ts'
import { actIn, type Table } from '../resolver.ts'
import {
  actorSource,
  type CommentSource,
  commitSource,
  issueSource,
  pullSource,
  type RequestSource,
  type ReviewCommentSource,
  type ReviewSource,
  reviewCommentSource,
  reviewSource,
  type ThreadSource,
} from '../sources.ts'
import { textTable } from './texts.ts'

export const commentTable: Table<CommentSource> = {
  ...textTable,
  issue: source => issueSource(source.repository, source.issue),
  pullRequest: source => (source.issue.kind === 'pull' ? pullSource(source.repository, source.issue) : null),
  url: (source, _, context) =>
    `${pageUrl(context.world, source.repository)}/${pagePath(source.issue)}#issuecomment-${source.comment.id}`,
}

export const reviewTable: Table<ReviewSource> = {
  ...textTable,
  state: source => source.review.state,
  submittedAt: source => isoOrNull(source.review.submittedAt),
  commit: source => commitSource(source.repository, source.review.commit),
  pullRequest: source => pullSource(source.repository, source.pull),
  authorCanPushToRepository: (source, _, context) => {
    const account = context.world.account(source.review.author ?? '')
    return account !== null && may(personal(account), source.repository, needs.push)
  },
  comments: (source, args) => {
    const items = commentsOfReview(source.pull, source.review)
    return connection(args, {
      items,
      total: items.length,
      show: comment => {
        const thread = source.pull.threads.find(known => known.nodeId === comment.thread)
        return thread ? reviewCommentSource(source.repository, { pull: source.pull, thread, comment }) : null
      },
    })
  },
  url: (source, _, context) =>
    `${pageUrl(context.world, source.repository)}/pull/${source.pull.number}#pullrequestreview-${source.review.id}`,
}

export const threadTable: Table<ThreadSource> = {
  id: source => source.thread.nodeId,
  path: source => source.thread.path,
  line: source => source.thread.line,
  startLine: source => source.thread.startLine,
  originalLine: source => source.thread.originalLine,
  diffSide: source => source.thread.side,
  startDiffSide: source => source.thread.startSide,
  isOutdated: source => source.thread.outdated,
  isResolved: source => source.thread.resolvedBy !== null,
  resolvedBy: (source, _, context) => {
    const actor = actorSource(context.world, source.thread.resolvedBy)
    return actor && { ...actor, __typename: 'User' }
  },
  viewerCanResolve: (source, _, context) =>
    source.thread.resolvedBy === null && canResolve(actIn(context, source.repository), source.pull),
  viewerCanUnresolve: (source, _, context) =>
    source.thread.resolvedBy !== null && canResolve(actIn(context, source.repository), source.pull),
  pullRequest: source => pullSource(source.repository, source.pull),
  comments: (source, args, context) => {
    const { pull, thread, repository } = source
    const all = thread.comments
    return connection(args, {
      items: context.view.shown(all),
      total: context.view.total(all),
      show: comment => reviewCommentSource(repository, { pull, thread, comment }),
    })
  },
}

export const reviewCommentTable: Table<ReviewCommentSource> = {
  ...textTable,
  path: source => source.comment.place.path,
  line: source => source.thread.line,
  outdated: source => source.thread.outdated,
  commit: source => commitSource(source.repository, source.comment.commit),
  originalCommit: source => commitSource(source.repository, source.comment.originalCommit),
  pullRequestReview: source => {
    const review = source.pull.reviews.find(known => known.id === source.comment.review)
    return review ? reviewSource(source.repository, { pull: source.pull, review }) : null
  },
  replyTo: source => {
    const comment = source.thread.comments.find(known => known.id === source.comment.inReplyTo)
    return comment ? reviewCommentSource(source.repository, { pull: source.pull, thread: source.thread, comment }) : null
  },
  url: (source, _, context) =>
    `${pageUrl(context.world, source.repository)}/pull/${source.pull.number}#discussion_r${source.comment.id}`,
}

export const requestTable: Table<RequestSource> = {
  id: source => source.request.nodeId,
  databaseId: source => source.request.id,
  asCodeOwner: source => source.request.asCodeOwner,
  requestedReviewer: (source, _, context) => {
    const { reviewer } = source.request
    if (reviewer.kind === 'user') return actorSource(context.world, reviewer.name)
    // Teams are the organisation's: an installation may not look (fact 3).
    if (isInstallation(context.viewer)) throw forbidden()
    const team = source.repository.teams.find(known => known.slug === reviewer.name)
    return team ? { __typename: 'Team', team } : null
  },
}
