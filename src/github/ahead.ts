import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { Answer, Api, Query } from './api.ts'

/** Fetch tells here when a request is out as a whole (https://undici.nodejs.org/#/docs/api/DiagnosticsChannel). */
const OUT = 'undici:request:bodySent'

const nextRequestOut = (): Promise<void> =>
  new Promise(resolve => {
    const tell = (): void => {
      unsubscribe(OUT, tell)
      resolve()
    }
    subscribe(OUT, tell)
  })

/**
 * Sends a read before anybody waits for it, so that the code which will wait is loaded meanwhile: once `out`, or failed. The
 * first GraphQL request of `api` gets the answer when it is that very read; any other drops it. A failure is told to whoever asks.
 */
export const askAhead = (api: Api, operation: string, query: Query): { api: Api; out: Promise<void> } => {
  const out = nextRequestOut()
  let sent: Promise<Answer> | null = api.graphql(operation, query)
  const over = sent.then(
    () => {},
    () => {},
  )
  const graphql: Api['graphql'] = (name, wanted) => {
    const ahead = sent
    sent = null
    return ahead !== null && name === operation && isDeepStrictEqual(wanted, query) ? ahead : api.graphql(name, wanted)
  }
  return { api: { ...api, graphql }, out: Promise.race([out, over]) }
}
