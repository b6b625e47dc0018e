import type { IncomingMessage, ServerResponse } from 'node:http'
import { anonymous, demand, needs, type Viewer } from './access.ts'
import { afterPush } from './acts/repositories.ts'
import { authenticate } from './authenticate.ts'
import { type FaultEffect, type Faults, limitAnswer } from './faults.ts'
import { type GitRequest, gitRequestOf, serveGit } from './git/http.ts'
import { type Operation, readOperation, runOperation } from './graphql/execute.ts'
import { type Limits, limitHeaders, rateLimitShape } from './limits.ts'
import { pageAt } from './pages/routes.ts'
import { notFound, Refusal } from './refusal.ts'
import type { RequestLog, RequestRecord } from './requests.ts'
import type { Answer } from './rest/route.ts'
import { type Match, matchRoute } from './rest/routes.ts'
import { freshView, laggingView, type View } from './view.ts'
import type { World } from './world/world.ts'

/** A request with its answer, for whoever checks both. */
export type Exchange = { request: RequestRecord; path: string; query: URLSearchParams; answer: Answer; graphql: boolean }

export type Hooks = {
  /** Before anything is done: a place to push a commit, to run another run, to kill a process. */
  beforeRequest?: ((request: RequestRecord) => void | Promise<void>) | undefined
  /** After it is done and before it is answered. */
  afterRequest?: ((request: RequestRecord, answer: Answer) => void | Promise<void>) | undefined
}

export type Site = {
  world: World
  log: RequestLog
  faults: Faults
  limits: Limits
  hooks: Hooks
  guard: ((exchange: Exchange) => void) | null
  unknownRoutes: string[]
}

/** What a request turned out to ask for. */
type Asked =
  | { kind: 'git'; git: GitRequest }
  | { kind: 'graphql'; operation: Operation }
  | { kind: 'rest'; match: Match }
  | { kind: 'limits' }
  | { kind: 'page'; answer: Answer }
  | { kind: 'unknown' }

const errorBody = (refusal: Refusal) => ({
  message: refusal.message,
  ...(refusal.details.length > 0 ? { errors: refusal.details } : {}),
  documentation_url: 'https://docs.github.com/rest',
  status: String(refusal.status),
})

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Both roots that clients use: the plain one, and `/api/v3` with `/api/graphql` of other servers. */
const plainPath = (path: string) => path.replace(/^\/api\/v3(?=\/)/, '').replace(/^\/api\/graphql$/, '/graphql')

function askedOf(site: Site, req: { method: string; url: URL; path: string; body: unknown }): Asked {
  const { method, url, path, body } = req
  const git = gitRequestOf(method, url)
  if (git) return { kind: 'git', git }
  if (path === '/graphql' && method === 'POST') {
    const { query, operationName, variables } = recordOf(body)
    const operation = {
      query: String(query ?? ''),
      operationName: typeof operationName === 'string' ? operationName : null,
      variables: recordOf(variables),
    }
    return { kind: 'graphql', operation: readOperation(operation) }
  }
  if (path === '/rate_limit' && method === 'GET') return { kind: 'limits' }
  const match = matchRoute(method, path)
  if (match) return { kind: 'rest', match }
  const answer = method === 'GET' ? pageAt(site.world, path) : null
  return answer ? { kind: 'page', answer } : { kind: 'unknown' }
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

function record(site: Site, req: IncomingMessage, of: { url: URL; path: string; body: unknown; asked: Asked }): RequestRecord {
  const operation = of.asked.kind === 'graphql' && of.asked.operation.kind === 'operation' ? of.asked.operation : null
  const request: RequestRecord = {
    number: site.log.all.length + 1,
    at: site.world.now,
    method: req.method ?? 'GET',
    path: of.path,
    query: of.url.searchParams,
    headers: Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)])),
    body: of.body,
    kind: kindOf(of.asked, req.method ?? 'GET'),
    route: routeOf(of.asked),
    operation: operation?.name ?? null,
    fields: operation?.fields ?? [],
    login: null,
    status: null,
  }
  site.log.all.push(request)
  return request
}

type Work = { request: RequestRecord; asked: Asked; viewer: Viewer; view: View; url: URL }

/** Does what was asked, in one go: no other request sees the world half changed. */
function perform(site: Site, work: Work): Answer {
  const { asked, viewer, view, request } = work
  const { world, limits } = site
  switch (asked.kind) {
    case 'graphql': {
      if (viewer.account === null) throw new Refusal(401, 'This endpoint requires you to be authenticated.')
      if (asked.operation.kind === 'refused') return { status: 200, body: { errors: asked.operation.errors } }
      return {
        status: 200,
        body: runOperation(asked.operation, { world, viewer, view, limit: limits.use(viewer, 'graphql', 1) }),
      }
    }
    case 'rest': {
      const { route, params } = asked.match
      limits.use(viewer, 'core', 1)
      const { query, body, headers, path } = request
      return route.answer({ world, viewer, params, query, body, accept: headers.accept ?? '', path, view })
    }
    case 'limits':
      return { status: 200, body: rateLimitShape(limits, viewer) }
    case 'page':
      return asked.answer
    default:
      site.unknownRoutes.push(`${request.method} ${request.path}`)
      throw notFound()
  }
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: errorBody(error), headers: error.headers }
  throw error
}

