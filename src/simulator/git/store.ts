import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { invalid } from '../refusal.ts'
import { type CommitFacts, parseCommit } from './commit.ts'
import { type FileDiff, parseDiff } from './diff.ts'
import { git, gitText, tryGit } from './run.ts'

const config = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	logallrefupdates = false
[gc]
	auto = 0
[receive]
	autogc = false
	denyDeleteCurrent = ignore
	denyNonFastForwards = false
[transfer]
	unpackLimit = 100000
	hideRefs = refs/kept
[uploadpack]
	allowAnySHA1InWant = true
	allowReachableSHA1InWant = true
	allowFilter = true
[http]
	receivepack = true
	uploadpack = true
`
const wholeSha = /^[0-9a-f]{40}$/
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/**
 * One bare repository. Refs are read from files (no process); everything asked of git by commit id is kept, since a
 * commit never changes. Repositories of one network share their objects, as on GitHub.
 */
export class GitStore {
  readonly dir: string
  private readonly kept = new Map<string, unknown>()

  constructor(dir: string, network: string) {
    this.dir = dir
    mkdirSync(join(network, 'info'), { recursive: true })
    mkdirSync(join(network, 'pack'), { recursive: true })
    mkdirSync(join(dir, 'refs/heads'), { recursive: true })
    symlinkSync(network, join(dir, 'objects'))
    writeFileSync(join(dir, 'config'), config)
    this.setHead('main')
  }

  setHead(branch: string): void {
    writeFileSync(join(this.dir, 'HEAD'), `ref: refs/heads/${branch}\n`)
  }

  private once<T>(key: string, compute: () => T): T {
    const known = this.kept.get(key)
    if (known !== undefined) return known as T
    const value = compute()
    this.kept.set(key, value)
    return value
  }

  ref(name: string): string | null {
    const path = join(this.dir, name)
    return isFile(path) ? readFileSync(path, 'utf8').trim() : null
  }

  branch(name: string): string | null {
    return this.ref(`refs/heads/${name}`)
  }

  setRef(name: string, oid: string): void {
    try {
      mkdirSync(dirname(join(this.dir, name)), { recursive: true })
      writeFileSync(join(this.dir, name), `${oid}\n`)
    } catch {
      throw invalid(`Reference "${name}" cannot be written: another reference has a part of its name`)
    }
  }

  deleteRef(name: string): void {
    rmSync(join(this.dir, name), { force: true })
  }

  /** Full names and commit ids below a prefix such as `refs/heads`. */
  refs(prefix: string): { name: string; oid: string }[] {
    const root = join(this.dir, prefix)
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return []
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => `${prefix}/${path}`)
      .flatMap(name => {
        const oid = this.ref(name)
        return oid === null ? [] : [{ name, oid }]
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Whether these are the 40 digits of a commit that is here. */
  hasCommit(oid: string): boolean {
    if (!wholeSha.test(oid)) return false
    return this.kept.has(`commit ${oid}`) || tryGit(this.dir, ['cat-file', '-e', `${oid}^{commit}`]) !== null
  }

  commit(oid: string): CommitFacts {
    return this.once(`commit ${oid}`, () => parseCommit(oid, gitText(this.dir, ['cat-file', 'commit', oid])))
  }

  mergeBase(a: string, b: string): string | null {
    if (a === b) return a
    return this.once(`base ${a} ${b}`, () => ({ oid: tryGit(this.dir, ['merge-base', a, b]) })).oid
  }

  /** What GitHub shows for `base...head`. */
  diff(base: string, head: string): FileDiff[] {
    return this.once(`diff ${base} ${head}`, () => {
      const from = this.mergeBase(base, head) ?? base
      return parseDiff(git(this.dir, ['diff', '-M', '--raw', '--abbrev=40', '-z', '-p', from, head]).toString('utf8'))
    })
  }

  diffText(base: string, head: string): string {
    return git(this.dir, ['diff', '-M', `${base}...${head}`]).toString('utf8')
  }

  /** Commits reachable from `head` and not from `base`, oldest first. */
  between(base: string, head: string): string[] {
    return this.once(`log ${base} ${head}`, () =>
      gitText(this.dir, ['rev-list', '--reverse', '--topo-order', head, `^${base}`])
        .split('\n')
        .filter(Boolean),
    )
  }

  isAncestor(older: string, newer: string): boolean {
    return older === newer || this.mergeBase(older, newer) === older
  }

  /** `null` = no such path in that commit. */
  blob(oid: string, path: string): { oid: string; content: Buffer } | null {
    return this.once(`blob ${oid} ${path}`, () => {
      const id = tryGit(this.dir, ['rev-parse', '--verify', '--quiet', `${oid}:${path}`])
      const isBlob = id !== null && tryGit(this.dir, ['cat-file', '-t', id]) === 'blob'
      return { value: isBlob && id !== null ? { oid: id, content: git(this.dir, ['cat-file', 'blob', id]) } : null }
    }).value
  }

  entries(oid: string, path: string): { mode: string; type: string; oid: string; name: string }[] {
    const listing = tryGit(this.dir, ['ls-tree', '-z', path === '' ? oid : `${oid}:${path}`])
    return (listing ?? '')
      .split('\0')
      .filter(Boolean)
      .map(line => {
        const [meta = '', name = ''] = line.split('\t')
        const [mode = '', type = '', id = ''] = meta.split(' ')
        return { mode, type, oid: id, name }
      })
  }

  /** The tree of both merged, or null when they conflict. */
  mergeTree(ours: string, theirs: string): string | null {
    return this.once(`merge ${ours} ${theirs}`, () => ({ tree: tryGit(this.dir, ['merge-tree', '--write-tree', ours, theirs]) }))
      .tree
  }

  /** A bundle of every ref, so that a dumped world has the same commits. */
  bundle(): string {
    return git(this.dir, ['bundle', 'create', '-', '--all']).toString('base64')
  }

  unbundle(base64: string): void {
    const file = join(this.dir, 'world.bundle')
    writeFileSync(file, Buffer.from(base64, 'base64'))
    for (const line of gitText(this.dir, ['bundle', 'unbundle', file]).split('\n')) {
      const [oid = '', name = ''] = line.split(' ')
      if (name.startsWith('refs/')) this.setRef(name, oid)
    }
    rmSync(file)
  }
}
