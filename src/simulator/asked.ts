import type { IncomingMessage } from 'node:http'
import { type GitRequest, gitRequestOf } from './git/http.ts'
import { type Operation, readOperation } from './graphql/execute.ts'
import { pageAt } from './pages/routes.ts'
import type { RequestRecord } from './requests.ts'
import type { Answer } from './rest/route.ts'
import { type Match, matchRoute } from './rest/routes.ts'
import type { Site } from './site.ts'

/** What a request turned out to ask for. */
export type Asked =
  | { kind: 'git'; git: GitRequest }
  | { kind: 'graphql'; operation: Operation }
  | { kind: 'rest'; match: Match }
  | { kind: 'limits' }
  | { kind: 'page'; answer: Answer }
  | { kind: 'unknown' }

export type Incoming = { method: string; url: URL; path: string; body: unknown; headers: IncomingMessage['headers'] }

const recordOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Both roots that clients use: the plain one, and `/api/v3` with `/api/graphql` of other servers. */
export const plainPath = (path: string): string => path.replace(/^\/api\/v3(?=\/)/, '').replace(/^\/api\/graphql$/, '/graphql')

export function askedOf(site: Site, { method, url, path, body }: Incoming): Asked {
  const git = gitRequestOf(method, url)
  if (git) return { kind: 'git', git }
  if (path === '/graphql' && method === 'POST') return { kind: 'graphql', operation: operationOf(body) }
  if (path === '/rate_limit' && method === 'GET') return { kind: 'limits' }
  const match = matchRoute(method, path)
  if (match) return { kind: 'rest', match }
  const answer = method === 'GET' ? pageAt(site.world, path) : null
  return answer ? { kind: 'page', answer } : { kind: 'unknown' }
}

function operationOf(body: unknown): Operation {
  const { query, operationName, variables } = recordOf(body)
  return readOperation({
    query: typeof query === 'string' ? query : '',
    operationName: typeof operationName === 'string' ? operationName : null,
    variables: recordOf(variables),
  })
}

const kindOf = (asked: Asked, method: string): RequestRecord['kind'] => {
  if (asked.kind === 'git' || asked.kind === 'page') return asked.kind
  if (asked.kind === 'graphql') return asked.operation.kind === 'operation' && asked.operation.isMutation ? 'write' : 'read'
  return method === 'GET' ? 'read' : 'write'
}

const routeOf = (asked: Asked): string | null => {
  if (asked.kind === 'git') return asked.git.service
  if (asked.kind === 'rest') return asked.match.route.operation
  if (asked.kind === 'limits') return 'rate-limit/get'
  return asked.kind === 'unknown' ? null : asked.kind
}

/** Writes the request down before anything is done about it. */
export function record(site: Site, incoming: Incoming, asked: Asked): RequestRecord {
  const operation = asked.kind === 'graphql' && asked.operation.kind === 'operation' ? asked.operation : null
  const request: RequestRecord = {
    number: site.log.all.length + 1,
    at: site.world.now,
    method: incoming.method,
    path: incoming.path,
    query: incoming.url.searchParams,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: incoming.body,
    kind: kindOf(asked, incoming.method),
    route: routeOf(asked),
    operation: operation?.name ?? null,
    fields: operation?.fields ?? [],
    login: null,
    status: null,
  }
  site.log.all.push(request)
  return request
}
