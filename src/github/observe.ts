import type * as z from 'zod'
import type { Facts } from '../snapshot/facts.ts'
import {
  errorsSchema,
  type PullAnswer,
  pullSchema,
  repositorySchema,
  threadCommentsSchema,
  viewerSchema,
} from './answer-schema.ts'
import type { Answer, Api, Params } from './api.ts'
import { ConfigError, GitHubError, NotThereError } from './errors.ts'
import { factsOf, type Observed, viewerOf } from './facts-of.ts'
import { type Observing, observeQuery, THREAD_COMMENTS } from './observe-query.ts'
import { firstPage, joinPages, nextPage, PAGE_SIZES, shortLists } from './pages.ts'

export type ObserveInput = Observing & { api: Api }

/** Below these GitHub may refuse a field to this token; everything else must be readable. */
const OPTIONAL_FIELDS = ['autoMergeRequest', 'viewerLatestReviewRequest', 'headRepository', 'resolvedBy', 'editor', 'policy']

type Errors = z.infer<typeof errorsSchema>

/** The only pull of a query, or one of many. */
const PULL = /^(pullRequest|p\d+)$/

/** A repository or pull that is not there is told by its null, in words of our own. */
const isNotThere = ({ type, path = [] }: NonNullable<Errors>[number]): boolean =>
  type === 'NOT_FOUND' && path[0] === 'repository' && (path.length === 1 || (path.length === 2 && PULL.test(String(path[1]))))

const isTolerable = (error: NonNullable<Errors>[number]): boolean =>
  isNotThere(error) ||
  (error.type === 'FORBIDDEN' && (error.path ?? []).some(step => typeof step === 'string' && OPTIONAL_FIELDS.includes(step)))

export class PageTooLarge extends Error {}

/** The data of a GraphQL answer; any partial answer that is not known to be harmless is no answer. */
export const dataOf = (operation: string, answer: Answer): Record<string, unknown> => {
  const body = answer.data as { data?: Record<string, unknown> | null; errors?: unknown } | null
  const errors = errorsSchema.parse(body?.errors) ?? []
  if (errors.some(error => error.type === 'RESOURCE_LIMITS_EXCEEDED')) throw new PageTooLarge()
  const fatal = errors.find(error => !isTolerable(error))
  if (fatal !== undefined || !body?.data)
    throw new GitHubError(`graphql ${operation}`, {
      status: answer.status,
      detail: fatal?.message ?? 'an answer without data',
      landed: 'unknown',
    })
  return body.data
}

/** The part of an answer that is relied on; anything else is no answer. */
export const parsed = <T>(schema: z.ZodType<T>, value: unknown, what: string): T => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new GitHubError(`read ${what}`, {
    status: 200,
    detail: `unexpected answer at ${issue?.path.map(String).join('.')}: ${issue?.message}`,
    landed: 'no',
  })
}

type Page = Pick<Observed, 'viewer' | 'repository' | 'pull' | 'observedAt'>

const readPage = async ({ api, target, lock }: ObserveInput, paging: Params): Promise<Page> => {
  const answer = await api.graphql('Observe', observeQuery({ target, lock }, paging))
  const { viewer, repository } = dataOf('Observe', answer)
  const repo = repository as { pullRequest?: unknown } | null
  if (!repo)
    throw new ConfigError(
      `repository: found "${target.owner}/${target.name}", which this token cannot see; expected a repository it may read; check its permissions`,
    )
  if (!repo.pullRequest)
    throw new NotThereError(
      `pull: found "${target.number}", which is no pull request of ${target.owner}/${target.name}; expected the number of a pull request; check the input "pull"`,
    )
  return {
    viewer: viewerOf(parsed(viewerSchema, viewer, 'viewer')),
    repository: parsed(repositorySchema, repository, 'repository'),
    pull: parsed(pullSchema, repo.pullRequest, 'pull request'),
    observedAt: api.serverTime(),
  }
}

/** The whole of a thread longer than one page. */
const completeThreads = async (api: Api, pull: PullAnswer): Promise<PullAnswer> => {
  for (const thread of pull.reviewThreads?.nodes ?? []) {
    if (thread === null) continue
    while (thread.comments.pageInfo.hasNextPage) {
      const variables = { id: thread.id, after: thread.comments.pageInfo.endCursor }
      const answer = await api.graphql('ThreadComments', { text: THREAD_COMMENTS, variables, kind: 'read' })
      const { node } = parsed(threadCommentsSchema, dataOf('ThreadComments', answer), 'thread')
      thread.comments = { ...node.comments, nodes: [...(thread.comments.nodes ?? []), ...(node.comments.nodes ?? [])] }
    }
  }
  return pull
}

/** All pages after `first`, joined. */
export const readRest = async (input: ObserveInput, first: PullAnswer, page: number): Promise<PullAnswer> => {
  let pull = first
  for (let paging = nextPage(pull, page); paging !== null; paging = nextPage(pull, page)) {
    const later = await readPage(input, paging)
    pull = joinPages(pull, later.pull)
  }
  return completeThreads(input.api, pull)
}

/** GitHub could not answer so much at once: a smaller page may go. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof PageTooLarge || (error instanceof GitHubError && (error.status === 502 || error.status === 504))

const readWhole = async (input: ObserveInput): Promise<Page> => {
  for (const [index, page] of PAGE_SIZES.entries()) {
    try {
      const first = await readPage(input, firstPage(page))
      return { ...first, pull: await readRest(input, first.pull, page) }
    } catch (error) {
      if (!isTooLarge(error) || index === PAGE_SIZES.length - 1) throw error
    }
  }
  throw new GitHubError('graphql Observe', { status: 502, detail: 'the pull request is too large to be read', landed: 'no' })
}

/** Reads the pull whole: every list to its end and as long as GitHub says it is; a short one is read again, then the run stops. */
export const observe = async (input: ObserveInput): Promise<Facts> => {
  let page = await readWhole(input)
  if (shortLists(page.pull).length > 0) page = await readWhole(input)
  const short = shortLists(page.pull)
  if (short.length > 0)
    throw new GitHubError('graphql Observe', {
      status: 200,
      detail: `GitHub's lists are shorter than their totals: ${short.join(', ')}; nothing is decided on half a read`,
      landed: 'no',
    })
  return factsOf({ ...page, lock: input.lock })
}
