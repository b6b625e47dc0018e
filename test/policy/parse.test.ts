import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitKeys } from '../../src/policy/keys-limits.ts'
import { parsePolicy, policyErrorText } from '../../src/policy/parse.ts'
import { defaultPolicy, type Policy, policySchema } from '../../src/policy/schema.ts'

const policyOf = (source: string): Policy => {
  const reading = parsePolicy(source)
  if (reading.kind === 'invalid') throw new Error(reading.errors.map(policyErrorText).join('\n'))
  return reading.policy
}
const complaintsOf = (source: string): string[] => {
  const reading = parsePolicy(source)
  return reading.kind === 'ok' ? [] : reading.errors.map(policyErrorText)
}

describe('a policy', () => {
  it.each(['', '\n\n', '# nothing yet\n', '{}', '---\n'])('that says nothing is the default one: %j', source => {
    expect(policyOf(source)).toEqual(defaultPolicy())
  })

  it('has the documented bounds by default', () => {
    expect(defaultPolicy()).toMatchObject({
      'max-cycles': 3,
      'max-starts': 20,
      'max-starts-life': 100,
      'max-cost': 5,
      'daily-runs': null,
      'agent-timeout': 900,
      'run-timeout': 3_000,
      'max-attempts': 3,
      backoff: 5,
      'attempt-budget': null,
      agents: ['claude', 'codex'],
      labels: { ask: 'ai-review', pause: 'needs-human-review' },
      mention: 'countersign',
      'max-dispatches': 20,
      fix: 'off',
      panel: [],
    })
  })

  it.each<[string, keyof Policy, unknown]>([
    ['agents: codex, mine\ncommands: {mine: {run: [./x, -q]}}', 'agents', ['codex', 'mine']],
    ['agent-timeout: 2m', 'agent-timeout', 120],
    ['run-timeout: 60', 'run-timeout', 60],
    ['backoff: 0', 'backoff', 0],
    ['excluded-authors: ["@Renovate[bot]"]', 'excluded-authors', ['renovate']],
    ['trusted-markers: ["Other-App[bot]", Dev]', 'trusted-markers', ['other-app[bot]', 'dev']],
    ['labels: {ask: review me}', 'labels', { ask: 'review me', pause: 'needs-human-review' }],
    ['unsigned-before: 2026-01-31T00:00:00Z', 'unsigned-before', 1_769_817_600],
    ['escalate-to: [dev, org/team]', 'escalate-to', ['dev', 'org/team']],
    ['verify-command: npm test', 'verify-command', ['npm', 'test']],
    ['verify-command: [sh, -c, "a && b"]', 'verify-command', ['sh', '-c', 'a && b']],
    ['skills: {auth: {file: .github/auth.md}}', 'skills', { auth: { file: '.github/auth.md', when: 'asked', label: null } }],
    ['extra-args: {claude: [--effort, high]}', 'extra-args', { claude: ['--effort', 'high'] }],
    ['drafts: true', 'drafts', true],
  ])('%s', (source, key, value) => {
    expect(policyOf(source)[key]).toEqual(value)
  })
})

describe('a cap', () => {
  /** Every key that takes a number, so that no bound can be added that may be endless. */
  const caps = Object.entries(policySchema.shape).flatMap(([key, schema]) => {
    const isNumber = [1, 3, 60, 100].some(number => schema.safeParse(number).success)
    return isNumber ? [key as keyof Policy] : []
  })
  const values = ['-1', '.inf', '-.inf', 'Infinity', '.nan', 'abc', '1e9', '1e999', '99999999999999999999', '[3]', '{}', 'true']
  const wrong = [...values, '"3"', '3 cycles', "''"]

  it('is each of these', () => {
    expect(caps).toEqual(expect.arrayContaining([...Object.keys(limitKeys), 'max-inline', 'max-dispatches', 'sweep-page-size']))
  })

  it.each(caps.flatMap(cap => wrong.map(value => [cap, value])))('%s: %s is refused', (cap, value) => {
    expect(complaintsOf(`${cap}: ${value}`)).toEqual([
      expect.stringMatching(new RegExp(`^\\.github/countersign\\.yml:1:\\d+: ${cap}`)),
    ])
  })

  it.each(caps.filter(cap => !['backoff', 'max-inline'].includes(cap)))('%s: 0 is refused', cap => {
    expect(complaintsOf(`${cap}: 0`)).toHaveLength(1)
  })

  it.each(caps)('%s: left empty it is its finite default, or refused', cap => {
    const reading = parsePolicy(`${cap}:`)
    const value = reading.kind === 'ok' ? reading.policy[cap] : defaultPolicy()[cap]
    expect(value).toEqual(defaultPolicy()[cap])
  })

  it('alone bounds the work without a person, whatever else is left out', () => {
    const { 'max-cycles': cycles, 'max-starts': starts, 'max-starts-life': life, 'max-cost': cost } = defaultPolicy()
    for (const bound of [cycles, starts, life, cost]) expect(bound).toBeLessThanOrEqual(100)
  })
})

