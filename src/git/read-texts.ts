import { decodeGit } from '../review/git-text.ts'
import type { Sha } from '../snapshot/ids.ts'
import { readBlobs } from './read-blobs.ts'
import type { GitRunner } from './run-git.ts'
import { readTree } from './tree-entries.ts'

export type FileText = { path: string; text: string }

/** Files above this are no texts for people. */
const largest = 1024 * 1024

/** Plain files of a commit as text, each cut at `maxBytes`, in the order asked for; links, folders and what is not there are passed over. */
export const readTexts = async (
  git: GitRunner,
  commit: Sha,
  wanted: { paths: readonly string[]; maxBytes: number },
): Promise<FileText[]> => {
  const { maxBytes } = wanted
  // git refuses the whole list for one path that leads out of the tree.
  const paths = wanted.paths.filter(path => !path.startsWith('/') && !path.split('/').includes('..'))
  if (paths.length === 0) return []
  const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit, '--', ...paths]
  const listed = await git({ args, timeoutMs: 60_000, maxBytes: 4 * largest })
  if (listed.kind === 'git-failed') return []
  const files = readTree(listed.stdout).filter(
    ({ path, mode, size }) => paths.includes(path) && mode.startsWith('100') && size <= largest,
  )
  const texts = new Map<string, string>()
  for await (const batch of readBlobs(git, files)) {
    if ('kind' in batch) break
    for (const { entry, content } of batch) texts.set(entry.path, decodeGit(content.subarray(0, maxBytes)))
  }
  return paths.flatMap(path => {
    const text = texts.get(path)
    return text === undefined ? [] : [{ path, text }]
  })
}
