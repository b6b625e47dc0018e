import { describe, expect, test } from 'vitest'
import { agentEnvironment } from '../../src/agents/environment.ts'
import { checkExtraArgs } from '../../src/agents/extra-args.ts'
import { findProgram } from '../../src/agents/find-program.ts'
import { limitsOf, limitsSchema } from '../../src/agents/limits.ts'
import { redact } from '../../src/agents/redact.ts'

const from = {
  PATH: '/usr/bin:.::node_modules/.bin:/opt/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  HTTPS_PROXY: 'http://proxy',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  NODE_OPTIONS: '--require /evil.js',
  GITHUB_TOKEN: 'bait',
  GH_TOKEN: 'bait',
  INPUT_TOKEN: 'bait',
  'INPUT_GITHUB-TOKEN': 'bait',
  ACTIONS_RUNTIME_TOKEN: 'bait',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bait',
  ANTHROPIC_API_KEY: 'a-key',
  ANTHROPIC_CUSTOM_HEADERS: 'bait',
  CLAUDE_CODE_SOMETHING: 'bait',
  OPENAI_API_KEY: 'o-key',
  GEMINI_API_KEY: 'g-key',
  GOOGLE_GENAI_USE_VERTEXAI: 'bait',
  COUNTERSIGN_AGENT_MY_KEY: 'mine',
  COUNTERSIGN_AGENT_GITHUB_TOKEN: 'bait',
  COUNTERSIGN_AGENT_LD_PRELOAD: 'bait',
}

const home = '/scratch/h'
const keysOf = (kind: 'claude' | 'codex' | 'gemini' | 'command', purpose: 'review' | 'verify' = 'review') =>
  Object.values(agentEnvironment(from, { kind, purpose, home })).filter(value => /-key$|^mine$|bait/.test(value))

describe('an agent’s environment', () => {
  test.each([
    ['claude', ['a-key']],
    ['codex', ['o-key']],
    ['gemini', ['g-key']],
    ['command', ['a-key', 'o-key', 'g-key', 'mine']],
  ] as const)('holds for %s its own keys and no token of ours', (kind, keys) => expect(keysOf(kind)).toEqual(keys))

  test('holds for a check of the pull’s own code no key at all', () => expect(keysOf('command', 'verify')).toEqual([]))

  test('has a home of its own and a PATH without relative folders', () => {
    expect(agentEnvironment(from, { kind: 'claude', purpose: 'review', home })).toEqual({
      PATH: '/usr/bin:/opt/bin',
      HOME: '/scratch/h/home',
      TMPDIR: '/scratch/h/tmp',
      LANG: 'C.UTF-8',
      HTTPS_PROXY: 'http://proxy',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      ANTHROPIC_API_KEY: 'a-key',
    })
  })

  test('a program is never one of the pull’s own files', () => {
    expect(findProgram('./agent.sh', '/usr/bin', null)).toEqual({ kind: 'relative' })
    expect(findProgram('sh', '/usr/bin:/bin', null)).toMatchObject({ kind: 'found' })
    expect(findProgram('no-such-program', '/usr/bin', null)).toEqual({ kind: 'missing' })
    expect(findProgram('/usr', '/usr/bin', null)).toEqual({ kind: 'missing' })
    expect(findProgram('', '/usr/bin', null)).toEqual({ kind: 'missing' })
  })
})

describe('limits', () => {
  test.each([0, -1, Number.POSITIVE_INFINITY, Number.NaN, 'abc', '5', 1e9, null])('refuse %s by name', odd => {
    for (const name of ['agent-timeout', 'silence-timeout', 'run-timeout', 'max-attempts', 'attempt-budget']) {
      const read = limitsSchema.safeParse({ [name]: odd })
      expect(read.error?.issues[0]?.message).toContain(`"${name}" must be a`)
      expect(read.error?.issues[0]?.message).toContain(`found "${odd}"`)
    }
  })

  test('backoff may be 0, and nothing else odd', () => {
    expect(limitsSchema.safeParse({ backoff: 0 }).success).toBe(true)
    for (const odd of [-1, Number.NaN, 'abc', 1e9]) expect(limitsSchema.safeParse({ backoff: odd }).success).toBe(false)
  })

  test('attempts are whole', () => expect(limitsSchema.safeParse({ 'max-attempts': 1.5 }).success).toBe(false))

  test('what is absent has its documented default', () => {
    expect(limitsOf({})).toEqual({
      agentTimeoutMs: 900_000,
      silenceTimeoutMs: null,
      runTimeoutMs: 3_000_000,
      maxAttempts: 3,
      backoffMs: 5_000,
      graceMs: 5_000,
      attemptBudgetUsd: null,
    })
  })
})

describe('further arguments', () => {
  test.each([
    ['claude', ['--fallback-model', 'haiku,sonnet', '--max-turns', '20']],
    ['codex', ['-c', 'model_reasoning_effort="high"']],
    ['gemini', []],
    ['command', ['--anything', 'at all']],
  ] as const)('of %s are allowed: %j', (kind, args) => expect(checkExtraArgs(kind, [...args])).toEqual({ ok: true }))

  test.each([
    ['claude', ['--dangerously-skip-permissions']],
    ['claude', ['--mcp-config', 'x.json']],
    ['claude', ['--max-turns']],
    ['claude', ['--max-turns', '0']],
    ['claude', ['--fallback-model', '--add-dir']],
    ['codex', ['-c', 'sandbox_mode="danger-full-access"']],
    ['codex', ['-c', 'model_reasoning_effort="high"\nsandbox_mode="x"']],
    ['gemini', ['--yolo', 'true']],
    ['claude', ['constructor', 'x']],
  ] as const)('of %s are refused: %j', (kind, args) =>
    expect(checkExtraArgs(kind, [...args])).toMatchObject({
      ok: false,
      complaint: expect.stringContaining('take it out of the policy'),
    }),
  )
})

describe('secrets', () => {
  const secret = 'sk-very+secret/value'
  test.each([
    ['plain', secret],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in a URL', encodeURIComponent(secret)],
    ['the second line of a key', 'second-line-of-it'],
  ])('%s are removed', (_name, form) =>
    expect(redact(`x ${form} y`, [secret, 'first-line-of-it\nsecond-line-of-it'])).toMatch(/^x \*\*\*=* y$/),
  )

  test('short values are no secrets', () => expect(redact('a dog', ['dog', ''])).toBe('a dog'))
})
