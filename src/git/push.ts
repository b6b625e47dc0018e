import type { Sha } from '../snapshot/ids.ts'
import type { GitFailure } from './failure.ts'
import { remoteHead } from './fetch.ts'
import type { GitContext } from './repository.ts'

export type PushRequest = { ref: string; expected: Sha; commit: Sha }

/** `commit` = the server looked at the commit and does not take it; `access` = it takes none from us here. */
export type Refused = { kind: 'refused'; because: 'commit' | 'access'; why: string }

/** `moved` = the branch is not where it was. */
export type Pushed = { kind: 'pushed' } | { kind: 'moved' } | Refused

/** Nobody said no: what came of it is not known, and is for the branch to say. */
const UNSAID = ['stopped', 'timeout', 'unreachable']

const refusal = (why: string): Refused => {
  const isOfCommit = /remote rejected/.test(why) && !/protected branch|permission/i.test(why)
  return { kind: 'refused', because: isOfCommit ? 'commit' : 'access', why }
}

const MOVED = /stale info|fetch first|non-fast-forward|cannot lock ref|incorrect old value|failed to (?:update|lock)/i

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
  const hasMoved = MOVED.test(said.message)
  if (at.kind === 'at' ? at.sha !== expected : hasMoved) return { kind: 'moved' }
  // Another one held the branch for a moment, and left it as it was.
  if (hasMoved) return { ...said, why: 'unreachable' }
  return UNSAID.includes(said.why) ? said : refusal(said.message)
}
