import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequests } from '../../src/mention/parse.ts'
import { askTest } from '../../src/snapshot/may-ask.ts'

const mayAsk = askTest('countersign')
const pieces = [
  '@countersign review',
  '@Countersign resume',
  'word',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '> ',
  '- ',
  '1. ',
  '[x] ',
  '[ ] ',
  '`',
  '```\n',
  '<br>',
  '<!--',
  '-->',
  '<div',
  '>',
  '|',
  '| - |\n',
  '*',
  '_',
  '#',
  ' # ',
  '\\',
  '&nbsp;',
  '[a](b)',
  '<b>',
  '</b>',
  '\t',
  '    ',
  '~~~\n',
  '[x]: ',
  'é',
]

describe('a text that cannot ask', () => {
  it('is never one that does', () => {
    const body = fc.array(fc.constantFrom(...pieces), { maxLength: 12, size: 'max' }).map(parts => parts.join(''))
    const never = (text: string): void => {
      if (parseRequests(text, { mention: 'countersign' }).requests.length > 0) expect(mayAsk(text)).toBe(true)
    }
    fc.assert(fc.property(body, never), {
      numRuns: 3_000,
      examples: [['- [x] @countersign review'], ['<div\n>@countersign review']],
    })
  })

  it.each(['See `@countersign review` in the docs.', '> @countersign review\n\nagreed', 'I asked @countersign review it'])(
    '%s',
    text => {
      expect(mayAsk(text)).toBe(false)
    },
  )
})
