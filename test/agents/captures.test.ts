import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Start } from '../../src/agents/adapters/adapter.ts'
import { adapters } from '../../src/agents/adapters/index.ts'
import { costOf } from '../../src/agents/cost.ts'
import { judgeReading } from '../../src/agents/judge.ts'
import type { Supervised } from '../../src/agents/process/supervise.ts'
import type { AgentSpec, AttemptResult } from '../../src/agents/types.ts'
import { fixture } from './world.ts'

type Capture = { code: number | null; signal: string | null; stdout: string; stderr: string }

const kept = (text: string) => ({ head: text, tail: '', bytes: Buffer.byteLength(text), leftOutBytes: 0 })

const endedAs = ({ code, signal, stdout, stderr }: Capture): Supervised => ({
  cause: 'exit',
  unstartable: null,
  exit: { code, signal },
  stdout: kept(stdout),
  stderr: kept(stderr),
  durationMs: 1,
  goneMs: 0,
  left: 0,
  isolation: '',
})

const captures = (kind: string): Record<string, Capture> =>
  JSON.parse(readFileSync(fixture(`captures/${kind}.json`), 'utf8')) as Record<string, Capture>

const validate = (candidate: unknown) =>
  Array.isArray((candidate as { findings?: unknown } | null)?.findings)
    ? { ok: true as const, value: candidate }
    : { ok: false as const, complaint: 'no findings' }

function judge(kind: AgentSpec['kind'], capture: Capture) {
  const spec: AgentSpec = { kind, name: kind, model: null, argv: [], extraArgs: [] }
  const start: Start = {
    spec,
    prompt: 'Review.',
    purpose: 'review',
    access: 'read',
    answerSchema: {},
    promptSchema: {},
    budgetUsd: 2,
    workdir: '/w',
    home: '/h',
    env: {},
    version: null,
  }
  const ended = endedAs(capture)
  return judgeReading(adapters[kind].read(ended, start), ended, { validate, start })
}

const expected: Record<'claude' | 'codex' | 'gemini', Record<string, AttemptResult>> = {
  claude: {
    'auth-401': 'auth',
    'bad-flag': 'error',
    'bad-schema': 'error',
    'billing-400': 'quota',
    'context-400': 'error',
    costly: 'budget',
    'empty-200': 'transient',
    'error-500': 'transient',
    'forbidden-403': 'auth',
    'hang-api-timeout': 'transient',
    'hang-sigint': 'transient',
    'html-200': 'transient',
    'invalid-400': 'error',
    'max-turns': 'error',
    'no-key': 'auth',
    'notfound-404': 'error',
    'ok-empty': 'malformed',
    'ok-fenced': 'ok',
    'ok-json': 'ok',
    'ok-json.stream': 'ok',
    'ok-prose': 'malformed',
    'ok-schema': 'ok',
    'ok-wrong': 'malformed',
    overloaded: 'transient',
    'overloaded.stream': 'transient',
    'quota-429': 'quota',
    'rate-429': 'transient',
    refusal: 'error',
    refused: 'transient',
    reset: 'transient',
    'reset-mid': 'transient',
    'retry-then-ok.stream': 'ok',
    'stream-error': 'transient',
    'tool-denied': 'ok',
    truncated: 'malformed',
  },
  codex: {
    'auth-401': 'auth',
    'bad-flag': 'error',
    'bad-schema': 'error',
    'billing-400': 'quota',
    'context-400': 'error',
    'error-500': 'transient',
    'forbidden-403': 'auth',
    'hang-mid': 'transient',
    'hang-sigterm': 'transient',
    'html-200': 'transient',
    'invalid-400': 'error',
    'no-key': 'auth',
    'notfound-404': 'error',
    'ok-empty': 'malformed',
    'ok-fenced': 'ok',
    'ok-json': 'ok',
    'ok-prose': 'malformed',
    'ok-wrong': 'malformed',
    overloaded: 'transient',
    'quota-429': 'quota',
    'rate-429': 'transient',
    refusal: 'error',
    refused: 'transient',
    reset: 'transient',
    'reset-mid': 'transient',
    'stream-error': 'transient',
    'tool-call': 'ok',
    truncated: 'malformed',
    'unavailable-503': 'transient',
  },
  gemini: {
    'auth-401': 'auth',
    'auth-401.stream': 'auth',
    'bad-flag': 'error',
    'billing-400': 'quota',
    'context-400': 'error',
    'empty-200.stream': 'transient',
    'empty-stdin': 'error',
    'error-500': 'transient',
    'forbidden-403': 'auth',
    'hang-sigterm': 'error',
    'html-200': 'transient',
    'invalid-400': 'error',
    'no-key': 'auth',
    'notfound-404': 'error',
    'ok-json.stream': 'ok',
    'quota-429': 'quota',
    'rate-429': 'transient',
    refused: 'transient',
    reset: 'transient',
    'reset-mid': 'transient',
    'unavailable-503': 'transient',
  },
}

