import * as z from 'zod'
import type { Facts } from '../snapshot/facts.ts'
import { type Instant, instantOf } from '../snapshot/ids.ts'
import { commentSchema, pullSchema, repositorySchema, viewerSchema } from './answer-schema.ts'
import type { Api } from './api.ts'
import { GitHubError } from './errors.ts'
import { factsOf, present, viewerOf } from './facts-of.ts'
import { dataOf, isTooLarge, parsed } from './observe.ts'
import { shortLists } from './pages.ts'
import { ROWS } from './row-query.ts'

/** One pull of a list. `isWhole` = every list of it was shown to its end: then these facts are as good as a read of its own. */
export type Row = {
  facts: Facts
  updatedAt: Instant
  closedAt: Instant | null
  /** GitHub found conflicts with the base: then it starts no `pull_request` run. */
  hasConflicts: boolean
  isWhole: boolean
  /** All comments and reviews were shown: where what was started and spent stands. */
  tellsUse: boolean
}

export type RowList = {
  owner: string
  name: string
  lock: string
  /** Pulls a request, read anew for each; halved where GitHub cannot answer so many. */
  page: number
  states: ('OPEN' | 'CLOSED' | 'MERGED')[]
  order: { field: 'CREATED_AT' | 'UPDATED_AT'; direction: 'ASC' | 'DESC' }
}

export type RowPage = { rows: Row[]; total: number }

const rowSchema = pullSchema.extend({
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
  mergeable: z.string(),
  early: z.object({ nodes: z.array(commentSchema.nullable()).nullable() }),
})

const pageSchema = z.object({
  totalCount: z.number().int(),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  nodes: z.array(rowSchema.nullable()).nullable(),
})

type RowAnswer = z.infer<typeof rowSchema>

/** The first and the last comments, each once. */
const joinedComments = ({ early, comments }: RowAnswer): RowAnswer['comments'] => {
  if (comments === undefined) return comments
  const nodes = [...present(early.nodes), ...present(comments.nodes)]
  return { ...comments, nodes: [...new Map(nodes.map(node => [node.id, node])).values()] }
}

const isWhole = (pull: RowAnswer): boolean =>
  shortLists(pull).length === 0 &&
  present(pull.reviewThreads?.nodes).every(thread => !thread.comments.pageInfo.hasNextPage) &&
  present(pull.labels?.nodes).length === (pull.labels?.totalCount ?? 0)

type Answered = {
  viewer: z.infer<typeof viewerSchema>
  repository: z.infer<typeof repositorySchema>
  observedAt: Instant
  lock: string
}

const rowOf = (answer: RowAnswer, answered: Answered): Row => {
  const pull = { ...answer, comments: joinedComments(answer) }
  return {
    facts: factsOf({ ...answered, viewer: viewerOf(answered.viewer), pull }),
    updatedAt: instantOf(answer.updatedAt),
    closedAt: answer.closedAt === null ? null : instantOf(answer.closedAt),
    hasConflicts: answer.mergeable === 'CONFLICTING',
    isWhole: isWhole(pull),
    tellsUse: !shortLists(pull).some(list => list === 'comments' || list === 'reviews'),
  }
}

const readPage = async (api: Api, { lock, ...list }: RowList, after: string | null) => {
  const read = await api.graphql('Rows', { text: ROWS, variables: { ...list, lock, after }, kind: 'read' })
  const answer = dataOf('Rows', read)
  const viewer = parsed(viewerSchema, answer.viewer, 'viewer')
  const repository = parsed(repositorySchema, answer.repository, 'repository')
  const { pullRequests } = parsed(z.object({ pullRequests: pageSchema }), answer.repository, 'pull requests')
  const observedAt = api.serverTime()
  const rows = present(pullRequests.nodes).map(node => rowOf(node, { viewer, repository, observedAt, lock }))
  return { rows, total: pullRequests.totalCount, pageInfo: pullRequests.pageInfo }
}

/** The pulls of a list, a page at a time. Nothing of an earlier page is kept here. */
export async function* rowPages(api: Api, list: RowList): AsyncGenerator<RowPage> {
  let parts = 1
  for (let after: string | null = null; ; ) {
    const page = Math.ceil(list.page / parts)
    try {
      const { rows, total, pageInfo } = await readPage(api, { ...list, page }, after)
      yield { rows, total }
      if (!pageInfo.hasNextPage) return
      after = pageInfo.endCursor
    } catch (error) {
      if (!isTooLarge(error)) throw error
      if (page === 1)
        throw new GitHubError('graphql Rows', { status: 502, detail: 'one pull request is too large to be listed', landed: 'no' })
      parts *= 2
    }
  }
}
