import { describe, expect, it } from 'vitest'
import { impureUses, objectionTo } from './architecture.ts'
import { readSource } from './source.ts'

const read = (text: string) => readSource('src/decide/x.ts', text)

describe('the structure tests see', () => {
  it.each([
    ['process.env', "const a = process.env['X']", 'process'],
    ['a clock', 'const a = Date.now()', 'Date.now'],
    ['a new Date without argument', 'const a = new Date()', 'new Date()'],
    ['randomness', 'const a = Math.random()', 'Math.random'],
    ['a timer', 'setTimeout(a, 1)', 'setTimeout'],
  ])('%s', (_, text, use) => expect(impureUses(read(text)).map(found => found.text)).toContain(use))

  it('nothing impure in a date that was given', () => {
    expect(impureUses(read('const a = new Date(at * 1000).toISOString()'))).toEqual([])
  })

  it.each([
    ["import { readFileSync } from 'node:fs'", 'is not known to be pure'],
    ["import * as core from '@actions/core'", 'is not known to be pure'],
    ["import { randomUUID, createHash } from 'node:crypto'", 'brings randomUUID'],
    ["import { createHash } from 'node:crypto'", null],
    ["import { post } from '../github/api.ts'", 'is not a pure part'],
    ["export { post } from '../github/api.ts'", 'is not a pure part'],
    ["const later = () => import('../github/api.ts')", 'is not a pure part'],
    ["import type { Api } from '../github/api.ts'", null],
    ["import { nextStep } from '../agents/next-step.ts'", null],
  ])('%s', (text, objection) => expect(read(text).imports.map(objectionTo)).toEqual([objection]))

  it('the length and parameters of functions, and who is a suite', () => {
    const { functions } = read('const f = (a, b) => {\n  return a\n}\ndescribe("x", () => {\n})\n')
    expect(functions).toEqual([
      { name: 'f:1', lines: 3, parameters: 2, isSuite: false },
      { name: '(unnamed):4', lines: 2, parameters: 0, isSuite: true },
    ])
  })

  it('comment lines, names and casts', () => {
    const source = read('/** One\n * two */\nconst data = a as B // three\nconst c = [1] as const\ntype Info = 1\n')
    expect(source).toMatchObject({ lines: 5, commentLines: 3, declared: ['data', 'c', 'Info'], casts: [3] })
  })
})
