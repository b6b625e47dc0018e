import { type Objects, type TreeEntry, writeTree } from './objects.ts'
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

type Content = string | Buffer | { content: string; mode: '100644' | '100755' | '120000' }

/** Content by path; `null` removes the file; an object may set the mode (`120000` for a link), or name a submodule's commit. */
export type FileChanges = Record<string, Content | null | { submodule: string }>
export type Author = { login: string; at: number }
export type NewCommit = { parents: string[]; files: FileChanges; message: string; author: Author }

/** One level of a change: files here, and what is to change in each folder below. */
function levelOf(files: FileChanges) {
  const here = new Map<string, FileChanges[string]>()
  const below = new Map<string, FileChanges>()
  for (const [path, change] of Object.entries(files)) {
    const slash = path.indexOf('/')
    if (slash < 0) here.set(path, change)
    else below.set(path.slice(0, slash), { ...below.get(path.slice(0, slash)), [path.slice(slash + 1)]: change })
  }
  return { here, below }
}

function blobEntry(objects: Objects, name: string, change: NonNullable<FileChanges[string]>): TreeEntry {
  if (typeof change === 'object' && 'submodule' in change) return { mode: '160000', name, oid: change.submodule }
  const file = typeof change === 'string' || Buffer.isBuffer(change) ? { content: change, mode: '100644' } : change
  return { mode: file.mode, name, oid: objects.write('blob', Buffer.from(file.content)) }
}

/** The tree with the changes made; null when nothing is left in it. */
function changedTree(store: GitStore, tree: string | null, files: FileChanges): string | null {
  const entries = new Map((tree === null ? [] : store.tree(tree)).map(entry => [entry.name, entry]))
  const { here, below } = levelOf(files)
  for (const [name, change] of here) {
    if (change === null) entries.delete(name)
    else entries.set(name, blobEntry(store.objects, name, change))
  }
  for (const [name, changes] of below) {
    const old = entries.get(name)
    const inner = changedTree(store, old?.mode === '40000' ? old.oid : null, changes)
    if (inner === null) entries.delete(name)
    else entries.set(name, { mode: '40000', name, oid: inner })
  }
  return entries.size === 0 ? null : writeTree(store.objects, [...entries.values()])
}

/** A commit of a ready tree. */
export function commitTree(
  store: GitStore,
  commit: { tree: string; parents: string[]; message: string; author: Author },
): string {
  const { login, at } = commit.author
  const who = `${login} <${login}@users.noreply.github.com> ${at} +0000`
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map(parent => `parent ${parent}`),
    `author ${who}`,
    `committer ${who}`,
    '',
    commit.message,
  ]
  return store.objects.write('commit', Buffer.from(lines.join('\n')))
}

/** A commit with some files changed against its first parent. */
export function writeCommit(store: GitStore, commit: NewCommit): string {
  const [parent] = commit.parents
  const base = parent === undefined ? null : store.commit(parent).tree
  const tree = changedTree(store, base, commit.files) ?? writeTree(store.objects, [])
  return commitTree(store, { ...commit, tree })
}
