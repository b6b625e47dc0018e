import { mkdir, open, realpath, symlink, unlink } from 'node:fs/promises'
import { sep } from 'node:path'
import { decodeGit } from '../review/git-text.ts'
import type { Blob } from './read-blobs.ts'
import type { LeftOut } from './tree-entries.ts'

const slash = Buffer.from('/')

/** The place of an entry below the root, byte for byte. */
const placeOf = (root: string, { entry }: Blob): Buffer => Buffer.concat([Buffer.from(root), slash, entry.pathBytes])

const parentOf = (place: Buffer): Buffer => place.subarray(0, place.lastIndexOf('/'))

const makeParents = async (place: Buffer): Promise<void> => {
  await mkdir(parentOf(place), { recursive: true })
}

const writeFile = async (root: string, blob: Blob): Promise<void> => {
  const place = placeOf(root, blob)
  await makeParents(place)
  // `wx` never follows and never overwrites: two names that this file system takes for one are told, not merged.
  const file = await open(place, 'wx', blob.entry.mode === '100755' ? 0o755 : 0o644)
  try {
    await file.writeFile(blob.content)
  } finally {
    await file.close()
  }
}

/** Writes each file once; those that the file system cannot hold are returned. */
export const writeFiles = async (root: string, blobs: Blob[]): Promise<LeftOut[]> => {
  const leftOut: LeftOut[] = []
  for (const blob of blobs) {
    try {
      await writeFile(root, blob)
    } catch {
      leftOut.push({ path: blob.entry.path, reason: 'unwritable' })
    }
  }
  return leftOut
}

type Verdict = 'inside' | 'symlink-outside' | 'symlink-broken'

const whereLeads = async (root: string, place: Buffer): Promise<Verdict> => {
  try {
    const target = decodeGit(await realpath(place, 'buffer'))
    return target === root || target.startsWith(root + sep) ? 'inside' : 'symlink-outside'
  } catch {
    return 'symlink-broken'
  }
}

const writeSymlink = async (root: string, blob: Blob): Promise<LeftOut | null> => {
  const { path } = blob.entry
  if (blob.content[0] === 0x2f) return { path, reason: 'symlink-outside' }
  try {
    const place = placeOf(root, blob)
    // A forged tree may name one path as a link and as a folder: nothing is written through a link.
    if (!(await realpath(parentOf(place), 'buffer')).equals(parentOf(place))) return { path, reason: 'unsafe-name' }
    await symlink(blob.content, place)
    return null
  } catch {
    return { path, reason: 'unwritable' }
  }
}

/** Removes links that do not end inside the copy, until none is left: taking one away may break another. */
const removeStray = async (root: string, blobs: Blob[]): Promise<LeftOut[]> => {
  const leftOut: LeftOut[] = []
  let kept = blobs
  for (let removed = true; removed; ) {
    const judged = await Promise.all(kept.map(async blob => ({ blob, verdict: await whereLeads(root, placeOf(root, blob)) })))
    const stray = judged.filter(({ verdict }) => verdict !== 'inside')
    for (const { blob, verdict } of stray) {
      await unlink(placeOf(root, blob))
      leftOut.push({ path: blob.entry.path, reason: verdict === 'symlink-outside' ? verdict : 'symlink-broken' })
    }
    removed = stray.length > 0
    kept = judged.flatMap(({ blob, verdict }) => (verdict === 'inside' ? [blob] : []))
  }
  return leftOut
}

/** Writes all links, last and at once, and keeps those that lead, through all other links, to something inside the copy. */
export const writeSymlinks = async (root: string, blobs: Blob[]): Promise<LeftOut[]> => {
  // All folders first: once a link stands, a folder made through it could be anywhere.
  for (const blob of blobs) await makeParents(placeOf(root, blob)).catch(() => {})
  const tried: { blob: Blob; problem: LeftOut | null }[] = []
  for (const blob of blobs) tried.push({ blob, problem: await writeSymlink(root, blob) })
  const written = tried.flatMap(({ blob, problem }) => (problem ? [] : [blob]))
  return [...tried.flatMap(({ problem }) => (problem ? [problem] : [])), ...(await removeStray(root, written))]
}