function attempt(site: Site, work: Work): Answer {
  try {
    return perform(site, work)
  } catch (error) {
    return refused(error)
  }
}

function send(site: Site, res: ServerResponse, of: { answer: Answer; viewer: Viewer; graphql: boolean }): void {
  const { answer, viewer } = of
  const resource = of.graphql ? 'graphql' : 'core'
  const headers = {
    date: new Date(site.world.now * 1000).toUTCString(),
    ...limitHeaders(site.limits.read(viewer, resource), resource),
    'content-type': 'application/json; charset=utf-8',
    ...answer.headers,
  }
  res.sendDate = false
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body))
  res.writeHead(answer.status, headers).end(answer.status === 204 ? undefined : text)
}

/** What a fault answers in place of the request; null = the request is done. */
function faultAnswer(effect: FaultEffect | null): Answer | null {
  if (effect?.kind === 'answer')
    return { status: effect.status, body: effect.body ?? { message: 'Server Error' }, headers: effect.headers ?? {} }
  if (effect?.kind === 'rate-limit' || effect?.kind === 'secondary-limit') return limitAnswer(effect)
  if (effect?.kind === 'graphql-error')
    return { status: 200, body: { data: null, errors: [{ type: effect.type, message: effect.message }] } }
  return null
}

function viewerOf(site: Site, req: IncomingMessage): Viewer | Answer {
  try {
    return authenticate(site.world, req.headers.authorization)
  } catch (error) {
    return refused(error)
  }
}

/** One request from its first byte to its answer. */
export async function serve(site: Site, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', site.world.origin)
  const path = plainPath(url.pathname)
  const isGit = gitRequestOf(req.method ?? 'GET', url) !== null
  const body = isGit ? undefined : await bodyOf(req)
  const asked = askedOf(site, { method: req.method ?? 'GET', url, path, body })
  const request = record(site, req, { url, path, body, asked })
  await site.hooks.beforeRequest?.(request)
  const effect = site.faults.next(request)
  if (effect?.kind === 'hang') return
  if (effect?.kind === 'reset') return void res.destroy()
  const viewer = viewerOf(site, req)
  if ('status' in viewer)
    return finish(site, { request, answer: viewer, viewer: anonymous, url, graphql: false, res, isLost: false })
  request.login = viewer.account?.login ?? null
  const instead = faultAnswer(effect)
  if (asked.kind === 'git' && !instead)
    return serveRepository(site, { request, git: asked.git, viewer, req, res, isLost: effect?.kind === 'lost-answer' })
  const view = effect?.kind === 'read-lag' ? laggingView(effect.lag, site.world.now) : freshView
  const answer = instead ?? attempt(site, { request, asked, viewer, view, url })
  if (!instead && asked.kind !== 'page')
    site.guard?.({ request, path, query: url.searchParams, answer, graphql: asked.kind === 'graphql' })
  return finish(site, {
    request,
    answer,
    viewer,
    url,
    graphql: asked.kind === 'graphql',
    res,
    isLost: effect?.kind === 'lost-answer',
  })
}

type Finish = {
  request: RequestRecord
  answer: Answer
  viewer: Viewer
  url: URL
  graphql: boolean
  res: ServerResponse
  isLost: boolean
}

async function finish(site: Site, of: Finish): Promise<void> {
  await site.hooks.afterRequest?.(of.request, of.answer)
  if (of.isLost) return void of.res.destroy()
  of.request.status = of.answer.status
  send(site, of.res, of)
}

type GitWork = {
  request: RequestRecord
  git: GitRequest
  viewer: Viewer
  req: IncomingMessage
  res: ServerResponse
  isLost: boolean
}

const askForCredentials = { 'www-authenticate': 'Basic realm="GitHub"', 'content-type': 'text/plain' }

/** Reading wants `contents: read`, pushing `contents: write`; what was pushed is a push like any other. */
async function serveRepository(site: Site, work: GitWork): Promise<void> {
  const { git, viewer, request, req, res } = work
  const repository = site.world.repository(`${git.owner}/${git.name}`)
  const act = repository && { world: site.world, viewer, repository }
  const isPush = git.service === 'git-receive-pack'
  try {
    if (!act) throw notFound()
    demand(act, isPush ? needs.push : needs.readContents)
  } catch (error) {
    const status = viewer.account === null ? 401 : error instanceof Refusal ? error.status : 500
    request.status = status
    return void res
      .writeHead(status, status === 401 ? askForCredentials : { 'content-type': 'text/plain' })
      .end(status === 401 ? 'Authentication required' : 'Repository not found.')
  }
  if (!act) return
  const before = new Map(act.repository.git.refs('refs').map(({ name, oid }) => [name, oid]))
  await serveGit(act.repository.git, git, { req, res })
  if (isPush && !git.isAdvertisement) {
    const after = new Map(act.repository.git.refs('refs').map(({ name, oid }) => [name, oid]))
    for (const ref of new Set([...before.keys(), ...after.keys()])) {
      const [from, to] = [before.get(ref) ?? null, after.get(ref) ?? null]
      if (from !== to) afterPush(act, { ref, before: from, after: to })
    }
  }
  request.status = 200
  await site.hooks.afterRequest?.(request, { status: 200 })
  if (work.isLost) return void res.destroy()
  res.end()
}
