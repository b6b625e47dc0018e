import { request } from '@octokit/request'
import type { Instant } from '../snapshot/ids.ts'
import { instantOf } from '../snapshot/ids.ts'
import { GitHubError } from './errors.ts'
import { retryDelayMs } from './retry.ts'

/** The runner's clock and patience; `sleep` also ends when `stop` is aborted. It measures durations only: every stored time is the server's. */
export type Clock = { nowMs: () => number; sleep: (ms: number, stop?: AbortSignal) => Promise<void> }

export type Answer = { status: number; data: unknown; headers: Record<string, string | undefined> }

export type Params = Record<string, unknown>

export type Query = { text: string; variables: Params; kind: 'read' | 'write' }

/** GitHub's API: reads are retried, writes are sent once. Counts its requests. */
export type Api = {
  read: (route: string, params: Params) => Promise<Answer>
  write: (route: string, params: Params) => Promise<Answer>
  /** `write` = the document holds a mutation: sent once. The answer is the raw body: `{data, errors}`. */
  graphql: (operation: string, query: Query) => Promise<Answer>
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

type Failure = { status?: unknown; message?: unknown; response?: { headers?: Record<string, string>; data?: unknown } }

const detailOf = (failure: Failure): string => {
  const body = failure.response?.data as { message?: unknown; errors?: unknown } | undefined
  const errors = body?.errors === undefined ? '' : ` ${JSON.stringify(body.errors)}`
  return `${String(body?.message ?? failure.message ?? 'unknown')}${errors}`.slice(0, 600)
}

const errorOf = (operation: string, cause: unknown): { error: GitHubError; headers: Record<string, string | undefined> } => {
  const failure = (typeof cause === 'object' && cause !== null ? cause : {}) as Failure
  const answered = failure.response !== undefined && typeof failure.status === 'number'
  const status = answered ? Number(failure.status) : 0
  const landed = status >= 400 && status < 500 ? 'no' : 'unknown'
  return {
    error: new GitHubError(operation, { status, detail: detailOf(failure), landed }, cause),
    headers: failure.response?.headers ?? {},
  }
}

/** Servers of one's own have GraphQL beside REST's root, not below it. */
const graphqlUrl = (baseUrl: string): string => `${baseUrl.replace(/\/v3$/, '')}/graphql`

export const connect = ({ token, baseUrl, fetch, clock, log, stop }: ApiOptions): Api => {
  const ask = request.defaults({ baseUrl, headers: { authorization: `token ${token}` } })
  const hurry = hurryOf(stop)
  let requests = 0
  let serverTime = 0
  const hear = ({ date }: Record<string, string | undefined>): void => {
    if (date !== undefined) serverTime = Math.max(serverTime, instantOf(date))
  }

  const once = async (route: string, params: Params): Promise<Answer> => {
    requests++
    const answer = await ask(route, { ...params, request: { fetch, signal: patienceOf(stop, hurry) } })
    const headers = answer.headers as Record<string, string | undefined>
    hear(headers)
    return { status: answer.status, data: answer.data, headers }
  }

  const send = async (operation: string, route: string, params: Params & { tries: number }): Promise<Answer> => {
    const { tries, ...rest } = params
    for (let tried = 1; ; tried++) {
      try {
        return await once(route, rest)
      } catch (cause) {
        const { error, headers } = errorOf(operation, cause)
        hear(headers)
        const delayMs = tried < tries && !stop.aborted ? retryDelayMs(error, { headers, tried, serverTime }) : null
        if (delayMs === null) throw error
        log(
          `retry  ${operation}: ${error.status || 'no answer'}; again in ${Math.ceil(delayMs / 1000)} s (${tried + 1} of ${tries})`,
        )
        await clock.sleep(delayMs)
      }
    }
  }

  return {
    read: (route, params) => send(route, route, { ...params, tries: READ_TRIES }),
    write: (route, params) => send(route, route, { ...params, tries: 1 }),
    graphql: (operation, { text, variables, kind }) =>
      send(`graphql ${operation}`, `POST ${graphqlUrl(baseUrl)}`, {
        query: text,
        variables,
        tries: kind === 'read' ? READ_TRIES : 1,
      }),
    serverTime: () => serverTime,
    requests: () => requests,
  }
}
