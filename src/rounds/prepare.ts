import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { NamedText } from '../brief/build-brief.ts'
import type { ChangedFile } from '../decide/late.ts'
import type { DiffBytes } from '../git/diff.ts'
import type { GitFailure } from '../git/failure.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import type { LeftOut } from '../git/tree-entries.ts'
import type { View } from '../observe/look.ts'
import { type DiffFile, parseDiff } from '../review/diff.ts'
import { patchFingerprint } from '../review/patch-fingerprint.ts'
import type { Sha } from '../snapshot/ids.ts'
import { speakerOf } from '../snapshot/panel.ts'
import { conventionsOf } from './conventions-of.ts'

export type GitAccess = {
  url: string
  token: string | null
  scratch: string
  outer: Record<string, string | undefined>
  stop: AbortSignal
}

/** A head, ready for an agent: its diff, and a copy of its files without git and without agent configuration. */
export type Prepared = {
  kind: 'prepared'
  head: Sha
  repository: Repository
  copy: string
  digest: string
  leftOut: LeftOut[]
  diff: DiffBytes
  files: DiffFile[]
  patch: string | null
  /** What changed, by name; null = the diff was cut. */
  changed: ChangedFile[] | null
  mergeBase: Sha
  /** What changed since the head of the newest verdict; null = no such verdict. `files: null` = a force push took that head away. */
  delta: { since: Sha; files: DiffFile[] | null } | null
  /** Files of the base that say how the project is written. */
  conventions: NamedText[]
}

const PLAIN = '100644'

/** An ordinary file, before and after; a name that the diff does not tell makes it none. */
const changedOf = ({ path, oldPath, newPath, oldMode, newMode, symlink, submodule }: DiffFile): ChangedFile => ({
  names: [...new Set([path, oldPath, newPath].filter(name => name !== null && name !== ''))] as string[],
  isPlain: !symlink && !submodule && [oldMode, newMode].every(mode => mode === null || mode === PLAIN),
})

/** A merge of the base brings the base's own changes: only files that the pull changes, or that it changed back, belong to it. */
const belongsTo =
  (paths: Set<string>) =>
  (file: DiffFile): boolean =>
    [file.path, file.oldPath, file.newPath].some(path => path !== null && paths.has(path))

const pathsOf = (files: DiffFile[], { snapshot }: View): Set<string> => {
  const found = snapshot.verdicts.flatMap(verdict => verdict.marker?.findings ?? []).map(finding => finding.path)
  return new Set([...files.flatMap(file => [file.path, file.oldPath, file.newPath]), ...found].filter(path => path !== null))
}

const deltaOf = async (
  repository: Repository,
  view: View,
  { head, files }: { head: Sha; files: DiffFile[] },
): Promise<Prepared['delta']> => {
  const newest = view.snapshot.verdicts.findLast(
    verdict => verdict.reviewer === speakerOf(view.snapshot) && verdict.head !== head,
  )
  if (newest === undefined) return null
  const isOurs = belongsTo(pathsOf(files, view))
  const diff = await repository.diffSince(newest.head, head)
  return { since: newest.head, files: diff.kind === 'diff' ? parseDiff(diff.bytes).filter(isOurs) : null }
}

/** Fetches head and merge base by SHA, takes the diff, exports the copy. Nothing of the tree is executed. */
export const prepare = async (view: View, access: GitAccess): Promise<Prepared | GitFailure> => {
  const { pull } = view.snapshot.facts
  const head = pull.head.oid
  const opened = await openRepository({ ...access, dir: join(access.scratch, 'git') })
  if (opened.kind === 'git-failed') return opened
  const fetched = await opened.fetchPull({ head, base: pull.base.oid, mergeBase: null })
  if (fetched.kind === 'git-failed') return fetched
  const diff = await opened.diff(fetched.mergeBase, head)
  if (diff.kind === 'git-failed') return diff
  const files = parseDiff(diff.bytes)
  const copy = join(await realpath(access.scratch), 'copy')
  const exported = await opened.exportTree(head, copy, { exclude: view.policy['excluded-paths'] })
  if (exported.kind === 'git-failed') return exported
  return {
    kind: 'prepared',
    head,
    repository: opened,
    copy,
    digest: exported.digest,
    leftOut: exported.leftOut,
    diff,
    files,
    changed: diff.truncated ? null : files.map(changedOf),
    patch: diff.truncated ? null : patchFingerprint(diff.bytes),
    mergeBase: fetched.mergeBase,
    delta: await deltaOf(opened, view, { head, files }),
    conventions: await conventionsOf(opened, fetched.mergeBase, { policy: view.policy, files }),
  }
}
