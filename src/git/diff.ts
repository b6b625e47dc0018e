import { decodeGit } from '../review/git-text.ts'
import type { Sha } from '../snapshot/ids.ts'
import type { GitFailure } from './failure.ts'
import type { GitRunner } from './run-git.ts'

/** `truncated`: the diff was longer than what is read, and ends at a whole line; it has no fingerprint. */
export type DiffBytes = { kind: 'diff'; bytes: Uint8Array; truncated: boolean }

export type ChangedPath = {
  path: string
  oldPath: string | null
  status: string /** Null for binary files. */
  added: number | null
  deleted: number | null
}

const maxDiffBytes = 32 * 1024 * 1024

const fixedForm = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--full-index',
  '--find-renames',
  '--submodule=short',
  '--ignore-submodules=none',
]

/** `git diff` in the one form that the parser is tested on, in bytes. */
export const diffBytes = async (git: GitRunner, from: Sha, to: Sha): Promise<DiffBytes | GitFailure> => {
  const args = ['diff', ...fixedForm, '--unified=3', '--src-prefix=a/', '--dst-prefix=b/', from, to, '--']
  const shown = await git({ args, timeoutMs: 120_000, maxBytes: maxDiffBytes })
  if (shown.kind === 'git-failed') return shown
  const { stdout, truncated } = shown
  return { kind: 'diff', bytes: truncated ? stdout.subarray(0, stdout.lastIndexOf(0x0a) + 1) : stdout, truncated }
}

const countOf = (text: string | undefined): number | null => (text === undefined || text === '-' ? null : Number(text))

/** `--raw --numstat -z`: first all raw rows, then all counts, names as plain bytes between NULs. */
const readChanges = (fields: string[]): ChangedPath[] => {
  const changes: ChangedPath[] = []
  let counted = 0
  for (let at = 0; at < fields.length; ) {
    const field = fields[at] ?? ''
    if (field.startsWith(':')) {
      const status = field.split(' ')[4]?.[0] ?? 'X'
      const moved = status === 'R' || status === 'C'
      changes.push({
        path: fields[at + (moved ? 2 : 1)] ?? '',
        oldPath: moved ? (fields[at + 1] ?? null) : null,
        status,
        added: null,
        deleted: null,
      })
      at += moved ? 3 : 2
      continue
    }
    const [added, deleted, name] = field.split('\t')
    const change = changes[counted]
    if (change) Object.assign(change, { added: countOf(added), deleted: countOf(deleted) })
    counted += 1
    at += name === '' ? 3 : 1
  }
  return changes
}

/** Every changed path, without content: complete also where the diff is cut. */
export const changedPaths = async (git: GitRunner, from: Sha, to: Sha): Promise<ChangedPath[] | GitFailure> => {
  const listed = await git({
    args: ['diff', ...fixedForm, '--raw', '--numstat', '-z', from, to, '--'],
    timeoutMs: 120_000,
    maxBytes: maxDiffBytes,
  })
  if (listed.kind === 'git-failed') return listed
  return readChanges(
    decodeGit(listed.stdout)
      .split('\0')
      .filter((field, index, all) => field !== '' || index < all.length - 1),
  )
}
