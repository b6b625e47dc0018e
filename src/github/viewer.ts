import { viewerSchema } from './answer-schema.ts'
import type { Api } from './api.ts'
import { viewerOf } from './facts-of.ts'
import { dataOf } from './observe.ts'

/** Whose token it is. REST has no such answer for an installation. */
export const viewerNow = async (api: Api): Promise<ReturnType<typeof viewerOf>> => {
  const text = 'query Viewer { viewer { login databaseId } }'
  return viewerOf(viewerSchema.parse(dataOf('Viewer', await api.graphql('Viewer', { text, variables: {}, kind: 'read' })).viewer))
}
