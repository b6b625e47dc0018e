import type { IncomingMessage, ServerResponse } from 'node:http'
import { anonymous, type Viewer } from './access.ts'
import { type Asked, askedOf, plainPath, record } from './asked.ts'
import { authenticate } from './authenticate.ts'
import { type FaultEffect, limitAnswer } from './faults.ts'
import { gitRequestOf } from './git/http.ts'
import { serveRepository } from './git/site.ts'
import { limitHeaders } from './limits.ts'
import { attempt, refused } from './perform.ts'
import type { RequestRecord } from './requests.ts'
import type { Answer } from './rest/route.ts'
import type { Site } from './site.ts'
import { laggingView, type View } from './view.ts'

/** The whole body; `null` = the client was gone before it had sent it, so nothing was asked. */
async function textOf(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of req) chunks.push(Buffer.from(chunk))
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString('utf8')
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function send(site: Site, res: ServerResponse, of: { answer: Answer; viewer: Viewer; asked: Asked }): void {
  const { answer, viewer, asked } = of
  const resource = asked.kind === 'graphql' ? 'graphql' : 'core'
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

/** Who asks, or the 401 of a token that nobody has. */
function viewerOf(site: Site, req: IncomingMessage): { viewer: Viewer; answer: Answer | null } {
  try {
    return { viewer: authenticate(site.world, req.headers.authorization), answer: null }
  } catch (error) {
    return { viewer: anonymous, answer: refused(error) }
  }
}

type Turn = {
  site: Site
  request: RequestRecord
  asked: Asked
  effect: FaultEffect | null
  req: IncomingMessage
  res: ServerResponse
}

/** Does what was asked: a write as it is, a read on what the replica has, or as far behind as a fault says. */
function done({ site, request, asked, effect }: Turn, viewer: Viewer): Answer {
  const on = (view: View): Answer => attempt(site, { request, asked, viewer, view })
  if (effect?.kind === 'read-lag') return on(laggingView(effect.lag, site.world.now))
  return request.kind === 'write' ? site.replica.write(on) : site.replica.read(on)
}

/** The API and the pages: done in one step, checked, then answered. */
async function serveApi(turn: Turn): Promise<void> {
  const { site, request, asked, effect, req, res } = turn
  const { viewer, answer: unauthenticated } = viewerOf(site, req)
  request.login = viewer.account?.login ?? null
  const instead = unauthenticated ?? faultAnswer(effect)
  const answer = instead ?? done(turn, viewer)
  if (!instead && asked.kind !== 'page') {
    site.guard?.({ request, path: request.path, query: request.query, answer, graphql: asked.kind === 'graphql' })
  }
  await site.hooks.afterRequest?.(request, answer)
  if (effect?.kind === 'lost-answer') {
    res.destroy()
    return
  }
  request.status = answer.status
  send(site, res, { answer, viewer, asked })
}

async function serveGitTurn(turn: Turn, git: Extract<Asked, { kind: 'git' }>['git']): Promise<void> {
  const { site, request, effect, req, res } = turn
  const instead = faultAnswer(effect)
  const { viewer } = viewerOf(site, req)
  request.login = viewer.account?.login ?? null
  if (instead) {
    request.status = instead.status
    res.writeHead(instead.status, instead.headers).end()
    return
  }
  await serveRepository(site, { request, git, viewer, req, res })
  await site.hooks.afterRequest?.(request, { status: request.status ?? 200 })
  if (effect?.kind === 'lost-answer') res.destroy()
  else res.end()
}

/** One request from its first byte to its answer. */
export async function serve(site: Site, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', site.world.origin)
  const method = req.method ?? 'GET'
  // Git's own bodies are streamed to git.
  const text = gitRequestOf(method, url) ? '' : await textOf(req)
  if (text === null) return
  const incoming = { method, url, path: plainPath(url.pathname), body: bodyOf(text), headers: req.headers }
  const asked = askedOf(site, incoming)
  const request = record(site, incoming, asked)
  await site.hooks.beforeRequest?.(request)
  const effect = site.faults.next(request)
  if (effect?.kind === 'hang') return
  if (effect?.kind === 'reset') {
    res.destroy()
    return
  }
  const turn = { site, request, asked, effect, req, res }
  if (asked.kind === 'git') await serveGitTurn(turn, asked.git)
  else await serveApi(turn)
}
