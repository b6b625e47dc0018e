import type * as z from 'zod'
import { type Act, canSee, demand, type Need, needs, type Viewer } from '../access.ts'
import { found, notFound, unprocessable } from '../refusal.ts'
import type { View } from '../view.ts'
import type { Issue, Pull } from '../world/types.ts'
import { issueOf, pullOf, type World } from '../world/world.ts'

export type Answer = { status: number; body?: unknown; text?: string; headers?: Record<string, string> }

/** One call of a route: who, with what, on which view of the lists. */
export type Call = {
  world: World
  viewer: Viewer
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  accept: string
  path: string
  isRead: boolean
  view: View
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = { method: Method; path: string; operation: string; answer: (call: Call) => Answer }

const routeOf =
  (method: Method) =>
  (path: string, operation: string, answer: Route['answer']): Route => ({ method, path, operation, answer })
export const get = routeOf('GET')
export const post = routeOf('POST')
export const put = routeOf('PUT')
export const patch = routeOf('PATCH')
export const del = routeOf('DELETE')

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const nothing: Answer = { status: 204 }

export const param = (call: Call, name: string): string => found(call.params[name])

/** A number in the path; anything else is no such thing. */
export function numberParam(call: Call, name: string): number {
  const text = param(call, name)
  if (!/^\d+$/.test(text)) throw notFound()
  return Number(text)
}

/** What reading asks of an installation in a private repository, by the part of the API. */
const readNeeds: [RegExp, Need][] = [
  [/\/(check-runs|check-suites)(\/|$)/, needs.readChecks],
  [/\/commits\/.*\/status(es)?$/, needs.readStatuses],
  [/^\/repos\/[^/]+\/[^/]+\/actions\//, needs.readActions],
  [/^\/repos\/[^/]+\/[^/]+\/(issues|pulls|labels)(\/|$)/, needs.readPull],
  [/^\/repos\/[^/]+\/[^/]+\/(contents|git|commits|branches|compare)(\/|$)/, needs.readContents],
]

/** The repository of the path: 404 for who may not see it, 403 for who may not read that part. */
export function actOf(call: Call): Act {
  const repository = found(call.world.repository(`${param(call, 'owner')}/${param(call, 'repo')}`))
  if (!canSee(call.viewer, repository)) throw notFound()
  const act = { world: call.world, viewer: call.viewer, repository }
  const need = call.isRead ? readNeeds.find(([part]) => part.test(call.path))?.[1] : undefined
  if (need) demand(act, need)
  return act
}

export const issueAt = (call: Call, act: Act): Issue | Pull => issueOf(act.repository, numberParam(call, 'issue_number'))
export const pullAt = (call: Call, act: Act): Pull => pullOf(act.repository, numberParam(call, 'pull_number'))

/** The body in the route's shape, or GitHub's 422. */
export function bodyOf<S extends z.ZodType>(call: Call, schema: S): z.output<S> {
  const read = schema.safeParse(call.body ?? {})
  if (read.success) return read.data
  throw unprocessable(
    'Invalid request.',
    read.error.issues.map(issue => `${issue.path.join('.') || 'body'}: ${issue.message}`),
  )
}

const positive = (text: string | null, fallback: number) => (text !== null && /^[1-9]\d*$/.test(text) ? Number(text) : fallback)

export type Page<T> = { items: T[]; headers: Record<string, string> }

/** `per_page` (30, at most 100) and `page`, with a `link` header. */
export function pageOf<T>(call: Call, items: T[]): Page<T> {
  const size = Math.min(100, positive(call.query.get('per_page'), 30))
  const page = positive(call.query.get('page'), 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(call.query)
    query.set('page', String(to))
    return `<${call.world.origin}${call.path}?${query}>; rel="${rel}"`
  }
  const links = [
    ...(page > 1 ? [link(1, 'first'), link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ]
  return { items: items.slice((page - 1) * size, page * size), headers: links.length > 0 ? { link: links.join(', ') } : {} }
}

/** A plain list, oldest first as the caller gives it. */
export function listed<T>(call: Call, items: T[], shape: (item: T) => unknown): Answer {
  const { items: shown, headers } = pageOf(call, items)
  return { status: 200, body: shown.map(shape), headers }
}

/** A list below a name, with `total_count`. */
export function counted<T>(call: Call, list: { name: string; items: T[] }, shape: (item: T) => unknown): Answer {
  const { items: shown, headers } = pageOf(call, list.items)
  return { status: 200, body: { total_count: list.items.length, [list.name]: shown.map(shape) }, headers }
}
