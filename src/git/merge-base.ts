import { type Sha, shaOf } from '../snapshot/ids.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import type { PullCommits } from './fetch.ts'
import { initialise } from './initialise.ts'
import type { GitContext } from './repository.ts'

/** Commits a branch may have since the merge base; beyond the last step the history is read no further. */
const depths = [64, 512, 4_096, 32_768]

const deepen = async (
  { history, url, fetchTimeoutMs }: GitContext,
  commits: Sha[],
  depth: number,
): Promise<GitFailure | null> => {
  // Commits only: trees and blobs of the history are of no use here. A server without filters sends all.
  const args = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--filter=tree:0',
    `--depth=${depth}`,
    '--',
    url,
    ...commits,
  ]
  const fetched = await history.git({ args, timeoutMs: fetchTimeoutMs, maxBytes: 65_536 })
  return fetched.kind === 'ok' ? null : fetched
}

const mergeBaseOf = async ({ history }: GitContext, { head, base }: PullCommits): Promise<Sha | null> => {
  const found = await history.git({ args: ['merge-base', head, base], timeoutMs: 60_000, maxBytes: 4_096 })
  return found.kind === 'ok' ? shaOf(found.stdout.toString('utf8').trim()) : null
}

const isComplete = async ({ history }: GitContext): Promise<boolean> => {
  const asked = await history.git({ args: ['rev-parse', '--is-shallow-repository'], timeoutMs: 60_000, maxBytes: 1_024 })
  return asked.kind === 'ok' && asked.stdout.toString('utf8').trim() === 'false'
}

/** The merge base of head and base, found by reading as much of the history as is needed, within a bound. */
export const findMergeBase = async (context: GitContext, pull: PullCommits): Promise<Sha | GitFailure> => {
  const failed = await initialise(context.history.git, context.history.folder)
  if (failed) return failed
  for (const depth of depths) {
    const failure = await deepen(context, [pull.head, pull.base], depth)
    if (failure) return failure
    const found = await mergeBaseOf(context, pull)
    if (found) return found
    if (await isComplete(context)) return gitFailure('unrelated', `${pull.head} and ${pull.base} have no commit in common`)
  }
  return gitFailure(
    'too-large',
    `no merge base within ${depths.at(-1)} commits of ${pull.head} and ${pull.base}: rebase the branch`,
  )
}
