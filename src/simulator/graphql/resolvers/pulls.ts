import { may, needs } from '../../access.ts'
import { iso, isoOrNull } from '../../clock.ts'
import { forbidden } from '../../refusal.ts'
import { labelsOf, pagePath } from '../../rest/shapes/issues.ts'
import { pageUrl } from '../../rest/shapes/repositories.ts'
import { diffOf, mergeableOf, standingReviews, visibleReviews } from '../../world/pulls.ts'
import { fullName, sameLogin } from '../../world/world.ts'
import { connection } from '../connection.ts'
import { type Args, type Context, type Table, textsArg } from '../resolver.ts'
import {
  actorSource,
  commentSource,
  commitSource,
  type IssueSource,
  issueSource,
  labelSource,
  type PullSource,
  type RequestSource,
  repositorySource,
  reviewSource,
  threadSource,
} from '../sources.ts'
import { textTable } from './texts.ts'
import { timelineOf } from './timeline.ts'

const viewerLogin = (context: Context) => context.viewer.account?.login ?? null
const sum = (source: PullSource, key: 'additions' | 'deletions') =>
  diffOf(source.repository, source.issue).reduce((total, file) => total + file[key], 0)

const issueTable: Table<IssueSource | PullSource> = {
  ...textTable,
  number: source => source.issue.number,
  title: source => source.issue.title,
  closed: source => source.issue.state === 'closed',
  closedAt: source => isoOrNull(source.issue.closedAt),
  locked: source => source.issue.locked,
  state: source => (source.issue.kind === 'pull' && source.issue.merged ? 'MERGED' : source.issue.state.toUpperCase()),
  url: (source, _, context) => `${pageUrl(context.world, source.repository)}/${pagePath(source.issue)}`,
  labels: (source, args) => {
    const labels = labelsOf(source.repository, source.issue)
    return connection(args, { items: labels, total: labels.length, show: labelSource })
  },
  comments: (source, args, context) => {
    const { issue, repository } = source
    const all = issue.comments
    return connection(args, {
      items: context.view.shown(all),
      total: context.view.total(all),
      show: comment => commentSource(repository, { issue, comment }),
    })
  },
}

/** `fixes #7` in the text of a pull onto the default branch. */
function closingIssues(source: PullSource) {
  if (source.issue.base.ref !== source.repository.defaultBranch) return []
  const numbers = new Set(
    [...source.issue.body.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d+)/gi)].map(match => Number(match[1])),
  )
  return source.repository.issues.filter(issue => issue.kind === 'issue' && numbers.has(issue.number))
}

function reviewDecision(source: PullSource): string | null {
  const states = standingReviews(source.issue).map(review => review.state)
  return states.includes('CHANGES_REQUESTED') ? 'CHANGES_REQUESTED' : states.includes('APPROVED') ? 'APPROVED' : null
}

const headRepository = (source: PullSource, context: Context) => {
  const name = source.issue.head.repository
  const repository = name === null ? null : context.world.repository(name)
  return repository && repositorySource(repository)
}

/** Private checks need their own permission (fact 4); nothing checked = nothing there. */
function rollup(source: PullSource, _: Args, context: Context) {
  const { repository, issue } = source
  const mayRead = may(context.viewer, repository, needs.readChecks) && may(context.viewer, repository, needs.readStatuses)
  if (!mayRead) throw forbidden()
  const { oid } = issue.head
  const some = [...repository.checkRuns.map(check => check.headSha), ...repository.statuses.map(status => status.sha)].includes(
    oid,
  )
  return some ? { __typename: 'StatusCheckRollup', repository, oid, pull: issue } : null
}

const changeTypes = {
  added: 'ADDED',
  removed: 'DELETED',
  modified: 'MODIFIED',
  renamed: 'RENAMED',
  copied: 'COPIED',
  changed: 'CHANGED',
}
const changedFile = ({ path, status, additions, deletions }: ReturnType<typeof diffOf>[number]) => ({
  __typename: 'PullRequestChangedFile',
  path,
  changeType: changeTypes[status],
  additions,
  deletions,
})

const mergeableName = (mergeable: boolean | null) => (mergeable === null ? 'UNKNOWN' : mergeable ? 'MERGEABLE' : 'CONFLICTING')

