import { describe, expect, it } from 'vitest'
import { chainOf, limitsOf } from '../../src/policy/agents.ts'
import { parsePolicy } from '../../src/policy/parse.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'

const policy = () => {
  const reading = parsePolicy(
    'agents: claude, mine\nmodels: {claude: best}\nextra-args: {claude: [--effort, low]}\ncommands: {mine: {run: [./x, -q]}}\nreviewers: {deep: {agents: codex}}',
  )
  if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.errors))
  return reading.policy
}
const names = (chain: { name: string }[]): string[] => chain.map(({ name }) => name)

describe('the chain of agents', () => {
  it('is the policy’s, with models, arguments and commands', () => {
    expect(chainOf(policy())).toEqual([
      { kind: 'claude', name: 'claude', model: 'best', argv: [], extraArgs: ['--effort', 'low'] },
      { kind: 'command', name: 'mine', model: null, argv: ['./x', '-q'], extraArgs: [] },
    ])
  })

  it('is the reviewer’s own where it has one, and the input’s before all', () => {
    expect(names(chainOf(policy(), [], 'deep'))).toEqual(['codex'])
    expect(names(chainOf(policy(), [], 'countersign'))).toEqual(['claude', 'mine'])
    expect(names(chainOf(policy(), ['gemini', 'gemini'], 'deep'))).toEqual(['gemini'])
  })

  it('refuses an agent nobody knows', () => {
    expect(() => chainOf(policy(), ['gpt'])).toThrow('agents: found "gpt"; expected one of claude, codex, gemini, mine')
  })
})

it('limits are milliseconds, and absent where the policy sets none', () => {
  expect(limitsOf(defaultPolicy())).toEqual({
    agentTimeoutMs: 900_000,
    silenceTimeoutMs: null,
    runTimeoutMs: 3_000_000,
    maxAttempts: 3,
    backoffMs: 5_000,
    graceMs: 5_000,
    attemptBudgetUsd: null,
  })
})