describe.each(Object.entries(expected))('what %s really printed', (kind, table) => {
  const recorded = captures(kind)
  test.each(Object.entries(table))('%s → %s', (scenario, result) => {
    const capture = recorded[scenario]
    expect(capture, scenario).toBeDefined()
    if (capture !== undefined) expect(judge(kind as AgentSpec['kind'], capture).result).toBe(result)
  })
})

describe.each(['claude', 'codex', 'gemini'] as const)('what the pinned %s printed when it was last driven', kind => {
  const recorded = JSON.parse(readFileSync(fixture(`recorded/${kind}.json`), 'utf8')) as Record<
    string,
    Capture & { expected: AttemptResult }
  >
  test.each(Object.entries(recorded))('%s', (scenario, capture) => {
    expect(judge(kind, capture).result, scenario).toBe(capture.expected)
  })
})

const claude = (envelope: Record<string, unknown>, code = 0): Capture => ({
  code,
  signal: null,
  stderr: '',
  stdout: JSON.stringify({ type: 'result', ...envelope }),
})
const clean = { subtype: 'success', is_error: false, num_turns: 2, structured_output: { findings: [] } }

describe('an exit code proves nothing', () => {
  test('our own budget inside a well-formed envelope with exit 0 is a budget', () => {
    expect(
      judge(
        'claude',
        claude({ ...clean, subtype: 'error_max_budget_usd', is_error: true, errors: ['Reached maximum budget ($2)'] }),
      ).result,
    ).toBe('budget')
    expect(judge('claude', claude({ ...clean, terminal_reason: 'budget_exhausted' })).result).toBe('budget')
  })

  test('an error flag with exit 0 is an error', () => {
    expect(judge('claude', claude({ ...clean, is_error: true, api_error_status: 529, result: 'Overloaded' })).result).toBe(
      'transient',
    )
  })

  test('a clean envelope with another exit code is no success', () => {
    expect(judge('claude', claude(clean, 1)).result).toBe('error')
    expect(judge('claude', { ...claude(clean), code: null, signal: 'SIGKILL' }).result).toBe('transient')
  })

  test('a prompt that was taken for a command is malformed', () => {
    expect(judge('claude', claude({ ...clean, num_turns: 0 })).result).toBe('malformed')
  })

  test('words about quotas and logins inside an honest review do not count', () => {
    const honest =
      'The quota is exceeded on 401 Unauthorized; billing and rate limit 429 are not handled. {"findings":[{"body":"usage limit"}]}'
    expect(judge('claude', claude({ ...clean, structured_output: undefined, result: honest })).result).toBe('ok')
    expect(judge('claude', claude({ ...clean, structured_output: undefined, result: honest.slice(0, 60) })).result).toBe(
      'malformed',
    )
    expect(judge('command', { code: 0, signal: null, stdout: honest, stderr: 'rate limit 429 seen, retried' }).result).toBe('ok')
    expect(judge('command', { code: 3, signal: null, stdout: honest, stderr: '' }).result).toBe('error')
  })
})

describe('cost, tokens and absent or odd values', () => {
  const usageOf = (more: Record<string, unknown>) => judge('claude', claude({ ...clean, ...more })).usage

  test('are taken from the envelope', () => {
    const recorded = captures('claude')['ok-schema']
    expect(recorded && judge('claude', recorded).usage).toEqual({
      costUsd: 0.0048000000000000004,
      inputTokens: 1200,
      outputTokens: 80,
    })
  })

  test.each([Number.NaN, -1, '0.5', null, undefined, Number.POSITIVE_INFINITY, {}])(
    '%s is unknown, and counted by an estimate',
    odd => {
      const usage = usageOf({ total_cost_usd: odd, usage: { input_tokens: odd, output_tokens: odd } })
      expect(usage).toEqual({ costUsd: null, inputTokens: null, outputTokens: null })
      expect(costOf({ usage, model: null, agent: 'claude' })).toEqual({ usd: 0.5, estimated: true })
    },
  )

  test('tokens without a cost are priced by the model’s family', () => {
    const usage = { costUsd: null, inputTokens: 1_000_000, outputTokens: 100_000 }
    expect(costOf({ usage, model: 'gpt-5.1-codex', agent: 'codex' })).toEqual({ usd: 2.25, estimated: true })
    expect(costOf({ usage, model: 'never-heard-of', agent: 'x' }).usd).toBe(22.5)
  })
})