export const pullTable: Table<PullSource> = {
  ...issueTable,
  isDraft: source => source.issue.draft,
  merged: source => source.issue.merged !== null,
  mergedAt: source => isoOrNull(source.issue.merged?.at ?? null),
  mergedBy: (source, _, context) => actorSource(context.world, source.issue.merged?.by ?? null),
  mergeable: source => mergeableName(mergeableOf(source.repository, source.issue)),
  additions: source => sum(source, 'additions'),
  deletions: source => sum(source, 'deletions'),
  changedFiles: source => diffOf(source.repository, source.issue).length,
  files: (source, args) => {
    const items = diffOf(source.repository, source.issue).map(file => ({ id: file.path, file }))
    return connection(args, { items, total: items.length, show: ({ file }) => changedFile(file) })
  },
  repository: source => repositorySource(source.repository),
  baseRepository: source => repositorySource(source.repository),
  baseRefName: source => source.issue.base.ref,
  baseRefOid: source => source.issue.base.oid,
  baseRef: source => refSource(source.repository, source.issue.base.ref),
  headRefName: source => source.issue.head.ref,
  headRefOid: source => source.issue.head.oid,
  headRef: (source, _, context) => {
    const head = headRepository(source, context)
    return head && refSource(head.repository, source.issue.head.ref)
  },
  headRepository: (source, _, context) => headRepository(source, context),
  headRepositoryOwner: (source, _, context) => actorSource(context.world, source.issue.head.owner),
  isCrossRepository: source => source.issue.head.repository !== fullName(source.repository),
  isInMergeQueue: () => false,
  maintainerCanModify: source => source.issue.maintainerCanModify,
  reviewDecision,
  autoMergeRequest: (source, _, context) => {
    const { autoMerge } = source.issue
    return (
      autoMerge && {
        enabledAt: iso(autoMerge.at),
        enabledBy: actorSource(context.world, autoMerge.by),
        mergeMethod: autoMerge.method.toUpperCase(),
      }
    )
  },
  closingIssuesReferences: (source, args) => {
    const items = closingIssues(source)
    return connection(args, { items, total: items.length, show: issue => issueSource(source.repository, issue) })
  },
  commits: (source, args) => {
    const { git } = source.repository
    const items = git.between(source.issue.base.oid, source.issue.head.oid).map(id => ({ id }))
    return connection(args, {
      items,
      total: items.length,
      show: ({ id }) => ({ id: `PURC_${id}`, commit: commitSource(source.repository, id) }),
    })
  },
  reviews: (source, args, context) => {
    const { issue: pull, repository } = source
    const states = textsArg(args, 'states')
    const all = visibleReviews(pull, viewerLogin(context)).filter(review => states.length === 0 || states.includes(review.state))
    return connection(args, {
      items: context.view.shown(all),
      total: context.view.total(all),
      show: review => reviewSource(repository, { pull, review }),
    })
  },
  latestReviews: (source, args, context) => {
    const { issue: pull, repository } = source
    const items = [...new Map(visibleReviews(pull, null).map(review => [review.author, review])).values()]
    return connection(args, {
      items: context.view.shown(items),
      total: items.length,
      show: review => reviewSource(repository, { pull, review }),
    })
  },
  reviewThreads: (source, args, context) => {
    const { issue: pull, repository } = source
    const seen = new Set(visibleReviews(pull, viewerLogin(context)).map(review => review.id))
    const threads = pull.threads.filter(thread => thread.comments.some(comment => seen.has(comment.review)))
    const all = threads.map(thread => ({ id: thread.id, createdAt: thread.comments[0]?.createdAt ?? 0, thread }))
    return connection(args, {
      items: context.view.shown(all),
      total: context.view.total(all),
      show: ({ thread }) => threadSource(repository, { pull, thread }),
    })
  },
  reviewRequests: (source, args) => {
    const { requests } = source.issue
    return connection(args, {
      items: requests,
      total: requests.length,
      show: (request): RequestSource => ({ __typename: 'ReviewRequest', repository: source.repository, request }),
    })
  },
  viewerLatestReview: (source, _, context) => {
    const { issue: pull, repository } = source
    const review = pull.reviews.filter(known => sameLogin(known.author, viewerLogin(context))).at(-1)
    return review ? reviewSource(repository, { pull, review }) : null
  },
  viewerLatestReviewRequest: (source, _, context): RequestSource | null => {
    const request = source.issue.requests.findLast(
      ({ reviewer }) => reviewer.kind === 'user' && sameLogin(reviewer.name, viewerLogin(context)),
    )
    return request ? { __typename: 'ReviewRequest', repository: source.repository, request } : null
  },
  statusCheckRollup: rollup,
  timelineItems: timelineOf,
}

const refSource = (repository: PullSource['repository'], name: string) => {
  const oid = repository.git.branch(name)
  return oid === null ? null : { __typename: 'Ref', repository, name: `refs/heads/${name}`, oid }
}

export { issueTable }
