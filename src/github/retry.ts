import type { Instant } from '../snapshot/ids.ts'
import type { GitHubError } from './errors.ts'

type Headers = Record<string, string | undefined>

const BASE_MS = 1_000
/** A secondary limit without a time: GitHub asks for a minute at least. */
const UNTOLD_MS = 60_000

const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null

/** Whether an answer means “too many requests”: then nothing was done, whatever was asked. */
export const isRateLimited = ({ status, detail, headers }: { status: number; detail: string; headers: Headers }): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers['x-ratelimit-remaining'] === '0' ||
      headers['retry-after'] !== undefined ||
      /(secondary rate limit|rate limit exceeded|abuse detection)/i.test(detail)))

/**
 * How long GitHub asks to wait: `Retry-After` first, then the reset of a used-up limit; one in the past is now, and each time it says
 * so again the wait doubles. Where it names no time, a minute, doubled likewise.
 */
export const limitWaitMs = (headers: Headers, { serverTime, times }: { serverTime: Instant; times: number }): number => {
  const leastMs = BASE_MS * 2 ** (times - 1)
  const after = secondsOf(headers['retry-after'])
  if (after !== null) return Math.max(after * 1000, leastMs)
  const reset = headers['x-ratelimit-remaining'] === '0' ? secondsOf(headers['x-ratelimit-reset']) : null
  if (reset !== null) return Math.max(0, reset - serverTime) * 1000 + leastMs
  return UNTOLD_MS * 2 ** (times - 1)
}

/**
 * How long to wait before the same read is sent again after a failure; `null` = not again. Rate limits are not judged here.
 * A 404 is retried once: GitHub answers it for a moment after a create.
 */
export const retryDelayMs = (error: GitHubError, tried: number): number | null => {
  const backoffMs = BASE_MS * 2 ** (tried - 1)
  if (error.status === 404) return tried === 1 ? BASE_MS : null
  return error.status === 0 || error.status >= 500 ? backoffMs : null
}
