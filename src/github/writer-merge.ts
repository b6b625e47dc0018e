import { dataOf } from './observe.ts'
import type { Site } from './writer.ts'

const ENABLE =
  'mutation EnableAutoMerge($id: ID!, $method: PullRequestMergeMethod!, $head: GitObjectID!) { enablePullRequestAutoMerge(input: { pullRequestId: $id, mergeMethod: $method, expectedHeadOid: $head }) { clientMutationId } }'
const DISABLE =
  'mutation DisableAutoMerge($id: ID!) { disablePullRequestAutoMerge(input: { pullRequestId: $id }) { clientMutationId } }'

export type MergeMethod = 'merge' | 'squash' | 'rebase'

/** GitHub merges by itself once it may; refused when the head is another than this. */
export const enableAutoMerge = async (site: Site, wanted: { id: string; method: MergeMethod; head: string }): Promise<void> => {
  const variables = { id: wanted.id, method: wanted.method.toUpperCase(), head: wanted.head }
  dataOf('EnableAutoMerge', await site.api.graphql('EnableAutoMerge', { text: ENABLE, variables, kind: 'write' }))
}

export const disableAutoMerge = async (site: Site, id: string): Promise<void> => {
  dataOf('DisableAutoMerge', await site.api.graphql('DisableAutoMerge', { text: DISABLE, variables: { id }, kind: 'write' }))
}
