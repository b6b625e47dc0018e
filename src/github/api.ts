import { request } from '@octokit/request'
import type { Instant } from '../snapshot/ids.ts'
import { instantOf } from '../snapshot/ids.ts'
import { GitHubError } from './errors.ts'
import { type Resource, rateGate } from './rate-gate.ts'
import { isRateLimited, retryDelayMs } from './retry.ts'

/** The runner's clock and patience; `sleep` also ends when `stop` is aborted. It measures durations only: every stored time is the server's. */
export type Clock = { nowMs: () => number; sleep: (ms: number, stop?: AbortSignal) => Promise<void> }

export type Answer = { status: number; data: unknown; headers: Record<string, string | undefined> }

export type Params = Record<string, unknown>

export type Query = { text: string; variables: Params; kind: 'read' | 'write' }

/** GitHub's API: reads are retried, writes are sent once, rate limits are waited for. Counts its requests. */
export type Api = {
  read: (route: string, params: Params) => Promise<Answer>
  /** Sent once. One that a rate limit turned away throws `isLimited`: who may send it, sends it again after `ready`. */
  write: (route: string, params: Params) => Promise<Answer>
  /** A write that needs no fresh read to be allowed: waits for the limits itself. */
  writeFreely: (route: string, params: Params) => Promise<Answer>
  /** `write` = the document holds a mutation: sent once. The answer is the raw body: `{data, errors}`. */
  graphql: (operation: string, query: Query) => Promise<Answer>
  /** Waits until no rate limit stands in the way of the next request. */
  ready: () => Promise<void>
  /** The server's time of the newest answer. */
  serverTime: () => Instant
  requests: () => number
}

export type Fetch = (url: string, options: object) => Promise<unknown>

export type ApiOptions = {
  token: string
  baseUrl: string
  fetch: Fetch
  clock: Clock
  log: (line: string) => void
  /** Aborted when the run is told to end. */
  stop: AbortSignal
}

const REQUEST_TIMEOUT_MS = 30_000
const READ_TRIES = 4
/** What one run waits for rate limits in all; the jobs of the examples have room for it. */
const PATIENCE_MS = 600_000
/** A cancelled run has seven seconds for all that it still has to say. */
const HURRIED_TIMEOUT_MS = 3_000

/** Aborted when those that wait have had the time that a cancelled run has for them. */
const hurryOf = (stop: AbortSignal): AbortSignal => {
  const hurried = new AbortController()
  stop.addEventListener('abort', () => setTimeout(() => hurried.abort(), HURRIED_TIMEOUT_MS).unref(), { once: true })
  return hurried.signal
}

/** How long one request may take; `hurry` ends those that wait when the run is told to end. */
const patienceOf = (stop: AbortSignal, hurry: AbortSignal): AbortSignal =>
  stop.aborted ? AbortSignal.timeout(HURRIED_TIMEOUT_MS) : AbortSignal.any([AbortSignal.timeout(REQUEST_TIMEOUT_MS), hurry])

type Headers = Answer['headers']
type Failure = { status?: unknown; message?: unknown; response?: { headers?: Record<string, string>; data?: unknown } }

const detailOf = (failure: Failure): string => {
  const body = failure.response?.data as { message?: unknown; errors?: unknown } | undefined
  const errors = body?.errors === undefined ? '' : ` ${JSON.stringify(body.errors)}`
  return `${String(body?.message ?? failure.message ?? 'unknown')}${errors}`.slice(0, 600)
}

const errorOf = (operation: string, cause: unknown): { error: GitHubError; headers: Headers } => {
  if (cause instanceof RateLimited) return { error: limitedError(operation, cause.detail), headers: cause.headers }
  const failure = (typeof cause === 'object' && cause !== null ? cause : {}) as Failure
  const answered = failure.response !== undefined && typeof failure.status === 'number'
  const status = answered ? Number(failure.status) : 0
  const landed = status >= 400 && status < 500 ? 'no' : 'unknown'
  const [headers, detail] = [failure.response?.headers ?? {}, detailOf(failure)]
  const isLimited = isRateLimited({ status, detail, headers })
  return { error: new GitHubError(operation, { status, detail, landed, isLimited }, cause), headers }
}

