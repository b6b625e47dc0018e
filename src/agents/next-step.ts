import type { AttemptResult, Limits, StopCause } from './types.ts'

/** What the chain has lived through, as plain values; times in milliseconds since the run began. */
export type ChainState = {
  chainLength: number
  /** Index into the chain of the agent of the last attempt; 0 before the first. */
  agent: number
  /** Attempts this agent has had. */
  attempts: number
  /** `null` before the first attempt. */
  last: { result: AttemptResult; retryAfterMs: number | null } | null
  elapsedMs: number
  limits: Pick<Limits, 'agentTimeoutMs' | 'runTimeoutMs' | 'maxAttempts' | 'backoffMs'>
}

export type NextStep =
  | { kind: 'attempt'; agent: number; number: number; waitMs: number; deadlineMs: number; stricter: boolean }
  | { kind: 'answered' }
  | { kind: 'stopped'; cause: StopCause }
  | { kind: 'unable'; why: string }

const isRetried: Partial<Record<AttemptResult, true>> = { timeout: true, transient: true, malformed: true }

/** Below this an attempt could only burn money. */
const leastUsefulMs = 1_000

/** What to do after an attempt: again, the next agent, or the end; never past the run's time, never another agent after our own budget. */
export function nextStep(state: ChainState): NextStep {
  const { last } = state
  if (last === null) return firstAttemptOf(0, state)
  if (last.result === 'ok') return { kind: 'answered' }
  if (last.result === 'cancelled' || last.result === 'head-moved') return { kind: 'stopped', cause: last.result }
  if (last.result === 'budget')
    return { kind: 'unable', why: 'our own spend limit was reached; a person decides whether to spend more' }
  return retryOf(state, last) ?? firstAttemptOf(state.agent + 1, state)
}

/** A retry may take a whole agent-timeout and must leave the next agent one; it is not tried where that does not fit. */
function retryOf(state: ChainState, last: NonNullable<ChainState['last']>): NextStep | null {
  const { limits, agent, attempts } = state
  if (!isRetried[last.result] || attempts >= limits.maxAttempts) return null
  const backoffMs = last.result === 'malformed' ? 0 : limits.backoffMs * attempts
  const waitMs = Math.max(backoffMs, last.retryAfterMs ?? 0)
  const leftMs = limits.runTimeoutMs - state.elapsedMs - waitMs
  const reservedMs = agent + 1 < state.chainLength ? limits.agentTimeoutMs : 0
  const neededMs = reservedMs > 0 ? limits.agentTimeoutMs : leastUsefulMs
  if (leftMs - reservedMs < neededMs) return null
  const deadlineMs = Math.min(limits.agentTimeoutMs, leftMs - reservedMs)
  return { kind: 'attempt', agent, number: attempts + 1, waitMs, deadlineMs, stricter: last.result === 'malformed' }
}

/** The first attempt of an agent takes its agent-timeout, or its fair share where the run has no time for all. */
function firstAttemptOf(agent: number, state: ChainState): NextStep {
  const { limits, chainLength } = state
  if (agent >= chainLength)
    return { kind: 'unable', why: chainLength === 0 ? 'no agent is configured' : 'no agent of the chain is left' }
  const leftMs = limits.runTimeoutMs - state.elapsedMs
  if (leftMs < leastUsefulMs) return { kind: 'unable', why: 'the time of the run is used up' }
  const share = leftMs / (chainLength - agent)
  const spare = agent + 1 < chainLength ? Math.max(share, leftMs - limits.agentTimeoutMs) : leftMs
  return {
    kind: 'attempt',
    agent,
    number: 1,
    waitMs: 0,
    deadlineMs: Math.floor(Math.min(limits.agentTimeoutMs, spare)),
    stricter: false,
  }
}
