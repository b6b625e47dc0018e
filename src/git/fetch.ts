import { type Sha, shaOf } from '../snapshot/ids.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import { findMergeBase } from './merge-base.ts'
import type { GitContext } from './repository.ts'
import type { GitRunner } from './run-git.ts'

/** `mergeBase`: from the compare API where it is known; null = it is found by deepening. */
export type PullCommits = { number: number; head: Sha; base: Sha; mergeBase: Sha | null }

export type FetchedPull = { kind: 'fetched'; head: Sha; mergeBase: Sha }

const localMs = 60_000

export const commitExists = async (git: GitRunner, sha: Sha): Promise<boolean> => {
  const found = await git({ args: ['cat-file', '-e', `${sha}^{commit}`], timeoutMs: localMs, maxBytes: 1_024 })
  return found.kind === 'ok'
}

const fetchArgs = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--depth=1']

/** Fetches one commit with its whole tree, without its history; null when it is there. */
export const fetchCommit = async (context: GitContext, sha: Sha, ref: string = sha): Promise<GitFailure | null> => {
  if (await commitExists(context.git, sha)) return null
  const args = [...fetchArgs, '--', context.url, ref]
  const fetched = await context.git({ args, timeoutMs: context.fetchTimeoutMs, maxBytes: 65_536 })
  if (fetched.kind === 'git-failed') return fetched
  return (await commitExists(context.git, sha)) ? null : gitFailure('missing', `the commit ${sha} is not at ${ref} any more`)
}

/** Not every server hands out a commit by its id alone; the pull's own ref leads to it as long as it is the head. */
const fetchHead = async (context: GitContext, { head, number }: PullCommits): Promise<GitFailure | null> => {
  const failure = await fetchCommit(context, head)
  return failure?.why === 'missing' ? fetchCommit(context, head, `refs/pull/${number}/head`) : failure
}

/** Fetches head and merge base by their ids, depth 1; forks too, since a pull's commits are in the base repository. */
export const fetchPull = async (context: GitContext, pull: PullCommits): Promise<FetchedPull | GitFailure> => {
  const failure = await fetchHead(context, pull)
  if (failure) return failure
  const mergeBase = pull.mergeBase ?? (await findMergeBase(context, pull))
  if (typeof mergeBase !== 'string') return mergeBase
  const missing = await fetchCommit(context, mergeBase)
  return missing ?? { kind: 'fetched', head: pull.head, mergeBase }
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
