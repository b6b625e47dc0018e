import picomatch from 'picomatch'
import { decodeGit } from '../review/git-text.ts'
import { isAgentConfiguration } from './agent-configuration.ts'

/** `path` is decoded without loss; `pathBytes` are the bytes to write to. */
export type TreeEntry = { mode: string; oid: string; size: number; path: string; pathBytes: Buffer }

export type LeftOutReason =
  | 'agent-configuration'
  | 'excluded'
  | 'submodule'
  | 'symlink-outside'
  | 'symlink-broken'
  | 'unsafe-name'
  | 'too-large'
  | 'unwritable'

export type LeftOut = { path: string; reason: LeftOutReason }

/** `<mode> SP <type> SP <oid> SP+ <size> TAB <path>` between NULs, as `ls-tree -r -z -l` writes it. */
export const readTree = (listing: Buffer): TreeEntry[] => {
  const entries: TreeEntry[] = []
  for (let from = 0; from < listing.length; ) {
    const found = listing.indexOf(0, from)
    const end = found < 0 ? listing.length : found
    const tab = listing.indexOf(9, from)
    const [mode = '', , oid = '', size = ''] = listing.toString('latin1', from, tab).split(/ +/)
    const pathBytes = listing.subarray(tab + 1, end)
    entries.push({ mode, oid, size: Number(size) || 0, path: decodeGit(pathBytes), pathBytes })
    from = end + 1
  }
  return entries
}

/** Steps that lead out of the tree or into a `.git` of some file system's reading (ignorable letters, short names). */
export const isUnsafeStep = (step: string): boolean => {
  const plain = step
    .replace(/\p{Cf}/gu, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
  return step === '' || step === '.' || step === '..' || plain === '.git' || /^git~\d+$/.test(plain) || step.includes('\\')
}

/** No file system takes a longer target. */
const longestLink = 4_096

export type Selection = { kept: TreeEntry[]; leftOut: LeftOut[] }

export type SizeBounds = { maxFileBytes: number; maxTotalBytes: number }

/** Splits a tree into what the copy gets and what it does not, each with its reason. Sizes are counted in the tree's order. */
export const selectEntries = (entries: TreeEntry[], exclude: readonly string[], bounds: SizeBounds): Selection => {
  const isExcluded = picomatch([...exclude], { dot: true, nocase: true })
  let total = 0
  const reasonFor = (entry: TreeEntry): LeftOutReason | null => {
    if (entry.path.split('/').some(isUnsafeStep)) return 'unsafe-name'
    if (isAgentConfiguration(entry.path)) return 'agent-configuration'
    if (isExcluded(entry.path)) return 'excluded'
    if (entry.mode === '160000') return 'submodule'
    if (entry.mode === '120000' && entry.size > longestLink) return 'symlink-broken'
    if (entry.size > bounds.maxFileBytes || total + entry.size > bounds.maxTotalBytes) return 'too-large'
    total += entry.size
    return null
  }
  const judged = entries.map(entry => ({ entry, reason: reasonFor(entry) }))
  return {
    kept: judged.flatMap(({ entry, reason }) => (reason === null ? [entry] : [])),
    leftOut: judged.flatMap(({ entry, reason }) => (reason === null ? [] : [{ path: entry.path, reason }])),
  }
}
