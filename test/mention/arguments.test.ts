import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequests } from '../../src/mention/parse.ts'
import { visibleText } from '../../src/mention/visible-text.ts'
import { mistyped } from '../../src/mention/words.ts'

const asked = (text: string) => parseRequests(`@bot ${text}`, { mention: 'bot' }).requests

describe('arguments', () => {
  it.each([
    ['review security max-cycles=5', { command: 'review', skills: ['security'], maxCycles: 5 }],
    ['review Security, auth. security', { command: 'review', skills: ['security', 'auth'], maxCycles: null }],
    ['review max-cycles=20 api', { command: 'review', skills: ['api'], maxCycles: 20 }],
    ['review MAX-CYCLES=1.', { command: 'review', skills: [], maxCycles: 1 }],
    ['review max-cycles=3 max-cycles=4', { command: 'review', skills: [], maxCycles: 4 }],
    ['pause until Monday', { command: 'pause' }],
    ['resume', { command: 'resume' }],
    ['status?', { command: 'status' }],
    ['self-review', { command: 'self-review' }],
    ['help me', { command: 'help' }],
    ['dismiss `f3a9` it is by design', { command: 'dismiss', finding: 'f3a9', why: 'it is by design' }],
    ['dismiss #f3a9: known', { command: 'dismiss', finding: 'f3a9', why: 'known' }],
    ['fix', { command: 'fix', findings: [] }],
    ['fix f1 `f2`, f1', { command: 'fix', findings: ['f1', 'f2'] }],
  ])('%s', (text, request) => {
    expect(asked(text)).toEqual([request])
  })

  it.each([
    ['review max-cycles=0', 'found "max-cycles=0"; expected a whole number from 1 to 20 after `max-cycles=`'],
    ['review max-cycles=21', 'found "max-cycles=21"'],
    ['review max-cycles=1.5', 'found "max-cycles=1.5"'],
    ['review max-cycles=-1', 'found "max-cycles=-1"'],
    ['review max-cycles=1e1', 'found "max-cycles=1e1"'],
    ['review max-cycles=Infinity', 'found "max-cycles=Infinity"'],
    ['review max-cycles=', 'found "max-cycles="'],
    ['review max-cycles=abc', 'found "max-cycles=abc"'],
    ['review max-cycles=1e9', 'found "max-cycles=1e9"'],
    ['review max-cycles=.inf', 'found "max-cycles=.inf"'],
    ['review max-cycles=NaN', 'found "max-cycles=NaN"'],
    ['review max-cycles=03', 'found "max-cycles=03"'],
    ['review max-cycles=0x3', 'found "max-cycles=0x3"'],
    ['review max-cycles=+3', 'found "max-cycles=+3"'],
    ['review max-cycles=３', 'found "max-cycles=３"'],
    ['review max-cycles=3;4', 'found "max-cycles=3;4"'],
    ['review max-cycles', 'found "max-cycles"'],
    ['review max-cycles 5', 'expected a whole number from 1 to 20 after `max-cycles=`'],
    ['review max-cycle=5', 'expected `max-cycles=`, or names of skills'],
    ['review max-cycles:5', 'found "max-cycles:5"'],
    ['review colour=red', 'expected `max-cycles=`, or names of skills'],
    ['review reviewers=deep', 'expected `max-cycles=`, or names of skills'],
    ['review ../secrets', 'expected names of skills'],
    [`review ${'abcdefghijk'.split('').join(' ')}`, 'expected at most 10 skills'],
    ['dismiss', 'expected the id of a finding'],
    ['dismiss f3a9', 'expected a reason after the id of the finding'],
    ['fix f1 $(id)', 'expected ids of findings'],
    [`fix ${Array.from({ length: 51 }, (_, index) => `f${index}`).join(' ')}`, 'expected at most 50 findings'],
  ])('refuses %s', (text, why) => {
    expect(asked(text)).toEqual([{ command: 'invalid', asked: text.split(' ')[0], why: expect.stringContaining(why) }])
  })

  it('bounds what it quotes and keeps', () => {
    expect(asked(`dismiss f1 ${'x'.repeat(2_000)}`)).toEqual([{ command: 'dismiss', finding: 'f1', why: 'x'.repeat(500) }])
    expect(JSON.stringify(asked(`review ${'$'.repeat(2_000)}`)).length).toBeLessThan(250)
  })
})

/** Where a lexer takes quadratic time or more, minutes at this size, the test does not end. */
describe('hostile texts of 65,536 characters', () => {
  const pieces =
    '> |- |1. |*_a|_a|[|![|<|<!--|`|``a|<a |<a "|[](|[a][|\\|~~a |&#|www.|https://|@bot |@bot-|@bot_|\t- |<div>|<?|  - a\n|> - |+ |>|(|[a](|f|h'
      .split('|')
      .filter(piece => piece !== '')
  it.each(pieces)('%j', piece => {
    const body = `${piece.repeat(Math.floor(65_000 / piece.length))}\n\n@bot review\n`
    expect(parseRequests(body, { mention: 'bot' }).requests.length).toBeLessThanOrEqual(10)
  })

  it('lists that grow ever deeper, in and out of quotes', () => {
    for (const lead of ['', '> ']) {
      const body = Array.from({ length: 250 }, (_, depth) => `${lead}${' '.repeat(2 * depth)}- a`).join('\n')
      expect(visibleText(body)).toBeDefined()
    }
  })

  it('never throw, whatever they are made of', () => {
    const text = fc.array(fc.constantFrom(...pieces, '@bot review', '\n', '\r\n', '-->', '</a>', ')', ']', '"', '|-\n'), {
      maxLength: 60,
    })
    fc.assert(fc.property(text, parts => typeof visibleText(parts.join('')) === 'string'))
  })
})

describe('a word among skills', () => {
  const known = ['security', 'api', 'testing', 'my-skill']
  it.each([
    [['security', 'api'], null],
    [['this', 'please'], null],
    [['securty'], { word: 'securty', meant: 'security' }],
    [['api', 'tests', 'test-ing'], { word: 'test-ing', meant: 'testing' }],
    [['apis'], { word: 'apis', meant: 'api' }],
    [['x'.repeat(50)], null],
  ])('%j that was meant for one is told', (words, expected) => {
    expect(mistyped(words, known)).toEqual(expected)
  })
})
