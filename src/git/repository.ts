import { join } from 'node:path'
import type { Sha } from '../snapshot/ids.ts'
import { type CommitRequest, commitChanges } from './commit-changes.ts'
import { type ChangedPath, changedPaths, type DiffBytes, diffBytes } from './diff.ts'
import { gitEnvironment, type Remote, urlComplaint } from './environment.ts'
import { type Exported, type ExportOptions, exportTree } from './export-tree.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import { commitExists, type FetchedPull, fetchCommit, fetchPull, type PullCommits, remoteHead } from './fetch.ts'
import { initialise } from './initialise.ts'
import { type ListedFile, listFiles, type Where } from './list-files.ts'
import { type Pushed, type PushRequest, pushCommit } from './push.ts'
import { type BranchFiles, readBranch } from './read-branch.ts'
import { type FileText, readTexts } from './read-texts.ts'
import { type GitRunner, gitRunner } from './run-git.ts'

export type RepositoryOptions = Remote & {
  /** A folder of ours; the objects are kept below it. */
  dir: string
  /** Where PATH, proxies and certificates come from. */
  outer: Record<string, string | undefined>
  stop?: AbortSignal | null
  /** Milliseconds for a fetch; every other call has 60 s. */
  fetchTimeoutMs?: number
}

/** What one part of a repository needs to call git. */
export type GitContext = {
  /** In the folder that holds the objects of head and merge base. */
  git: GitRunner
  /** A second folder that holds commits only, made when a merge base has to be found. */
  history: { git: GitRunner; folder: string }
  /** A third one, made when a few files of another branch are read: it holds that branch's trees and those files. */
  tip: { git: GitRunner; folder: string }
  url: string
  fetchTimeoutMs: number
}

/** A repository on a server, as far as it was fetched: bare, without remote, hooks, attributes or work tree. */
export type Repository = {
  fetchPull: (pull: PullCommits) => Promise<FetchedPull | GitFailure>
  /** The diff from one commit to another, both fetched. */
  diff: (from: Sha, to: Sha) => Promise<DiffBytes | GitFailure>
  changedPaths: (from: Sha, to: Sha) => Promise<ChangedPath[] | GitFailure>
  /** The diff since a commit that may be gone after a force push (`missing`): the caller then shows the whole diff. */
  diffSince: (earlier: Sha, to: Sha) => Promise<DiffBytes | GitFailure>
  /** Plain files of a fetched commit as text, best effort: what is not there or no text is passed over. */
  readTexts: (commit: Sha, wanted: { paths: readonly string[]; maxBytes: number }) => Promise<FileText[]>
  /** Plain files of a fetched commit at these places, best effort. */
  listFiles: (commit: Sha, where: Where) => Promise<ListedFile[]>
  /** A few plain files at the tip of a branch as it is on the server now. */
  readBranch: (wanted: BranchFiles) => Promise<FileText[] | GitFailure>
  exportTree: (head: Sha, dest: string, options?: ExportOptions) => Promise<Exported | GitFailure>
  /** Where a ref stands on the server now; null = there is no such ref. */
  remoteHead: (ref: string) => Promise<{ kind: 'at'; sha: Sha | null } | GitFailure>
  commitExists: (sha: Sha) => Promise<boolean>
  /** A commit of our own making on top of a fetched one; it is on no branch until it is pushed. */
  commit: (request: CommitRequest) => Promise<Sha | GitFailure>
  push: (request: PushRequest) => Promise<Pushed | GitFailure>
}

const bound = (context: GitContext): Repository => ({
  fetchPull: pull => fetchPull(context, pull),
  diff: (from, to) => diffBytes(context.git, from, to),
  changedPaths: (from, to) => changedPaths(context.git, from, to),
  diffSince: async (earlier, to) => {
    const failure = await fetchCommit(context, earlier)
    return failure ?? diffBytes(context.git, earlier, to)
  },
  readTexts: (commit, wanted) => readTexts(context.git, commit, wanted),
  listFiles: (commit, where) => listFiles(context.git, commit, where),
  readBranch: wanted => readBranch(context, wanted),
  exportTree: (head, dest, options = {}) => exportTree({ git: context.git, head, dest }, options),
  remoteHead: ref => remoteHead(context, ref),
  commitExists: sha => commitExists(context.git, sha),
  commit: request => commitChanges(context.git, request),
  push: request => pushCommit(context, request),
})

/** Opens an empty repository for a remote; nothing is fetched yet. Fails when the address may not be used. */
export const openRepository = async (options: RepositoryOptions): Promise<({ kind: 'opened' } & Repository) | GitFailure> => {
  const { url, token, dir, outer, stop = null, fetchTimeoutMs = 300_000 } = options
  const complaint = urlComplaint(options)
  if (complaint !== null) return gitFailure('error', `repository address: ${complaint}`)
  const runnerIn = (gitDir: string): GitRunner =>
    gitRunner({
      environment: gitEnvironment(options, { gitDir, outer }),
      cwd: gitDir,
      stop,
      secrets: token === null ? [] : [token],
    })
  const folders = { git: join(dir, 'objects.git'), history: join(dir, 'history.git'), tip: join(dir, 'tip.git') }
  const git = runnerIn(folders.git)
  const failure = await initialise(git, folders.git)
  return (
    failure ?? {
      kind: 'opened',
      ...bound({
        git,
        history: { git: runnerIn(folders.history), folder: folders.history },
        tip: { git: runnerIn(folders.tip), folder: folders.tip },
        url,
        fetchTimeoutMs,
      }),
    }
  )
}
