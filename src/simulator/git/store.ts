import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { invalid } from '../refusal.ts'
import { type CommitFacts, parseCommit } from './commit.ts'
import { type FileDiff, parseDiff } from './diff.ts'
import { betweenOf, mergeBaseOf } from './history.ts'
import { Objects, readTree, type TreeEntry } from './objects.ts'
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
	hideRefs = refs/pull
[transfer]
	unpackLimit = 10000
	hideRefs = refs/kept
[uploadpack]
	allowAnySHA1InWant = true
	allowReachableSHA1InWant = true
	allowFilter = true
`
const wholeSha = /^[0-9a-f]{40}$/
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Two commits always differ in the same way: kept for every repository of the process. */
const diffs = new Map<string, FileDiff[]>()
const merges = new Map<string, boolean>()

function once<T>(known: Map<string, T>, key: string, compute: () => T): T {
  const value = known.get(key) ?? compute()
  known.set(key, value)
  return value
}

/**
 * One bare repository. Refs and loose objects are read from files; git itself is asked for diffs, merges and whatever
 * is packed. Repositories of one network share their objects, as on GitHub.
 */
export class GitStore {
  readonly dir: string
  readonly objects: Objects
  private readonly commits = new Map<string, CommitFacts>()

  constructor(dir: string, network: string) {
    this.dir = dir
    this.objects = new Objects(network)
    mkdirSync(join(dir, 'refs/heads'), { recursive: true })
    symlinkSync(network, join(dir, 'objects'))
    writeFileSync(join(dir, 'config'), config)
    this.setHead('main')
  }

  setHead(branch: string): void {
    writeFileSync(join(this.dir, 'HEAD'), `ref: refs/heads/${branch}\n`)
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
    if (this.objects.read(oid)?.type === 'commit') return true
    return this.objects.hasPacks && tryGit(this.dir, ['cat-file', '-e', `${oid}^{commit}`]) !== null
  }

  commit(oid: string): CommitFacts {
    return once(this.commits, oid, () => {
      const loose = this.objects.read(oid)
      return parseCommit(oid, loose?.content.toString('utf8') ?? git(this.dir, ['cat-file', 'commit', oid]).toString('utf8'))
    })
  }

  private readonly parentsOf = (oid: string): string[] => this.commit(oid).parents

  mergeBase(a: string, b: string): string | null {
    if (this.objects.hasPacks) return tryGit(this.dir, ['merge-base', a, b])
    return mergeBaseOf(this.parentsOf, a, b)
  }

  /** Commits reachable from `head` and not from `base`, oldest first. */
  between(base: string, head: string): string[] {
    if (!this.objects.hasPacks) return betweenOf(this.parentsOf, base, head)
    return gitText(this.dir, ['rev-list', '--reverse', '--topo-order', head, `^${base}`])
      .split('\n')
      .filter(Boolean)
  }

  isAncestor(older: string, newer: string): boolean {
    return older === newer || this.mergeBase(older, newer) === older
  }

  /** What GitHub shows for `base...head`. */
  diff(base: string, head: string): FileDiff[] {
    return this.changes(this.mergeBase(base, head) ?? base, head)
  }

  /** What differs between two commits, with so many lines of context. */
  changes(from: string, to: string, context = 3): FileDiff[] {
    return once(diffs, `${from} ${to} ${context}`, () =>
      parseDiff(git(this.dir, ['diff', '-M', `-U${context}`, '--raw', '--abbrev=40', '-z', '-p', from, to]).toString('utf8')),
    )
  }

  diffText(base: string, head: string): string {
    return git(this.dir, ['diff', '-M', `${base}...${head}`]).toString('utf8')
  }

  tree(oid: string): TreeEntry[] {
    return readTree(this.objects, oid) ?? this.packedTree(oid)
  }

  private packedTree(oid: string): TreeEntry[] {
    const listing = tryGit(this.dir, ['ls-tree', '-z', oid]) ?? ''
    return listing
      .split('\0')
      .filter(Boolean)
      .map(line => {
        const [meta = '', name = ''] = line.split('\t')
        const [mode = '', , id = ''] = meta.split(' ')
        return { mode: mode.replace(/^0/, ''), name, oid: id }
      })
  }

  /** The entry at a path of a commit; `null` = no such path. */
  private entryAt(commit: string, path: string): TreeEntry | null {
    let entry: TreeEntry | null = { mode: '40000', name: '', oid: this.commit(commit).tree }
    for (const name of path.split('/').filter(Boolean)) {
      const inner: TreeEntry[] = entry?.mode === '40000' ? this.tree(entry.oid) : []
      entry = inner.find(known => known.name === name) ?? null
    }
    return entry
  }

  blob(commit: string, path: string): { oid: string; content: Buffer } | null {
    const entry = this.entryAt(commit, path)
    if (!entry?.mode.startsWith('1')) return null
    return { oid: entry.oid, content: this.objects.read(entry.oid)?.content ?? git(this.dir, ['cat-file', 'blob', entry.oid]) }
  }

  entries(commit: string, path: string): TreeEntry[] {
    const entry = this.entryAt(commit, path)
    return entry?.mode === '40000' ? this.tree(entry.oid) : []
  }

  /** The tree of both merged, or null when they conflict. */
  mergeTree(ours: string, theirs: string): string | null {
    return tryGit(this.dir, ['merge-tree', '--write-tree', ours, theirs])
  }

  canMerge(ours: string, theirs: string): boolean {
    return this.isAncestor(ours, theirs) || once(merges, `${ours} ${theirs}`, () => this.mergeTree(ours, theirs) !== null)
  }

  /** A bundle of every ref, so that a dumped world has the same commits. */
  bundle(): string {
    return git(this.dir, ['bundle', 'create', '-', '--all']).toString('base64')
  }

  /** Its objects become loose ones, which are read without a process. */
  unbundle(base64: string): void {
    const bundle = Buffer.from(base64, 'base64')
    const end = bundle.indexOf('\n\n')
    const lines = bundle.toString('utf8', 0, Math.max(end, 0)).split('\n')
    if (!lines[0]?.startsWith('# v') || lines.some(line => line.startsWith('-')))
      throw new Error(
        'Found a bundle that is none or needs commits from elsewhere, expected what `git bundle create` writes for --all.',
      )
    git(this.dir, ['unpack-objects', '-q'], { input: bundle.subarray(end + 2) })
    for (const line of lines) {
      const [oid = '', name = ''] = line.split(' ')
      if (name.startsWith('refs/')) this.setRef(name, oid)
    }
  }
}
