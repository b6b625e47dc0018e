import { git, gitText } from './run.ts'
import type { GitStore } from './store.ts'

export type Signature = { name: string; email: string; at: number }
export type CommitFacts = {
  oid: string
  tree: string
  parents: string[]
  author: Signature
  committer: Signature
  message: string
}

const signatureOf = (text: string): Signature => {
  const match = /^(.*) <(.*)> (\d+) [+-]\d{4}$/.exec(text)
  return { name: match?.[1] ?? '', email: match?.[2] ?? '', at: Number(match?.[3] ?? 0) }
}

export function parseCommit(oid: string, raw: string): CommitFacts {
  const split = raw.indexOf('\n\n')
  const headers = (split < 0 ? raw : raw.slice(0, split)).split('\n')
  const values = (key: string) => headers.filter(line => line.startsWith(`${key} `)).map(line => line.slice(key.length + 1))
  return {
    oid,
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: signatureOf(values('author')[0] ?? ''),
    committer: signatureOf(values('committer')[0] ?? ''),
    message: split < 0 ? '' : raw.slice(split + 2),
  }
}

/** Content by path; `null` removes the file; an object may set the mode (`120000` for a link). */
export type FileChanges = Record<string, string | Buffer | null | { content: string; mode: '100644' | '100755' | '120000' }>

export type NewCommit = {
  /** The full ref to move. */
  ref: string
  /** null = no parent; the files are then the whole tree. */
  parents: string[]
  files: FileChanges
  message: string
  author: { login: string; at: number }
}

const quoted = (path: string) => `"${path.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`
const block = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

function changeOf(path: string, change: FileChanges[string]): Buffer {
  if (change === null) return Buffer.from(`D ${quoted(path)}\n`)
  const file = typeof change === 'string' || Buffer.isBuffer(change) ? { content: change, mode: '100644' } : change
  return Buffer.concat([Buffer.from(`M ${file.mode} inline ${quoted(path)}\n`), block(file.content)])
}

function commandsOf(commit: NewCommit, mark: number): Buffer {
  const { login, at } = commit.author
  const who = `${login} <${login}@users.noreply.github.com> ${at} +0000`
  const [first, ...others] = commit.parents
  return Buffer.concat([
    Buffer.from(`commit ${commit.ref}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n`),
    block(commit.message),
    Buffer.from(first === undefined ? '' : `from ${first}\n`),
    Buffer.from(others.map(parent => `merge ${parent}\n`).join('')),
    ...Object.entries(commit.files).map(([path, change]) => changeOf(path, change)),
    Buffer.from('\n'),
  ])
}

/** Makes commits in one process; a parent may be `:n`, the n-th commit of this call. Answers their ids in order. */
export function writeCommits(store: GitStore, commits: NewCommit[]): string[] {
  if (commits.length === 0) return []
  // A ref that stands elsewhere is moved by --force, as a force push would.
  const marks = commits.map((_, at) => `get-mark :${at + 1}\n`).join('')
  const input = Buffer.concat([
    ...commits.flatMap((commit, at) => [reset(commit), commandsOf(commit, at + 1)]),
    Buffer.from(marks),
  ])
  const printed = git(store.dir, ['fast-import', '--quiet', '--force', '--date-format=raw-permissive'], { input })
  return printed.toString('utf8').trim().split('\n')
}

// Without it fast-import would add a parentless commit on top of the ref's present tip.
const reset = (commit: NewCommit): Buffer => Buffer.from(commit.parents.length === 0 ? `reset ${commit.ref}\n\n` : '')

/** A commit of a ready tree, for merges. */
export function commitTree(
  store: GitStore,
  commit: { tree: string; parents: string[]; message: string; author: NewCommit['author'] },
): string {
  const { login, at } = commit.author
  const who = { NAME: login, EMAIL: `${login}@users.noreply.github.com`, DATE: `${at} +0000` }
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap(role => Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value])),
  )
  return gitText(store.dir, ['commit-tree', commit.tree, ...commit.parents.flatMap(parent => ['-p', parent])], {
    input: commit.message,
    env,
  })
}
