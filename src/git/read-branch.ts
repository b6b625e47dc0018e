import type { Sha } from '../snapshot/ids.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import { commitExists, remoteHead } from './fetch.ts'
import { initialise } from './initialise.ts'
import { listFiles } from './list-files.ts'
import { type FileText, readTexts } from './read-texts.ts'
import type { GitContext } from './repository.ts'
import type { GitRunner } from './run-git.ts'

/** `ref` in full, as refs/heads/main; `paths` are files, or folders with all that is below them. */
export type BranchFiles = { ref: string; paths: readonly string[]; maxFiles: number; maxBytes: number }

/** Commit and trees first, then the files that are asked for: a branch's tip is read without the rest of its content. */
const fetchFiltered = async (
  { tip, url, fetchTimeoutMs }: GitContext,
  ids: string[],
  more: string[],
): Promise<GitFailure | null> => {
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none', ...more, '--', url, ...ids]
  const fetched = await tip.git({ args, timeoutMs: fetchTimeoutMs, maxBytes: 65_536 })
  return fetched.kind === 'ok' ? null : fetched
}

/** The folder of objects that knows the tip: that of the pull when its merge base is the tip, else one of its own. */
const tipAt = async (context: GitContext, sha: Sha): Promise<GitRunner | GitFailure> => {
  if (await commitExists(context.git, sha)) return context.git
  const failure = (await initialise(context.tip.git, context.tip.folder)) ?? (await fetchFiltered(context, [sha], ['--depth=1']))
  return failure ?? context.tip.git
}

/** Plain files at the tip of a branch as it is on the server now, as text. */
export const readBranch = async (context: GitContext, wanted: BranchFiles): Promise<FileText[] | GitFailure> => {
  const head = await remoteHead(context, wanted.ref)
  if (head.kind === 'git-failed') return head
  if (head.sha === null) return gitFailure('missing', `the branch ${wanted.ref} is not on the server`)
  const git = await tipAt(context, head.sha)
  if (typeof git !== 'function') return git
  const files = (await listFiles(git, head.sha, { below: wanted.paths, within: [] })).slice(0, wanted.maxFiles)
  if (files.length === 0) return []
  const failure = git === context.git ? null : await fetchFiltered(context, [...new Set(files.map(({ oid }) => oid))], [])
  return failure ?? readTexts(git, head.sha, { paths: files.map(({ path }) => path), maxBytes: wanted.maxBytes })
}
