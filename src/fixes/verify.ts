import { runAgents } from '../agents/run-agents.ts'
import type { Attempt, StopCause } from '../agents/types.ts'
import type { View } from '../observe/look.ts'
import { limitsOf } from '../policy/agents.ts'
import { withTimeLeft } from '../rounds/time-left.ts'
import type { FixTime } from './work.ts'

export type Verified =
  | { kind: 'verified' | 'unasked'; attempts: Attempt[] }
  | { kind: 'failed'; why: string; attempts: Attempt[] }
  | { kind: 'stopped'; cause: StopCause; attempts: Attempt[] }

/** Runs the policy's `verify-command` over the mended files, with a deadline and without any key: one attempt, under supervision. */
export const verify = async (
  { view, deps, stop, journal }: { view: View; deps: FixTime; stop: AbortSignal; journal: string },
  workdir: string,
): Promise<Verified> => {
  const { policy } = view
  const argv = policy['verify-command']
  if (argv === null) return { kind: 'unasked', attempts: [] }
  const outcome = await runAgents<string>(
    {
      purpose: 'verify',
      access: 'write',
      chain: [{ kind: 'command', name: 'verify-command', model: null, argv, extraArgs: [] }],
      brief: () => 'The changed files are in the current folder.\n',
      workdir,
      answerSchema: null,
      validate: text => ({ ok: true, value: String(text) }),
      limits: { ...withTimeLeft(limitsOf(policy), deps), maxAttempts: 1, attemptBudgetUsd: null },
      stop,
      journal,
      secrets: deps.secrets,
    },
    deps.agents,
  )
  const { attempts } = outcome
  if (outcome.kind === 'answered') return { kind: 'verified', attempts }
  if (outcome.kind === 'stopped') return { kind: 'stopped', cause: outcome.cause, attempts }
  return {
    kind: 'failed',
    why: `verify-command failed: ${attempts.at(-1)?.reason ?? 'no time of the run (run-timeout) was left for it'}`,
    attempts,
  }
}
