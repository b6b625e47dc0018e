import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { GitStore } from '../git/store.ts'
import { found } from '../refusal.ts'
import type { Delivery } from './deliveries.ts'
import type { Account, AccountType, Issue, Pull, Quirks, Repository, Token } from './types.ts'

export const defaultQuirks: Quirks = {
  viewerDidAuthor: true,
  botEditor: true,
  minimizeReviews: true,
  deletedLabelEvents: 'null',
  timelineTotal: 'all',
  dispatchDetails: true,
  readLag: 1,
}

/** One spelling for comparing: REST's `[bot]` and case do not matter. */
export const loginKey = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, '')
export const sameLogin = (a: string | null, b: string | null): boolean => a !== null && b !== null && loginKey(a) === loginKey(b)
export const fullName = (repository: Repository): string => `${repository.owner}/${repository.name}`

/** Everything the simulated GitHub knows. Only `acts/` and `world/` write it. */
export class World {
  readonly accounts: Account[] = []
  readonly tokens: Token[] = []
  readonly repositories: Repository[] = []
  readonly deliveries: Delivery[] = []
  readonly listeners: ((delivery: Delivery) => void)[] = []
  readonly quirks: Quirks
  readonly clock: Clock
  /** The one origin it is served from; set when it listens. */
  origin = 'http://127.0.0.1'
  /** Where git is served over ssh, and the public keys of that server: no part of this simulator, which only tells of it. */
  ssh: { origin: string; keys: string[] } = { origin: 'ssh://git@127.0.0.1', keys: [] }
  private readonly root = mkdtempSync(join(tmpdir(), 'countersign-github-'))
  private lastId = 1000

  constructor(clock: Clock, quirks: Partial<{ [K in keyof Quirks]: Quirks[K] | undefined }> = {}) {
    this.clock = clock
    const given = Object.fromEntries(Object.entries(quirks).filter(([, value]) => value !== undefined))
    this.quirks = { ...defaultQuirks, ...given }
  }

  get now(): number {
    return this.clock.now()
  }

  nextId(): number {
    this.lastId += 1
    return this.lastId
  }

  /** Whatever is made later has a higher id. */
  get newestId(): number {
    return this.lastId
  }

  /** Ids of a loaded world are never given again. */
  reserveId(id: number): void {
    this.lastId = Math.max(this.lastId, id)
  }

  identity(prefix: string, id = this.nextId()): { id: number; nodeId: string } {
    this.reserveId(id)
    return { id, nodeId: `${prefix}_kwDO${id}` }
  }

  account(login: string): Account | null {
    const key = loginKey(login)
    return this.accounts.find(account => loginKey(account.login) === key) ?? null
  }

  /** The account, made as a plain one when it is not there yet. */
  ensureAccount(login: string, type: AccountType = login.endsWith('[bot]') ? 'Bot' : 'User'): Account {
    const known = this.account(login)
    if (known) return known
    const prefix = { User: 'U', Bot: 'BOT', Organization: 'O' }[type]
    const account: Account = { ...this.identity(prefix), login: login.replace(/\[bot\]$/, ''), type, name: null }
    this.accounts.push(account)
    return account
  }

  repository(name: string): Repository | null {
    const key = name.toLowerCase()
    return this.repositories.find(repository => fullName(repository).toLowerCase() === key) ?? null
  }

  /** A bare repository in the network of the one it was forked from. */
  newStore(id: number, network: number): GitStore {
    return new GitStore(join(this.root, `repository-${id}.git`), join(this.root, `network-${network}`))
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

export const issueOf = (repository: Repository, number: number): Issue | Pull =>
  found(repository.issues.find(issue => issue.number === number))

export function pullOf(repository: Repository, number: number): Pull {
  const issue = issueOf(repository, number)
  return found(issue.kind === 'pull' ? issue : null)
}

export const pullsOf = (repository: Repository): Pull[] => repository.issues.filter(issue => issue.kind === 'pull')
