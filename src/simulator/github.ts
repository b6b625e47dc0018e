import { createServer, type Server } from 'node:http'
import { deleteRepository } from './acts/repositories.ts'
import { type Clock, fixedClock, realClock } from './clock.ts'
import { type Fault, Faults } from './faults.ts'
import { Limits } from './limits.ts'
import { type Person, personIn } from './person.ts'
import { found } from './refusal.ts'
import { Replica } from './replica.ts'
import { RequestLog } from './requests.ts'
import { serve } from './server.ts'
import type { Exchange, Hooks, Site } from './site.ts'
import type { Delivery } from './world/deliveries.ts'
import { dumpWorld } from './world/dump.ts'
import type { WorldFile } from './world/file.ts'
import { loadWorld, parseWorld } from './world/load.ts'
import type { Pull, Repository } from './world/types.ts'
import { pullOf, World } from './world/world.ts'

export type GitHubOptions = Hooks & {
  /** An empty world without it. */
  world?: WorldFile
  /** 0 = any free port. */
  port?: number
  clock?: Clock
  faults?: Fault[]
  /** Sees every API request with its answer; what it throws is kept in `violations`. */
  guard?: (exchange: Exchange) => void
}

/** What a test must not leave behind. */
export type Leftovers = { unknownRoutes: string[]; unusedFaults: string[]; violations: Error[]; crashes: Error[] }

export type GitHub = {
  /** The one origin of REST, GraphQL (`/graphql`), git and the pages. */
  url: string
  world: World
  /** The first token of each login. */
  tokens: Record<string, string>
  requests: RequestLog
  faults: Faults
  hooks: Hooks
  deliveries: Delivery[]
  onDelivery(listener: (delivery: Delivery) => void): void
  /** Acts as a person or a bot would in the pages: not in the request log. */
  as(login: string, repository?: string): Person
  repository(name?: string): Repository
  pull(number: number, repository?: string): Pull
  /** A fork or repository disappears; pulls from it lose their head's repository. */
  deleteRepository(name: string): void
  tick(seconds: number): void
  dump(): WorldFile
  leftovers(): Leftovers
  stop(): Promise<Leftovers>
}

const clockOf = (options: GitHubOptions): Clock =>
  options.clock ?? (options.world?.now ? fixedClock(options.world.now) : realClock())

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

function siteOf(world: World, options: GitHubOptions): { site: Site; violations: Error[] } {
  const violations: Error[] = []
  const { guard } = options
  const checked = (exchange: Exchange) => {
    try {
      guard?.(exchange)
    } catch (error) {
      violations.push(errorOf(error))
    }
  }
  const site: Site = {
    world,
    replica: new Replica(world),
    log: new RequestLog(),
    faults: new Faults(),
    limits: new Limits(() => world.now),
    hooks: { beforeRequest: options.beforeRequest, afterRequest: options.afterRequest },
    guard: guard ? checked : null,
    unknownRoutes: [],
  }
  for (const fault of options.faults ?? []) site.faults.add(fault)
  return { site, violations }
}

/** Binds the loopback only, and answers where. */
async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
}

const firstTokens = (world: World): Record<string, string> =>
  Object.fromEntries([...world.tokens].reverse().map(token => [token.login, token.token]))

/** Starts a GitHub of one's own: REST, GraphQL and git over one loopback origin. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const parsed = parseWorld(options.world ?? {})
  const world = new World(clockOf(options), parsed.quirks)
  loadWorld(world, parsed)
  const { site, violations } = siteOf(world, options)
  const crashes: Error[] = []
  const server = createServer((req, res) => {
    serve(site, req, res).catch(error => {
      crashes.push(errorOf(error))
      if (res.headersSent) return void res.destroy()
      res
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: `The simulator failed: ${errorOf(error).stack}` }))
    })
  })
  // As long as GitHub keeps one: with Node's five seconds a busy machine writes into connections that are just being closed.
  server.keepAliveTimeout = 60_000
  world.origin = await listen(server, options.port ?? 0)
  const repository = (name?: string) => found(name === undefined ? world.repositories[0] : world.repository(name))
  const leftovers = () => ({ unknownRoutes: site.unknownRoutes, unusedFaults: site.faults.unused(), violations, crashes })
  return {
    url: world.origin,
    world,
    tokens: firstTokens(world),
    requests: site.log,
    faults: site.faults,
    hooks: site.hooks,
    deliveries: world.deliveries,
    onDelivery: listener => void world.listeners.push(listener),
    as: (login, name) => personIn(world, login, () => repository(name)),
    repository,
    pull: (number, name) => pullOf(repository(name), number),
    deleteRepository: name => deleteRepository(world, repository(name)),
    tick: seconds => world.clock.tick(seconds),
    dump: () => dumpWorld(world),
    leftovers,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      world.dispose()
      return leftovers()
    },
  }
}
