import { type Sha, shaOf } from '../snapshot/ids.ts'
import type { GitFailure } from './failure.ts'
import { findMergeBase } from './merge-base.ts'
import type { GitContext } from './repository.ts'
import type { GitRunner } from './run-git.ts'

/** `mergeBase`: from the compare API where it is known; null = it is found by deepening. */
export type PullCommits = { head: Sha; base: Sha; mergeBase: Sha | null }

export type FetchedPull = { kind: 'fetched'; head: Sha; mergeBase: Sha }

const localMs = 60_000

export const commitExists = async (git: GitRunner, sha: Sha): Promise<boolean> => {
  const found = await git({ args: ['cat-file', '-e', `${sha}^{commit}`], timeoutMs: localMs, maxBytes: 1_024 })
  return found.kind === 'ok'
}

const fetchArgs = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--depth=1']

/** Fetches commits by their ids with their whole trees and without their history, by one request. */
const fetchWhole = async ({ git, url, fetchTimeoutMs }: GitContext, commits: Sha[]): Promise<GitFailure | null> => {
  const fetched = await git({ args: [...fetchArgs, '--', url, ...commits], timeoutMs: fetchTimeoutMs, maxBytes: 65_536 })
  return fetched.kind === 'git-failed' ? fetched : null
}

/** Fetches one commit with its whole tree, without its history; null when it is there. */
export const fetchCommit = async (context: GitContext, sha: Sha): Promise<GitFailure | null> =>
  (await commitExists(context.git, sha)) ? null : fetchWhole(context, [sha])

/** Fetches head and merge base by their ids, depth 1; forks too, since a pull's commits are in the base repository. */
export const fetchPull = async (context: GitContext, pull: PullCommits): Promise<FetchedPull | GitFailure> => {
  const mergeBase = pull.mergeBase ?? (await findMergeBase(context, pull))
  if (typeof mergeBase !== 'string') return mergeBase
  const failure = await fetchWhole(context, [pull.head, mergeBase])
  return failure ?? { kind: 'fetched', head: pull.head, mergeBase }
}

/** Where a ref stands on the server, by one request that transfers no objects. */
export const remoteHead = async (context: GitContext, ref: string): Promise<{ kind: 'at'; sha: Sha | null } | GitFailure> => {
  const listed = await context.git({
    args: ['ls-remote', '--quiet', '--', context.url, ref],
    timeoutMs: localMs,
    maxBytes: 65_536,
  })
  if (listed.kind === 'git-failed') return listed
  const rows = listed.stdout
    .toString('utf8')
    .split('\n')
    .map(row => row.split('\t'))
  return { kind: 'at', sha: shaOf(rows.find(([, name]) => name === ref)?.[0]) }
}
