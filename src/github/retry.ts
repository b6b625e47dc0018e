import type { Instant } from '../snapshot/ids.ts'
import type { GitHubError } from './errors.ts'

type Attempted = { headers: Record<string, string | undefined>; tried: number; serverTime: Instant }

const BASE_MS = 1_000
/** A longer wait than this is no retry: the run ends and the next one reads the world again. */
const MAX_WAIT_MS = 120_000

const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

const isRateLimited = (error: GitHubError, headers: Attempted['headers']): boolean =>
  error.status === 429 ||
  (error.status === 403 &&
    (headers['x-ratelimit-remaining'] === '0' ||
      headers['retry-after'] !== undefined ||
      /secondary rate limit/i.test(error.detail)))

/**
 * How long to wait before the same read is sent again; `null` = not again.
 * A 404 is retried once: GitHub answers it for a moment after a create. A reset time in the past counts as now.
 */
export const retryDelayMs = (error: GitHubError, { headers, tried, serverTime }: Attempted): number | null => {
  const backoffMs = BASE_MS * 2 ** (tried - 1)
  if (isRateLimited(error, headers)) {
    const after = secondsOf(headers['retry-after'])
    const reset = secondsOf(headers['x-ratelimit-reset'])
    const waitMs = after !== null ? after * 1000 : reset !== null ? Math.max(0, reset - serverTime) * 1000 + BASE_MS : 60_000
    return waitMs <= MAX_WAIT_MS ? Math.max(waitMs, backoffMs) : null
  }
  if (error.status === 404) return tried === 1 ? BASE_MS : null
  return error.status === 0 || error.status >= 500 ? backoffMs : null
}
