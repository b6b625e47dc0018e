import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChainState, type NextStep, nextStep } from '../../src/agents/next-step.ts'
import type { AttemptResult } from '../../src/agents/types.ts'

const s = 1_000
const limits = { agentTimeoutMs: 900 * s, runTimeoutMs: 3_000 * s, maxAttempts: 3, backoffMs: 5 * s }
const base: ChainState = {
  chainLength: 2,
  agent: 0,
  attempts: 1,
  last: { result: 'transient', retryAfterMs: null },
  elapsedMs: 10 * s,
  limits,
}

type Change = Partial<Omit<ChainState, 'last' | 'limits'>> & {
  result?: AttemptResult | null
  retryAfterMs?: number
  limits?: Partial<typeof limits>
}

function stepAfter({ result = 'transient', retryAfterMs, limits: changed, ...rest }: Change): NextStep {
  const last = result === null ? null : { result, retryAfterMs: retryAfterMs ?? null }
  return nextStep({ ...base, ...rest, last, limits: { ...limits, ...changed } })
}

const said = (step: NextStep): string =>
  step.kind === 'attempt'
    ? `agent ${step.agent} attempt ${step.number} wait ${step.waitMs / s}${step.stricter ? ' stricter' : ''}`
    : step.kind

describe('what follows an attempt', () => {
  test.each<[string, Change, string]>([
    ['nothing yet', { result: null, attempts: 0 }, 'agent 0 attempt 1 wait 0'],
    ['an answer', { result: 'ok' }, 'answered'],
    ['a timeout', { result: 'timeout' }, 'agent 0 attempt 2 wait 5'],
    ['a transient failure', {}, 'agent 0 attempt 2 wait 5'],
    ['a second one', { attempts: 2 }, 'agent 0 attempt 3 wait 10'],
    ['the last one', { attempts: 3 }, 'agent 1 attempt 1 wait 0'],
    ['a malformed answer', { result: 'malformed' }, 'agent 0 attempt 2 wait 0 stricter'],
    ['the last malformed answer', { result: 'malformed', attempts: 3 }, 'agent 1 attempt 1 wait 0'],
    ['no login', { result: 'auth' }, 'agent 1 attempt 1 wait 0'],
    ['a vendor’s quota', { result: 'quota' }, 'agent 1 attempt 1 wait 0'],
    ['an error', { result: 'error' }, 'agent 1 attempt 1 wait 0'],
    ['an error of the last agent', { result: 'error', agent: 1 }, 'unable'],
    ['our own budget, whoever is left', { result: 'budget' }, 'unable'],
    ['a cancellation', { result: 'cancelled' }, 'stopped'],
    ['a moved head', { result: 'head-moved' }, 'stopped'],
    ['a failure with a near reset', { retryAfterMs: 60 * s }, 'agent 0 attempt 2 wait 60'],
    ['a failure with a nearer reset than the backoff', { retryAfterMs: 1 * s }, 'agent 0 attempt 2 wait 5'],
    ['a failure with a far reset', { retryAfterMs: 5 * 3600 * s }, 'agent 1 attempt 1 wait 0'],
    ['a failure with a far reset and nobody left', { retryAfterMs: 5 * 3600 * s, agent: 1 }, 'unable'],
    ['a failure without backoff', { limits: { backoffMs: 0 } }, 'agent 0 attempt 2 wait 0'],
    ['a failure when one attempt is allowed', { limits: { maxAttempts: 1 } }, 'agent 1 attempt 1 wait 0'],
    [
      'two timeouts that leave the next agent too little',
      { result: 'timeout', attempts: 2, elapsedMs: 1_805 * s },
      'agent 1 attempt 1 wait 0',
    ],
    ['a late failure of the last agent', { agent: 1, elapsedMs: 2_990 * s }, 'agent 1 attempt 2 wait 5'],
    ['a failure at the very end', { agent: 1, elapsedMs: 2_996 * s }, 'unable'],
    ['an error when the time is used up', { result: 'error', elapsedMs: 3_000 * s }, 'unable'],
    ['an empty chain', { result: null, attempts: 0, chainLength: 0 }, 'unable'],
  ])('%s', (_name, change, expected) => expect(said(stepAfter(change))).toBe(expected))

  test('the deadline of an attempt is what is left of the run, at most one agent-timeout', () => {
    expect(stepAfter({ agent: 1, elapsedMs: 2_900 * s })).toMatchObject({ deadlineMs: 95 * s })
    expect(stepAfter({})).toMatchObject({ deadlineMs: 900 * s })
    expect(stepAfter({ result: null, attempts: 0, limits: { runTimeoutMs: 600 * s }, elapsedMs: 0 })).toMatchObject({
      deadlineMs: 300 * s,
    })
  })
})

const results = fc.constantFrom<AttemptResult>('timeout', 'transient', 'malformed', 'auth', 'quota', 'error')
const settings = fc.record({
  agentTimeoutMs: fc.integer({ min: 1_000, max: 1_000_000 }),
  runTimeoutMs: fc.integer({ min: 1_000, max: 4_000_000 }),
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  backoffMs: fc.integer({ min: 0, max: 60_000 }),
})
const lives = fc.array(
  fc.record({
    result: results,
    tookShare: fc.double({ min: 0, max: 1, noNaN: true }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  }),
  { maxLength: 40 },
)

test('whatever happens, a chain ends, within its time and its attempts, and never goes back', () => {
  fc.assert(
    fc.property(settings, fc.integer({ min: 1, max: 4 }), lives, (own, chainLength, life) => {
      let state: ChainState = { ...base, chainLength, agent: 0, attempts: 0, last: null, elapsedMs: 0, limits: own }
      const starts: number[] = []
      for (const { result, tookShare, retryAfterMs } of [
        ...life,
        ...Array.from({ length: 30 }, () => ({ result: 'timeout' as const, tookShare: 1, retryAfterMs: null })),
      ]) {
        const step = nextStep(state)
        if (step.kind !== 'attempt') break
        starts.push(step.agent)
        state = {
          ...state,
          agent: step.agent,
          attempts: step.number,
          last: { result, retryAfterMs },
          elapsedMs: state.elapsedMs + step.waitMs + step.deadlineMs * tookShare,
        }
        expect(state.elapsedMs).toBeLessThanOrEqual(own.runTimeoutMs)
      }
      expect(nextStep(state).kind).toBe('unable')
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      expect(starts.length).toBeLessThanOrEqual(chainLength * own.maxAttempts)
    }),
  )
})
