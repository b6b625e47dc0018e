import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DEFAULT_REVIEWER, inputsSchema, modes, outcomes, readInputs, secretInputs } from '../src/inputs.ts'

const given = (inputs: Record<string, string> = {}) =>
  readInputs({
    INPUT_TOKEN: 'ghs_x',
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  })

describe('inputs', () => {
  it('that were left out', () => {
    expect(given()).toEqual({
      token: 'ghs_x',
      mode: 'auto',
      pull: null,
      act: null,
      head: null,
      agents: [],
      reviewer: 'countersign',
      reviewWorkflow: 'review.yml',
      reviewers: [],
      skills: [],
      note: null,
      since: null,
      fanOut: 'dispatch',
      jobId: null,
      markerKey: null,
      markerKeyPrevious: null,
      slackWebhook: null,
      webhook: null,
      webhookSecret: null,
      pushToken: null,
      pushKey: null,
      failOn: ['failed'],
    })
  })

  it.each([
    ['pull', ' 12 ', 'pull', 12],
    ['mode', 'sweep', 'mode', 'sweep'],
    ['agents', 'codex, claude\nmine', 'agents', ['codex', 'claude', 'mine']],
    ['head', 'a'.repeat(40), 'head', 'a'.repeat(40)],
    ['review-workflow', '.github/workflows/my-review.yaml', 'reviewWorkflow', 'my-review.yaml'],
    ['job-id', '12345678901', 'jobId', '12345678901'],
    ['fail-on', 'failed, escalated', 'failOn', ['failed', 'escalated']],
    ['fail-on', 'none', 'failOn', []],
    ['since', '2026-05-01', 'since', Date.parse('2026-05-01T00:00:00Z') / 1_000],
    ['since', '2026-05-01T12:30:00Z', 'since', Date.parse('2026-05-01T12:30:00Z') / 1_000],
    ['fan-out', 'matrix', 'fanOut', 'matrix'],
    ['marker-key', ' a key of 16 chars\n', 'markerKey', 'a key of 16 chars'],
  ])('%s: %j', (name, value, property, expected) => {
    expect(given({ [name]: value })).toHaveProperty(property, expected)
  })

  it.each([
    ['pull', 'abc', 'pull: found "abc"; expected a whole number from 1 to 2147483647; give the number of the pull request'],
    ['since', 'yesterday', 'since: found "yesterday"'],
    ['fan-out', 'jobs', 'fan-out: found "jobs"'],
    ['pull', '0', 'found "0"'],
    ['pull', '-1', 'found "-1"'],
    ['pull', '1.5', 'found "1.5"'],
    ['pull', '12abc', 'found "12abc"'],
    ['pull', '1e3', 'found "1e3"'],
    ['pull', '3000000000', 'found "3000000000"'],
    ['pull', '99999999999', 'found "99999999999"'],
    [
      'mode',
      'reveiw',
      'mode: found "reveiw"; expected one of auto, review, fix, mention, sweep, request, explain; correct the word; did you mean "review"?',
    ],
    ['mode', 'constructor', 'found "constructor"'],
    ['fail-on', 'fail', 'did you mean "failed"?'],
    ['head', 'abc123', 'expected a whole commit id of 40 hex digits'],
    ['agents', 'claude; rm', 'expected names of agents'],
    ['reviewer', 'a b', 'expected a name of letters'],
    ['review-workflow', '../x.yml', 'expected the file name of a workflow'],
    ['marker-key-previous', 'an old key of 20 chars', 'found a key without marker-key'],
    ['marker-key', 'short', 'expected a key of at least 16 characters'],
  ])('refuses %s: %j', (name, value, text) => {
    expect(() => given({ [name]: value })).toThrow(text)
  })

  it('are refused without a token, with what to do', () => {
    expect(() => readInputs({})).toThrow(/token: found nothing; expected a token; leave the input out, or pass/)
  })

  it('are all complained about at once', () => {
    expect(() => given({ pull: 'x', mode: 'y' })).toThrow(/mode: .*\n.*pull: /)
  })

  it.each(['marker-key', 'token'])('never show a wrong secret: %s', name => {
    const shown = (): string => {
      try {
        given({ [name]: 'ftp://hush\u0007hush' })
        return ''
      } catch (error) {
        return String(error)
      }
    }
    expect(shown()).toContain(`${name}: found "*** (a secret)"`)
    expect(shown()).not.toContain('hush')
  })
})

describe('action.yml', () => {
  const action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'))

  it('declares exactly the inputs that are read, each with its words', () => {
    expect(Object.keys(action.inputs)).toEqual(Object.keys(inputsSchema.shape))
    for (const { description } of Object.values<{ description: string }>(action.inputs)) expect(description).toMatch(/\.$/)
  })

  it('has the defaults that the code has', () => {
    const literal = Object.entries<{ default: string }>(action.inputs).filter(([, { default: value }]) => !value.includes('{{'))
    expect(given(Object.fromEntries(literal.map(([name, value]) => [name, value.default])))).toEqual(given())
    expect(action.inputs.reviewer.default).toBe(DEFAULT_REVIEWER)
  })

  it('names every mode and outcome in its words', () => {
    expect(action.inputs.mode.description).toContain(modes.join(', '))
    expect(action.outputs.outcome.description).toContain(outcomes.join(', '))
  })

  it('marks as secret what must be masked', () => {
    expect(secretInputs).toEqual([
      'token',
      'markerKey',
      'markerKeyPrevious',
      'slackWebhook',
      'webhook',
      'webhookSecret',
      'pushToken',
      'pushKey',
    ])
  })
})
