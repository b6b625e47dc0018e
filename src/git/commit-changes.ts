import { type Sha, shaOf } from '../snapshot/ids.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import type { GitRunner } from './run-git.ts'
import type { TreeChange } from './tree-changes.ts'

export type CommitRequest = {
  parent: Sha
  changes: TreeChange[]
  message: string
  identity: { name: string; email: string }
}

const LIMITS = { timeoutMs: 60_000, maxBytes: 1_048_576 }
const NO_OBJECT = '0'.repeat(40)

const textOf = async (git: GitRunner, call: { args: string[]; input?: string | Buffer; config?: string[] }) => {
  const said = await git({ ...LIMITS, ...call })
  return said.kind === 'ok' ? said.stdout.toString('utf8').trim() : said
}

/** One line of the index for each change; the mode of a file that is there already stays. */
const rowOf = async (git: GitRunner, change: TreeChange, modes: Map<string, string>): Promise<string | GitFailure> => {
  if (change.content === null) return `0 ${NO_OBJECT}\t${change.path}\0`
  const oid = await textOf(git, { args: ['hash-object', '-w', '--stdin', '--no-filters'], input: change.content })
  return typeof oid === 'string' ? `${modes.get(change.path) ?? '100644'} ${oid}\t${change.path}\0` : oid
}

const modesOf = async (git: GitRunner, parent: Sha): Promise<Map<string, string> | GitFailure> => {
  const listed = await git({ args: ['ls-tree', '-r', '-z', '--full-tree', parent], timeoutMs: 60_000, maxBytes: 268_435_456 })
  if (listed.kind === 'git-failed') return listed
  const rows = listed.stdout.toString('utf8').split('\0').filter(Boolean)
  return new Map(rows.map(row => [row.slice(row.indexOf('\t') + 1), row.slice(0, 6)]))
}

const rowsOf = async (git: GitRunner, { parent, changes }: CommitRequest): Promise<string | GitFailure> => {
  const modes = await modesOf(git, parent)
  if (!(modes instanceof Map)) return modes
  let rows = ''
  for (const change of changes) {
    const row = await rowOf(git, change, modes)
    if (typeof row !== 'string') return row
    rows += row
  }
  return rows
}

/** The commit must differ from its parent in the files that were judged, and in no others. */
const touchesOnly = async (git: GitRunner, commit: Sha, { parent, changes }: CommitRequest): Promise<GitFailure | null> => {
  const listed = await textOf(git, { args: ['diff-tree', '-r', '-z', '--no-renames', '--name-only', parent, commit] })
  if (typeof listed !== 'string') return listed
  const touched = listed.split('\0').filter(Boolean).sort()
  const meant = changes.map(({ path }) => path).sort()
  return JSON.stringify(touched) === JSON.stringify(meant)
    ? null
    : gitFailure('error', `the commit would touch ${touched.join(', ')}; expected ${meant.join(', ')}`)
}

/** A child of `parent` with the changed files, made from their contents in memory; nothing of a work tree is read. */
export const commitChanges = async (git: GitRunner, request: CommitRequest): Promise<Sha | GitFailure> => {
  const { parent, message, identity } = request
  const read = await textOf(git, { args: ['read-tree', parent] })
  if (typeof read !== 'string') return read
  const rows = await rowsOf(git, request)
  if (typeof rows !== 'string') return rows
  const indexed = await textOf(git, { args: ['update-index', '-z', '--index-info'], input: rows })
  if (typeof indexed !== 'string') return indexed
  const tree = await textOf(git, { args: ['write-tree'] })
  if (typeof tree !== 'string') return tree
  const config = [
    `user.name=${identity.name}`,
    `user.email=${identity.email}`,
    'i18n.commitEncoding=UTF-8',
    'commit.gpgSign=false',
  ]
  const made = await textOf(git, { args: ['commit-tree', tree, '-p', parent, '-F', '-'], input: message, config })
  if (typeof made !== 'string') return made
  const commit = shaOf(made)
  if (commit === null) return gitFailure('error', `git commit-tree answered "${made.slice(0, 60)}"`)
  return (await touchesOnly(git, commit, request)) ?? commit
}
