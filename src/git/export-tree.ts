import { mkdir, realpath } from 'node:fs/promises'
import type { Sha } from '../snapshot/ids.ts'
import { defaultExclude } from './agent-configuration.ts'
import { digestTree } from './digest-tree.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import { type Blob, readBlobs } from './read-blobs.ts'
import type { GitRunner } from './run-git.ts'
import { type LeftOut, readTree, selectEntries } from './tree-entries.ts'
import { writeFiles, writeSymlinks } from './write-tree.ts'

export type ExportOptions = {
  /** Globs, matched without case; the default list when not given. */
  exclude?: readonly string[]
  maxFileBytes?: number
  maxTotalBytes?: number
}

/** `digest` is that of `digestTree` on the copy as it was made. */
export type Exported = { kind: 'exported'; files: number; leftOut: LeftOut[]; digest: string }

export type ExportTarget = { git: GitRunner; head: Sha; dest: string }

const megabyte = 1024 * 1024

const isSymlink = ({ mode }: { mode: string }): boolean => mode === '120000'

/**
 * Writes the tree of a commit into a folder that must not exist yet: no `.git`, no agent configuration at any depth, no excluded
 * path, no submodule, no link that leads out of the copy. Neither attributes nor filters of the tree have a say (`git archive`
 * obeys them, which would let a pull request hide files). What was left out is returned by name and reason.
 */
export const exportTree = async ({ git, head, dest }: ExportTarget, options: ExportOptions): Promise<Exported | GitFailure> => {
  const listed = await git({
    args: ['ls-tree', '-r', '-z', '-l', '--full-tree', head],
    timeoutMs: 60_000,
    maxBytes: 256 * megabyte,
  })
  if (listed.kind === 'git-failed') return listed
  if (listed.truncated) return gitFailure('too-large', `the tree of ${head} has too many files to be listed`)
  const bounds = { maxFileBytes: options.maxFileBytes ?? 20 * megabyte, maxTotalBytes: options.maxTotalBytes ?? 2_048 * megabyte }
  const { kept, leftOut } = selectEntries(readTree(listed.stdout), options.exclude ?? defaultExclude, bounds)
  await mkdir(dest)
  const root = await realpath(dest)
  // Links come last: while files are written nothing can lead out of the folder.
  for await (const batch of readBlobs(
    git,
    kept.filter(entry => !isSymlink(entry)),
  )) {
    if ('kind' in batch) return batch
    leftOut.push(...(await writeFiles(root, batch)))
  }
  const links: Blob[] = []
  for await (const batch of readBlobs(git, kept.filter(isSymlink))) {
    if ('kind' in batch) return batch
    links.push(...batch)
  }
  leftOut.push(...(await writeSymlinks(root, links)))
  const digest = await digestTree(root)
  return { kind: 'exported', files: digest.files, leftOut, digest: digest.hash }
}
