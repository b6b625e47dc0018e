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

const entryOf = async (place: Buffer, entry: Dirent<Buffer>): Promise<Entry> => {
  if (entry.isSymbolicLink()) return { kind: 'link', program: false, hash: await readlink(place) }
  // Only a plain file is read: a pipe put here would never end.
  if (!entry.isFile()) return { kind: 'other', program: false, hash: '' }
  const { mode } = await lstat(place)
  return { kind: 'file', program: (mode & 0o111) !== 0, hash: await contentHash(place) }
}

const walk = async (manifest: Manifest, folder: Buffer, prefix: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
    const place = Buffer.concat([folder, Buffer.from('/'), entry.name])
    const path = `${prefix}${entry.name.toString('utf8')}`
    if (entry.isDirectory()) await walk(manifest, place, `${path}/`)
    else manifest.set(path, await entryOf(place, entry))
  }
}

/** Names, kinds, executable bits and contents below a folder; links are not followed. */
export const manifestOf = async (folder: string): Promise<Manifest> => {
  const manifest: Manifest = new Map()
  await walk(manifest, Buffer.from(folder), '')
  return manifest
}

const withContent = async (folder: string, change: TreeChange, mostBytes: number): Promise<TreeChange> => {
  if (change.how === 'deleted' || change.kind !== 'file' || !change.nameReadable) return change
  const { size } = await lstat(`${folder}/${change.path}`)
  return { ...change, bytes: size, content: size > mostBytes ? null : await readFile(`${folder}/${change.path}`) }
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

/** What differs in a folder from how it was, with the new contents, in the order of the names. */
export const changesSince = async (before: Manifest, folder: string, mostBytes: number): Promise<TreeChange[]> => {
  const after = await manifestOf(folder)
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changes = paths.flatMap(path => compared(path, before.get(path), after.get(path)) ?? [])
  return Promise.all(changes.map(change => withContent(folder, change, mostBytes)))
}
