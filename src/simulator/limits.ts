import type { Viewer } from './access.ts'

type Resource = 'core' | 'graphql' | 'search'
type Window = { used: number; resetAt: number }
export type Limit = { limit: number; remaining: number; used: number; resetAt: number }

const hourSeconds = 3600

/** Points an hour: 1,000 for GITHUB_TOKEN, whatever the repository has of jobs (fact 1). */
const limitOf = (viewer: Viewer, resource: Resource) => {
  if (resource === 'search') return 30
  return { 'github-token': 1000, app: 5000, personal: 5000, anonymous: 60 }[viewer.kind]
}

/** Counts what each account has used in its hour; counting only, refusals come by fault. */
export class Limits {
  private readonly windows = new Map<string, Window>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  private window(viewer: Viewer, resource: Resource): Window {
    const key = `${viewer.account?.login ?? ''} ${resource}`
    const known = this.windows.get(key)
    if (known && known.resetAt > this.now()) return known
    const fresh = { used: 0, resetAt: this.now() + hourSeconds }
    this.windows.set(key, fresh)
    return fresh
  }

  use(viewer: Viewer, resource: Resource, points: number): Limit {
    this.window(viewer, resource).used += points
    return this.read(viewer, resource)
  }

  read(viewer: Viewer, resource: Resource): Limit {
    const { used, resetAt } = this.window(viewer, resource)
    const limit = limitOf(viewer, resource)
    return { limit, used, remaining: Math.max(0, limit - used), resetAt }
  }
}

export const limitHeaders = (limit: Limit, resource: Resource): Record<string, string> => ({
  'x-ratelimit-limit': String(limit.limit),
  'x-ratelimit-remaining': String(limit.remaining),
  'x-ratelimit-used': String(limit.used),
  'x-ratelimit-reset': String(limit.resetAt),
  'x-ratelimit-resource': resource,
})

const shape = ({ limit, remaining, used, resetAt }: Limit) => ({ limit, remaining, used, reset: resetAt })

/** `GET /rate_limit`, which costs nothing. */
export function rateLimitShape(limits: Limits, viewer: Viewer) {
  const core = shape(limits.read(viewer, 'core'))
  return {
    resources: { core, graphql: shape(limits.read(viewer, 'graphql')), search: shape(limits.read(viewer, 'search')) },
    rate: core,
  }
}
