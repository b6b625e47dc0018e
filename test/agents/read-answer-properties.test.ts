import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from '../../src/agents/answer/canonical.ts'
import { readAnswer } from '../../src/agents/answer/read-answer.ts'

type Reply = { verdict: string; summary: string; comments: unknown[] }

const validate = (candidate: unknown) => {
  const { verdict, summary, comments } = (candidate ?? {}) as Reply
  const isReply = ['approve', 'fix_requested'].includes(verdict) && typeof summary === 'string' && Array.isArray(comments)
  return isReply ? { ok: true as const, value: candidate as Reply } : { ok: false as const, complaint: 'not a reply' }
}
const read = (text: string) => readAnswer(text, validate)

const replies = fc.record({
  verdict: fc.constantFrom('approve', 'fix_requested'),
  summary: fc.string({ unit: 'grapheme', maxLength: 60 }),
  comments: fc.array(
    fc.record({ path: fc.string({ maxLength: 12 }), body: fc.string({ maxLength: 40 }), near: fc.jsonValue({ maxDepth: 2 }) }),
    { maxLength: 4 },
  ),
})
/** Words as models put around an answer: anything but brackets. */
const prose = fc.string({ unit: 'grapheme', maxLength: 80 }).map(text => text.replace(/[{}[\]":\x1b]/g, '·'))
const layouts = fc.constantFrom<(reply: Reply) => string>(
  reply => JSON.stringify(reply),
  reply => JSON.stringify(reply, null, 2),
  reply => `\`\`\`json\n${JSON.stringify(reply, null, 1)}\n\`\`\``,
  reply => `[${JSON.stringify(reply)}]`,
)

describe('for any answer', () => {
  test('it is found whole in any layout and between any prose', () => {
    fc.assert(
      fc.property(replies, layouts, prose, prose, (reply, layout, before, after) => {
        const answer = read(`${before}\n${layout(reply)}\n${after}`)
        expect(answer.kind === 'answer' && canonical(answer.value)).toBe(canonical(JSON.parse(JSON.stringify(reply))))
      }),
    )
  })

  test('cut anywhere, it is never an answer', () => {
    fc.assert(
      fc.property(replies, fc.double({ min: 0, max: 1, noNaN: true }), (reply, share) => {
        const text = JSON.stringify(reply)
        expect(read(text.slice(0, Math.floor(share * (text.length - 1)))).kind).not.toBe('answer')
      }),
    )
  })

  test('inside a broken outer object, it is never an answer', () => {
    const wrappers = fc.constantFrom<(text: string) => string>(
      text => `{"result": ${text}`,
      text => `{"result": ${text}, oops}`,
      text => `{"list": [${text}, ${text}`,
      text => `{"a": "b" "result": ${text}}`,
      text => `{"a": undefined, "result": ${text}}`,
    )
    fc.assert(
      fc.property(replies, wrappers, prose, (reply, wrap, before) => {
        expect(read(`${before}\n${wrap(JSON.stringify(reply))}`).kind).toBe('malformed')
      }),
    )
  })

  test('beside a different one, neither is an answer', () => {
    fc.assert(
      fc.property(replies, replies, prose, (one, other, between) => {
        fc.pre(canonical(one) !== canonical(other))
        expect(read(`${JSON.stringify(one)}\n${between}\n${JSON.stringify(other)}`).kind).toBe('malformed')
      }),
    )
  })

  test('no text makes it throw', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      '{"a":',
      '\x1b[',
      '\x1b]',
      '\u200b',
      '\n',
      'x',
      '```',
      '{"error":1}',
      '1e999',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), parts => {
        expect(['answer', 'malformed', 'failed']).toContain(read(parts.join('')).kind)
      }),
    )
  })
})

/** Each took minutes in a first, careless version; together they are read in a few hundred milliseconds. */
describe('hostile sizes are read in bounded time', () => {
  const million = 1_000_000
  test.each([
    ['open braces', '{'.repeat(million)],
    ['open objects', '{"a":'.repeat(million / 5)],
    ['open lists of objects', '[{'.repeat(million / 2)],
    ['prose braces', '{a '.repeat(million / 3)],
    ['half strings', '{a"}'.repeat(million / 4)],
    ['braces in strings', '{x "{" }'.repeat(million / 8)],
    ['empty objects', '{}'.repeat(million / 2)],
    ['escape bytes', '\x1b]'.repeat(million / 2)],
    ['spaces before a break', `{"a":1,${' '.repeat(million)}x}`],
    ['commas', `{"a":1${' , '.repeat(million / 3)}}`],
    ['nesting in an answer', `{"verdict":"approve","summary":"x","comments":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['nesting of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ])('%s', (_name, text) => expect(read(text).kind).toBe('malformed'))

  test('a summary of 20 MB is an answer', () => {
    const answer = read(JSON.stringify({ verdict: 'approve', summary: 'a'.repeat(20 * million), comments: [] }))
    expect(answer.kind).toBe('answer')
  })
})
