import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { contentHash } from './digest-tree.ts'

type Kind = 'file' | 'link' | 'other'
type Entry = { kind: Kind; program: boolean; hash: string }

/** What a folder held at one time, by path. */
export type Manifest = Map<string, Entry>

/** `content: null` = it was deleted, or is too large to be kept. `isText: false` = its name is no UTF-8. */
export type TreeChange = {
  path: string
  how: 'added' | 'modified' | 'deleted'
  kind: Kind
  /** The executable bit, or the kind, is another than before; new files count with a bit that is set. */
  modeChanged: boolean
  nameReadable: boolean
  bytes: number
  content: Buffer | null
}

const NOT_UTF8 = '\ufffd'

const entryOf = async (place: Buffer, entry: Dirent<Buffer>, isCompared: boolean): Promise<Entry> => {
  if (entry.isSymbolicLink()) return { kind: 'link', program: false, hash: await readlink(place) }
  // Only a plain file is read: a pipe put here would never end.
  if (!entry.isFile()) return { kind: 'other', program: false, hash: '' }
  const { mode } = await lstat(place)
  return { kind: 'file', program: (mode & 0o111) !== 0, hash: isCompared ? await contentHash(place) : '' }
}

type Walk = { manifest: Manifest; isCompared: (path: string) => boolean }

const walk = async (into: Walk, folder: Buffer, prefix: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const place = Buffer.concat([folder, Buffer.from('/'), entry.name])
    const path = `${prefix}${entry.name.toString('utf8')}`
    if (entry.isDirectory()) await walk(into, place, `${path}/`)
    else into.manifest.set(path, await entryOf(place, entry, into.isCompared(path)))
  }
}

/** Names, kinds, executable bits and contents below a folder; links are not followed. */
export const manifestOf = async (folder: string): Promise<Manifest> => {
  const manifest: Manifest = new Map()
  await walk({ manifest, isCompared: () => true }, Buffer.from(folder), '')
  return manifest
}

const compared = (path: string, before: Entry | undefined, after: Entry | undefined): TreeChange | null => {
  const common = { path, nameReadable: !path.includes(NOT_UTF8), bytes: 0, content: null }
  if (after === undefined)
    return before === undefined ? null : { ...common, how: 'deleted', kind: before.kind, modeChanged: false }
  if (before === undefined) return { ...common, how: 'added', kind: after.kind, modeChanged: after.program }
  const modeChanged = before.kind !== after.kind || before.program !== after.program
  if (!modeChanged && before.hash === after.hash && after.kind !== 'other') return null
  return { ...common, how: 'modified', kind: after.kind, modeChanged }
}

/** What differs in a folder from how it was, in the order of the names; new files are not opened. */
export const changesSince = async (before: Manifest, folder: string): Promise<TreeChange[]> => {
  const after: Manifest = new Map()
  await walk({ manifest: after, isCompared: path => before.has(path) }, Buffer.from(folder), '')
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap(path => compared(path, before.get(path), after.get(path)) ?? [])
}

const withContent = async (folder: string, change: TreeChange, mostBytes: number): Promise<TreeChange> => {
  if (change.how === 'deleted' || change.kind !== 'file' || !change.nameReadable) return change
  const { size } = await lstat(`${folder}/${change.path}`)
  return { ...change, bytes: size, content: size > mostBytes ? null : await readFile(`${folder}/${change.path}`) }
}

/** The changes with their new contents, each as far as it is no larger than `mostBytes`. */
export const withContents = (changes: TreeChange[], folder: string, mostBytes: number): Promise<TreeChange[]> =>
  Promise.all(changes.map(change => withContent(folder, change, mostBytes)))
