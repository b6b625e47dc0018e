import type { AgentDeps } from '../agents/deps.ts'
import type { Limits } from '../agents/types.ts'

/** What is left of the run's time for whoever is asked next, shared with as many that wait behind. `startedMs` = by the agents' clock. */
export const withTimeLeft = (
  limits: Limits,
  { agents, startedMs }: { agents: Pick<AgentDeps, 'now'>; startedMs: number },
  waiting = 1,
): Limits => {
  const leftMs = limits.runTimeoutMs - (agents.now() - startedMs)
  return { ...limits, runTimeoutMs: Math.max(0, Math.floor(leftMs / waiting)) }
}
