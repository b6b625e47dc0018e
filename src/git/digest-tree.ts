import { createHash, type Hash } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'

export type TreeDigest = { hash: string; files: number }

const slash = Buffer.from('/')
const join = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, slash, name])

export const contentHash = async (place: Buffer): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(place)) hash.update(chunk)
  return hash.digest('hex')
}

const addEntry = async (hash: Hash, place: Buffer, entry: Dirent<Buffer>): Promise<void> => {
  if (entry.isSymbolicLink()) {
    hash.update('link ').update(await readlink(place, 'buffer'))
    return
  }
  // Only a plain file is read: a pipe put here would never end.
  if (!entry.isFile()) {
    hash.update('other')
    return
  }
  const { mode } = await lstat(place)
  hash.update(`${(mode & 0o111) === 0 ? 'file' : 'program'} ${await contentHash(place)}`)
}

const byName = (a: Dirent<Buffer>, b: Dirent<Buffer>): number => Buffer.compare(a.name, b.name)

const addFolder = async (digest: { hash: Hash; files: number }, root: Buffer, below: Buffer): Promise<void> => {
  const folder = below.length === 0 ? root : join(root, below)
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  for (const entry of entries.toSorted(byName)) {
    const path = below.length === 0 ? entry.name : join(below, entry.name)
    digest.hash.update('\0').update(path).update('\0')
    if (entry.isDirectory()) await addFolder(digest, root, path)
    else {
      digest.files += 1
      await addEntry(digest.hash, join(root, path), entry)
    }
  }
}

/** A digest of names, kinds, executable bits, link targets and contents below a folder; times and owners do not count. */
export const digestTree = async (folder: string): Promise<TreeDigest> => {
  const digest = { hash: createHash('sha256'), files: 0 }
  await addFolder(digest, Buffer.from(folder), Buffer.alloc(0))
  return { hash: digest.hash.digest('hex'), files: digest.files }
}
