import * as z from 'zod'
import type { Api } from './api.ts'
import { dataOf } from './observe.ts'

const QUERY = `query OpenPulls($owner: String!, $name: String!, $page: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: OPEN, first: $page, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { number }
    }
  }
}`

const answer = z.object({
  pullRequests: z.object({
    totalCount: z.number().int(),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(z.object({ number: z.number().int() }).nullable()),
  }),
})

/** The numbers of all open pull requests, oldest first. */
export const openPulls = async (api: Api, where: { owner: string; name: string; page: number }): Promise<number[]> => {
  const numbers: number[] = []
  for (let after: string | null = null; ; ) {
    const read = await api.graphql('OpenPulls', { text: QUERY, variables: { ...where, after }, kind: 'read' })
    const { pullRequests } = answer.parse(dataOf('OpenPulls', read).repository)
    numbers.push(...pullRequests.nodes.flatMap(node => (node === null ? [] : [node.number])))
    if (!pullRequests.pageInfo.hasNextPage) return numbers
    after = pullRequests.pageInfo.endCursor
  }
}
