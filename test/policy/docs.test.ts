import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { drifted, filled } from '../../scripts/generate-docs.ts'
import { parsePolicy } from '../../src/policy/parse.ts'

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the documents', () => {
  it('say what the code says (npm run docs)', () => {
    expect(drifted()).toEqual([])
  })

  it('are refused with a block that is unknown or never ends', () => {
    expect(() => filled('<!-- generated:poem -->\n<!-- /generated:poem -->', 'x.md')).toThrow(
      'x.md: found "generated:poem"; expected one of',
    )
    expect(() => filled('<!-- generated:inputs -->\n', 'x.md')).toThrow('found 1 generated blocks, 0 of them closed')
  })

  it('show a policy that is right', () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(textOf('docs/reference.md')) ?? []
    expect(parsePolicy(example)).toMatchObject({ kind: 'ok', policy: { agents: ['claude', 'codex'], 'max-cycles': 3 } })
  })
})

describe('the published JSON Schema', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(textOf('schema/countersign.schema.json')))

  it.each([
    ['', true],
    ['max-cycles: 3', true],
    ['agents: claude, codex', true],
    ['agents: [claude]', true],
    ['agent-timeout: 15m', true],
    ['daily-cost: null', true],
    ['unsigned-before: "2026-01-31T00:00:00Z"', true],
    ['commands: {mine: {run: [./x]}}', true],
    ['max-cycle: 3', false],
    ['max-cycles: 0', false],
    ['max-cycles: 21', false],
    ['max-cost: 0', false],
    ['agent-timeout: 15 minutes', false],
    ['labels: {ask: "🐞"}', false],
    ['reviewers: {x: {agent: claude}}', false],
    ['excluded-paths: ["/etc"]', false],
  ])('judges %j as the parser does', (source, isValid) => {
    expect(validate(parse(source) ?? {})).toBe(isValid)
    expect(parsePolicy(source).kind === 'ok').toBe(isValid)
  })
})
