import type { Sha } from '../snapshot/ids.ts'
import type { GitRunner } from './run-git.ts'
import { readTree } from './tree-entries.ts'

/** `below` = folders with all that is in them, or files; `within` = folders whose own files only, '' = the top. */
export type Where = { below: readonly string[]; within: readonly string[] }

export type ListedFile = { path: string; oid: string }

/** What a listing may take; a folder with more in it is read as far as that. */
const listingBytes = 4 * 1024 * 1024

/** git refuses the whole list for one path that leads out of the tree. */
const isInside = (path: string): boolean => !path.startsWith('/') && !path.split('/').some(step => step === '..' || step === '.')

const listed = async (git: GitRunner, args: string[]): Promise<ListedFile[]> => {
  const listing = await git({ args, timeoutMs: 60_000, maxBytes: listingBytes })
  if (listing.kind === 'git-failed') return []
  return readTree(listing.stdout).flatMap(({ path, oid, mode }) => (mode.startsWith('100') ? [{ path, oid }] : []))
}

/** The plain files of a commit at these places, each once, best effort; links, folders and what is not there are passed over. */
export const listFiles = async (git: GitRunner, commit: Sha, { below, within }: Where): Promise<ListedFile[]> => {
  const tree = ['ls-tree', '-z', '--full-tree']
  const folders = within.filter(isInside).map(path => (path === '' ? '' : `${path}/`))
  const deep = below.filter(path => path !== '' && isInside(path))
  const all = [
    ...(folders.includes('') ? await listed(git, [...tree, commit]) : []),
    ...(folders.some(path => path !== '')
      ? await listed(git, [...tree, commit, '--', ...folders.filter(path => path !== '')])
      : []),
    ...(deep.length > 0 ? await listed(git, [...tree, '-r', commit, '--', ...deep]) : []),
  ]
  return [...new Map(all.map(file => [file.path, file])).values()]
}
