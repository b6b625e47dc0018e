import { createHash, type Hash } from 'node:crypto'
import { type DiffFile, type Hunk, parseDiff } from './diff.ts'

const marks = { context: ' ', added: '+', deleted: '-' } as const

const addHunk = (hash: Hash, hunk: Hunk): void => {
  hash.update('\n@', 'utf16le')
  for (const row of hunk.rows) hash.update(`\n${marks[row.kind]}${row.text}${row.noNewline ? '\n\\' : ''}`, 'utf16le')
}

const addFile = (hash: Hash, file: DiffFile): void => {
  const { status, oldPath, newPath, oldMode, newMode } = file
  // A binary's content is known by its blob ids only; everybody else's moves with each base merge.
  const blobs = file.binary ? [file.oldBlob, file.newBlob] : []
  hash.update(`\n${JSON.stringify([status, oldPath, newPath, oldMode, newMode, ...blobs])}`, 'utf16le')
  for (const hunk of file.hunks) addHunk(hash, hunk)
}

const isWhole = (file: DiffFile): boolean =>
  file.combinedParents === 0 && !file.hunks.some(hunk => hunk.incomplete) && !(file.binary && file.newBlob === null)

/**
 * Fingerprint of an authored patch: names, modes and every row with its context, to the byte; line offsets, hunk headings,
 * blob ids of text files and the order of files do not count. Null when the diff is cut short or combined: no two such are equal.
 */
export const patchFingerprint = (diff: string | Uint8Array): string | null => {
  const files = parseDiff(diff)
  if (!files.every(isWhole)) return null
  const hash = createHash('sha256')
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) addFile(hash, file)
  return hash.digest('hex').slice(0, 32)
}