describe('an error says file, line, key, what was found, expected, and what to do', () => {
  it.each([
    [
      'approve: true\nmax-cycle: 3',
      '.github/countersign.yml:2:1: max-cycle: found "max-cycle"; expected a key that docs/reference.md lists; did you mean "max-cycles"?',
    ],
    [
      'max-cycles: 0',
      '.github/countersign.yml:1:13: max-cycles: found "0"; expected a whole number from 1 to 20; change the value',
    ],
    [
      'max-cycles: "3"',
      '.github/countersign.yml:1:13: max-cycles: found "3"; expected a whole number from 1 to 20; write it without quotes',
    ],
    [
      'review: label',
      '.github/countersign.yml:1:9: review: found "label"; expected one of all, labeled, requested; did you mean "labeled"?',
    ],
    [
      'reviewers:\n  x:\n    agent: claude',
      '.github/countersign.yml:3:5: reviewers.x.agent: found "agent"; expected a key that docs/reference.md lists; did you mean "agents"?',
    ],
    [
      'labels: {ask: hold, pause: Hold}',
      '.github/countersign.yml:1:28: labels.pause: found "Hold"; expected another label than labels.ask; change one of them',
    ],
    [
      'agents: kodex',
      '.github/countersign.yml:1:9: agents: found "kodex"; expected claude, codex, gemini or a name of commands; did you mean "codex"?',
    ],
    [
      '- max-cycles',
      '.github/countersign.yml:1:1: found "["max-cycles"]"; expected keys with values, like `max-cycles: 3`; change the value',
    ],
    ['fix: on', '.github/countersign.yml:1:6: fix: found "on"; expected one of off, run; change the value'],
    [
      'max-starts: 150\nmax-starts-life: 100',
      '.github/countersign.yml:1:13: max-starts: found "150"; expected at most max-starts-life, which is 100; change one of them',
    ],
  ])('%j', (source, text) => {
    expect(complaintsOf(source)).toEqual([text])
  })

  it.each([
    ['a repeated key', 'max-cycles: 3\nmax-cycles: 4', /:2:1: found "Map keys must be unique/],
    ['an alias', 'docs-paths: &a [x]\nexcluded-paths: *a', /:2:17: found "an alias, \*a"/],
    ['two documents', 'drafts: true\n---\ndrafts: false', /found "Source contains multiple documents/],
    ['a tag', 'drafts: !!js/function x', /found "Unresolved tag/],
    ['a tab', 'labels:\n\task: x', /:2:1: found "Tabs/],
    ['a text that is too long', `# ${'x'.repeat(64_000)}`, /found "64002 characters"; expected at most 64000/],
    ['a key of the language', '__proto__: {}', /found "__proto__"/],
    ['a path out of the repository', 'skills: {a: {file: ../../x}}', /skills\.a\.file: found "\.\.\/\.\.\/x"/],
    [
      'an argument that loosens the agent',
      'extra-args: {claude: [--dangerously-skip-permissions, "1"]}',
      /extra-args\.claude: .*may be given/,
    ],
    ['a command named like a CLI', 'commands: {claude: {run: [x]}}', /commands\.claude: .*a name that is not one of claude/],
    ['a panel of strangers', 'panel: [a]', /panel\.0: found "a"; expected a name of reviewers/],
    ['a panel with a name twice', 'reviewers: {a: {}}\npanel: [a, a]', /panel: .*expected each name once/],
    [
      'a quorum above the panel',
      'reviewers: {a: {}, b: {}}\npanel: [a, b]\npanel-quorum: 3',
      /panel-quorum: found "3"; expected at most the 2 members/,
    ],
    ['a label of 51 characters', `labels: {ask: ${'n'.repeat(51)}}`, /labels\.ask: .*expected a label of 1 to 50 characters/],
    ['a label of emoji only', 'labels: {pause: "😀 😃"}', /labels\.pause/],
  ])('%s', (_, source, pattern) => {
    expect(complaintsOf(source)).toEqual([expect.stringMatching(pattern)])
  })

  it('for each of several faults, at most twenty', () => {
    expect(complaintsOf('max-cycles: 0\nreview: x')).toHaveLength(2)
    expect(complaintsOf(Array.from({ length: 99 }, (_, index) => `x${index}: 1`).join('\n'))).toHaveLength(20)
  })
})

it('a default gives way: only what is written can misfit', () => {
  expect(policyOf('run-timeout: 60')).toMatchObject({ 'run-timeout': 60, 'agent-timeout': 900 })
})

it('any text is a policy or a list of errors with places, never a crash', () => {
  const words = fc.constantFrom(
    'max-cycles',
    'agents',
    'labels',
    ':',
    ' ',
    '\n',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '&a',
    '*a',
    '"',
    '3',
    '? ',
    '|',
    '!!x',
    '\t',
    '#',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 40 }).map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(texts, source => {
      const reading = parsePolicy(source)
      if (reading.kind === 'invalid')
        for (const error of reading.errors) expect(Math.min(error.line, error.column)).toBeGreaterThan(0)
    }),
    { numRuns: 300 },
  )
})
