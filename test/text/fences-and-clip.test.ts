import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { clipBody, inlineClip } from '../../src/text/clip.ts'
import { closingFor, fence } from '../../src/text/fences.ts'
import { safeMarkdown } from '../../src/text/safe.ts'
import { withoutSuggestions } from '../../src/text/suggestion.ts'
import { liveIn } from './shown.ts'

type Expectation = { outer_longer_than?: number; outer_at_least?: number; outer_closes_once?: boolean }
const rows = (
  JSON.parse(readFileSync(new URL('../fixtures/cases/text.json', import.meta.url), 'utf8')) as {
    cases: { kind: string; rows: { in: string; expect: Expectation }[] }[]
  }
).cases
  .filter(entry => entry.kind === 'fence')
  .flatMap(entry => entry.rows)

/** The only block of the page, as an independent parser reads it. */
const onlyCode = (markdown: string): string => {
  const tokens = marked.lexer(markdown).filter(token => token.type !== 'space')
  expect(tokens.map(token => token.type)).toEqual(['code'])
  return tokens[0] && 'text' in tokens[0] ? String(tokens[0].text) : ''
}

describe('a fence', () => {
  it.each(rows)('round $in', ({ in: text, expect: wanted }) => {
    const marks = /^[`~]+/.exec(fence(text))?.[0].length ?? 0
    expect(marks).toBeGreaterThan(wanted.outer_longer_than ?? 2)
    expect(marks).toBeGreaterThanOrEqual(wanted.outer_at_least ?? 3)
    expect(onlyCode(fence(text))).toBe(text)
  })

  it('round any text is one block with that text', () => {
    const line = fc.constantFrom('```', '````', '~~~', '~~~~', ' ```', '`', 'x', '', '> ```', '- ```')
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        lines => void expect(onlyCode(fence(lines.join('\n'))).trimEnd()).toBe(lines.join('\n').trimEnd()),
      ),
    )
  })

  it('has one word behind it, whatever is asked for', () => {
    expect(fence('x', 'ts\n@dev')).toBe('```ts\nx\n```')
    expect(fence('x', '`')).toBe('```\nx\n```')
  })

  it('does not double a text of backticks', () => {
    expect(fence('`'.repeat(1_000_000)).length).toBeLessThan(1_000_100)
  })
})

describe('the fence that is open at the end', () => {
  it.each([
    ['```js\nx', '```'],
    ['````\n```\nx', '````'],
    ['~~~\n```', '~~~'],
    ['```\nx\n```', null],
    ['prose ``` here', null],
    ['``` a ` b', null],
    ['> ```\n> x', '> ```'],
    ['> ```\n> x\nafter', null],
    ['1. ```\n   x', '```'],
  ])('%j', (text, closing) => {
    expect(closingFor(text)).toBe(closing)
  })
})

const marker = '<!-- countersign:v1 {"kind":"verdict"} -->'
const body = (length: number, sign = 'x'): string =>
  `${sign.repeat(Math.floor((length - marker.length - 2) / sign.length))}\n\n${marker}`

describe('a body that is too long', () => {
  it.each([65_535, 65_536, 65_537, 200_000])('of %d keeps within the limit, with its marker alone on the last line', length => {
    for (const sign of ['x', '😀', 'é', 'word ', 'line\n', 'block\n\n']) {
      const clipped = clipBody(body(length, sign), 65_536)
      expect(clipped.length).toBeLessThanOrEqual(65_536)
      expect(clipped.split('\n').at(-1)).toBe(marker)
      expect(clipped.isWellFormed()).toBe(true)
      expect(clipped.includes('_Cut here:')).toBe(body(length, sign).length > 65_536)
    }
  })

  it('is left alone at the limit', () => {
    expect(clipBody('x'.repeat(65_000))).toHaveLength(65_000)
    expect(clipBody('😀'.repeat(32_500))).toBe('😀'.repeat(32_500))
  })

  it('is cut behind a block, and says how much is missing', () => {
    const clipped = clipBody('A paragraph.\n\n'.repeat(10_000), 65_000)
    expect(clipped).toMatch(/A paragraph\.\n\n_Cut here: [\d,]+ more characters did not fit into one comment\._$/)
  })

  it('closes the code block it cuts', () => {
    const clipped = clipBody(`\`\`\`\`js\n${'code();\n'.repeat(20_000)}\`\`\`\`\n\n${marker}`)
    expect(
      marked
        .lexer(clipped)
        .map(token => token.type)
        .filter(type => type !== 'space'),
    ).toEqual(['code', 'paragraph', 'html'])
  })

  it('lets nothing loose that was held by code', () => {
    expect(liveIn(clipBody(safeMarkdown(`\`${'@dev #12 '.repeat(10_000)}\``), 60_000, false))).toEqual([])
  })

  it('as an inline comment has a limit of its own', () => {
    expect(inlineClip('x'.repeat(70_000)).length).toBeLessThanOrEqual(60_000)
    expect(inlineClip('short')).toBe('short')
  })

  it('of safe text stays safe wherever it is cut', () => {
    const piece = fc.constantFrom(
      '@dev ',
      '`@dev` ',
      '```\n@dev\n```\n',
      '#12 ',
      '<b>',
      '[x](y) ',
      '\n\n',
      'text ',
      '> ```\n> @dev\n',
      '- ~~~\n',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 200, maxLength: 400 }),
        fc.integer({ min: 1_300, max: 2_500 }),
        (pieces, limit) => {
          const clipped = clipBody(safeMarkdown(pieces.join('')), limit)
          expect(clipped.length).toBeLessThanOrEqual(Math.max(limit, 0))
          expect(liveIn(clipped)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

it('a suggestion becomes a plain code block, in quotes and lists too', () => {
  expect(withoutSuggestions('```suggestion\nx\n```\n> ````Suggestion:-0+1\n- x')).toBe('```\nx\n```\n> ````\n- x')
  expect(withoutSuggestions('a suggestion: ```x```')).toBe('a suggestion: ```x```')
})