/** GraphQL says that its points are used up with 200 and an error. */
class RateLimited extends Error {
  readonly detail: string
  readonly headers: Headers
  constructor(detail: string, headers: Headers) {
    super(detail)
    this.detail = detail
    this.headers = headers
  }
}

/** Servers of one's own have GraphQL beside REST's root, not below it. */
const graphqlUrl = (baseUrl: string): string => `${baseUrl.replace(/\/v3$/, '')}/graphql`

const limitedError = (operation: string, detail: string): GitHubError =>
  new GitHubError(operation, { status: 429, detail, landed: 'no', isLimited: true })

const limitOf = (answered: unknown): string | null => {
  const { errors } = (typeof answered === 'object' && answered !== null ? answered : {}) as {
    errors?: { type?: string; message?: string }[]
  }
  const found = Array.isArray(errors)
    ? errors.find(error => error.type === 'RATE_LIMITED' || error.type === 'RATE_LIMIT')
    : undefined
  return found === undefined ? null : (found.message ?? 'API rate limit exceeded')
}

const resourceOf = (route: string): Resource => (route.endsWith('/graphql') ? 'graphql' : 'core')

/** How a request is sent: so many tries after failures; `waits` = a rate limit is waited for here. */
type Sending = { tries: number; waits: boolean }
const READING: Sending = { tries: READ_TRIES, waits: true }
const WRITING: Sending = { tries: 1, waits: false }
const WRITING_FREELY: Sending = { tries: 1, waits: true }

/** The newest time that GitHub told; ours stands in only until its first answer. */
const serverClock = (clock: Clock): { serverTime: () => Instant; noteTime: (headers: Headers) => void } => {
  let told: Instant = 0
  return {
    serverTime: () => told || Math.floor(clock.nowMs() / 1000),
    noteTime: headers => {
      if (headers.date !== undefined) told = Math.max(told, instantOf(headers.date))
    },
  }
}

export const connect = ({ token, baseUrl, fetch, clock, log, stop }: ApiOptions): Api => {
  const ask = request.defaults({ baseUrl, headers: { authorization: `token ${token}` } })
  const hurry = hurryOf(stop)
  const gate = rateGate({ clock, patienceMs: PATIENCE_MS, stop, log })
  let requests = 0
  const { serverTime, noteTime } = serverClock(clock)

  const once = async (route: string, params: Params): Promise<Answer> => {
    requests++
    const answer = await ask(route, { ...params, request: { fetch, signal: patienceOf(stop, hurry) } })
    const headers = answer.headers as Headers
    noteTime(headers)
    const limit = resourceOf(route) === 'graphql' ? limitOf(answer.data) : null
    if (limit !== null) throw new RateLimited(limit, headers)
    gate.note(resourceOf(route), headers, serverTime())
    return { status: answer.status, data: answer.data, headers }
  }

  const send = async (
    operation: string,
    route: string,
    { params, tries, waits }: Sending & { params: Params },
  ): Promise<Answer> => {
    for (let tried = 1, limited = 1; ; ) {
      if (waits) await gate.opened(resourceOf(route), operation)
      try {
        return await once(route, params)
      } catch (cause) {
        const { error, headers } = errorOf(operation, cause)
        noteTime(headers)
        if (error.isLimited) {
          gate.close(resourceOf(route), { headers, serverTime: serverTime(), times: limited++ })
          if (waits) continue
        }
        const delayMs = tried < tries && !stop.aborted ? retryDelayMs(error, tried) : null
        if (delayMs === null || error.isLimited) throw error
        tried++
        log(`retry  ${operation}: ${error.status || 'no answer'}; again in ${Math.ceil(delayMs / 1000)} s (${tried} of ${tries})`)
        await clock.sleep(delayMs)
      }
    }
  }

  return {
    read: (route, params) => send(route, route, { ...READING, params }),
    write: (route, params) => send(route, route, { ...WRITING, params }),
    writeFreely: (route, params) => send(route, route, { ...WRITING_FREELY, params }),
    graphql: (operation, { text, variables, kind }) =>
      send(`graphql ${operation}`, `POST ${graphqlUrl(baseUrl)}`, {
        ...(kind === 'read' ? READING : WRITING),
        params: { query: text, variables },
      }),
    ready: async () => {
      await gate.opened('core', 'the next write')
      await gate.opened('graphql', 'the next write')
    },
    serverTime,
    requests: () => requests,
  }
}
