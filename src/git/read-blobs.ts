import { type GitFailure, gitFailure } from './failure.ts'
import type { GitRunner } from './run-git.ts'
import type { TreeEntry } from './tree-entries.ts'

export type Blob = { entry: TreeEntry; content: Buffer }

const batchBytes = 32 * 1024 * 1024
const batchFiles = 2_000

const batchesOf = (entries: TreeEntry[]): TreeEntry[][] => {
  const batches: TreeEntry[][] = []
  let [current, size]: [TreeEntry[], number] = [[], 0]
  for (const entry of entries) {
    if (current.length >= batchFiles || (current.length > 0 && size + entry.size > batchBytes)) {
      batches.push(current)
      ;[current, size] = [[], 0]
    }
    current.push(entry)
    size += entry.size
  }
  return current.length > 0 ? [...batches, current] : batches
}

/** `<oid> blob <size>` LF content LF, once for each entry asked for. */
const readBatch = (output: Buffer, entries: TreeEntry[]): Blob[] | null => {
  const blobs: Blob[] = []
  let at = 0
  for (const entry of entries) {
    const end = output.indexOf(0x0a, at)
    const [oid, type, size] = output.toString('latin1', at, end).split(' ')
    if (end < 0 || oid !== entry.oid || type !== 'blob') return null
    const from = end + 1
    blobs.push({ entry, content: output.subarray(from, from + Number(size)) })
    at = from + Number(size) + 1
  }
  return blobs
}

/** The contents of tree entries in batches, raw, of which only one is in memory at a time. */
export async function* readBlobs(git: GitRunner, entries: TreeEntry[]): AsyncGenerator<Blob[] | GitFailure> {
  for (const batch of batchesOf(entries)) {
    const total = batch.reduce((sum, entry) => sum + entry.size + 100, 0)
    const input = batch.map(entry => `${entry.oid}\n`).join('')
    const output = await git({ args: ['cat-file', '--batch'], timeoutMs: 120_000, maxBytes: total + 1_024, input })
    if (output.kind === 'git-failed') return yield output
    yield readBatch(output.stdout, batch) ?? gitFailure('missing', 'a file of the commit could not be read')
  }
}
