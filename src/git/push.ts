import type { Sha } from '../snapshot/ids.ts'
import type { GitFailure } from './failure.ts'
import { remoteHead } from './fetch.ts'
import type { GitContext } from './repository.ts'

export type PushRequest = { ref: string; expected: Sha; commit: Sha }

/** `moved` = the branch is not where it was; `refused` = the server does not take it. */
export type Pushed = { kind: 'pushed' } | { kind: 'moved' } | { kind: 'refused'; why: string }

/** Nobody said no: what came of it is not known, and is for the branch to say. */
const UNSAID = ['stopped', 'timeout', 'unreachable']

const MOVED = /stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value/i

/**
 * Moves a branch of the server from one commit to its child. The lease makes it a test-and-set: wherever else the branch stands,
 * nothing is pushed. It never rewrites anything, since the commit is a child of what is expected there.
 */
export const pushCommit = async (context: GitContext, { ref, expected, commit }: PushRequest): Promise<Pushed | GitFailure> => {
  const args = [
    'push',
    '--no-verify',
    '--no-recurse-submodules',
    `--force-with-lease=${ref}:${expected}`,
    context.url,
    `${commit}:${ref}`,
  ]
  const said = await context.git({ args, timeoutMs: context.fetchTimeoutMs, maxBytes: 65_536 })
  if (said.kind === 'ok') return { kind: 'pushed' }
  // An answer that was lost says nothing: the branch does.
  const at = await remoteHead(context, ref)
  if (at.kind === 'at' && at.sha === commit) return { kind: 'pushed' }
  if (MOVED.test(said.message) || (at.kind === 'at' && at.sha !== expected)) return { kind: 'moved' }
  return UNSAID.includes(said.why) ? said : { kind: 'refused', why: said.message }
}
