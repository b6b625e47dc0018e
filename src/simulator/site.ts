import type { Faults } from './faults.ts'
import type { Limits } from './limits.ts'
import type { Replica } from './replica.ts'
import type { RequestLog, RequestRecord } from './requests.ts'
import type { Answer } from './rest/route.ts'
import type { World } from './world/world.ts'

/** A request with its answer, for whoever checks both. */
export type Exchange = { request: RequestRecord; path: string; query: URLSearchParams; answer: Answer; graphql: boolean }

export type Hooks = {
  /** Before anything is done: a place to push a commit, to run another run, to kill a process. */
  beforeRequest?: ((request: RequestRecord) => void | Promise<void>) | undefined
  /** After it is done and before it is answered. */
  afterRequest?: ((request: RequestRecord, answer: Answer) => void | Promise<void>) | undefined
}

/** One running simulator. */
export type Site = {
  world: World
  replica: Replica
  log: RequestLog
  faults: Faults
  limits: Limits
  hooks: Hooks
  guard: ((exchange: Exchange) => void) | null
  unknownRoutes: string[]
}
