import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Means } from './process/means.ts'
import { bestMeans } from './process/supervise.ts'

/** What running agents needs from the world; tests and the sandbox give their own. */
export type AgentDeps = {
  /** Milliseconds since the epoch, of this machine: for durations and the journal only. */
  now: () => number
  /** Settles after `ms`, or at once when `stop` is aborted. Never rejects. */
  sleep: (ms: number, stop: AbortSignal) => Promise<void>
  /** Where allow-listed variables are taken from. */
  env: Record<string, string | undefined>
  log: (line: string) => void
  /** A folder for fresh homes; absent = the runner's, else the system's temporary folder. */
  scratch?: string
  /** A person's own command: it keeps the environment, the home and the input as they are. */
  standalone?: true
  /** How trees are ended; absent = the best means of this machine. */
  means?: Means
}

/** The real clock and timers over a given environment. */
export const realAgentDeps = (env: AgentDeps['env'], log: AgentDeps['log']): AgentDeps => ({
  now: Date.now,
  sleep: (ms, stop) => pause(ms, undefined, { signal: stop }).catch(() => {}),
  env,
  log,
})

export const scratchOf = (deps: AgentDeps): string => deps.scratch ?? deps.env.RUNNER_TEMP ?? tmpdir()

export const meansOf = (deps: AgentDeps): Means => deps.means ?? bestMeans()
