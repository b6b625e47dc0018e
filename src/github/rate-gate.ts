import type { Instant } from '../snapshot/ids.ts'
import type { Clock } from './api.ts'
import { GitHubError } from './errors.ts'
import { limitWaitMs } from './retry.ts'

/** GitHub counts REST and GraphQL apart; a secondary limit closes both. */
export type Resource = 'core' | 'graphql'

type Headers = Record<string, string | undefined>

export type GateOptions = { clock: Clock; patienceMs: number; stop: AbortSignal | undefined; log: (line: string) => void }

export type Gate = {
  /** Waits until GitHub takes requests again; throws where that is longer than this run may wait. */
  opened: (resource: Resource, operation: string) => Promise<void>
  /** What an answer tells of the limits: the last request of the hour closes the gate before GitHub has to say no. */
  note: (resource: Resource, headers: Headers, serverTime: Instant) => void
  /** GitHub turned a request away: nothing is sent before the time it named. */
  close: (resource: Resource, refused: { headers: Headers; serverTime: Instant; times: number }) => void
}

const isPrimary = (headers: Headers): boolean => headers['x-ratelimit-remaining'] === '0'

/** One gate for a whole run: limits are waited for, within a time that all waits share. */
export const rateGate = ({ clock, patienceMs, stop, log }: GateOptions): Gate => {
  const closedUntilMs: Record<Resource, number> = { core: 0, graphql: 0 }
  let leftMs = patienceMs

  const closeFor = (resource: Resource, waitMs: number): void => {
    closedUntilMs[resource] = Math.max(closedUntilMs[resource], clock.nowMs() + waitMs)
  }

  return {
    opened: async (resource, operation) => {
      const waitMs = closedUntilMs[resource] - clock.nowMs()
      if (waitMs <= 0) return
      if (waitMs > leftMs || stop?.aborted)
        throw new GitHubError(operation, {
          status: 429,
          detail: `the rate limit is used up for ${Math.ceil(waitMs / 1000)} s more, and this run waits no longer; the next one goes on`,
          landed: 'no',
          isLimited: true,
        })
      leftMs -= waitMs
      log(`limit  GitHub's ${resource} rate limit: waiting ${Math.ceil(waitMs / 1000)} s before ${operation}`)
      await clock.sleep(waitMs, stop)
      closedUntilMs[resource] = 0
    },
    note: (resource, headers, serverTime) => {
      if (isPrimary(headers) && headers['x-ratelimit-reset'] !== undefined)
        closeFor(resource, limitWaitMs(headers, { serverTime, times: 1 }))
    },
    close: (resource, { headers, serverTime, times }) => {
      const waitMs = limitWaitMs(headers, { serverTime, times })
      const all: Resource[] = isPrimary(headers) ? [resource] : ['core', 'graphql']
      for (const one of all) closeFor(one, waitMs)
    },
  }
}
