import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Answer, readAnswer } from '../../src/agents/answer/read-answer.ts'
import type { Validated } from '../../src/agents/types.ts'
import { fixture } from './world.ts'

type Verdict = { verdict: string; summary: string; comments: { severity?: string }[] }
type Expected = { verdict?: string; summary?: string; invalid?: true; never?: string; or?: string; agent_failed?: true }
type Row = { case: number; in: string; expect: Expected }

const rows = JSON.parse(readFileSync(fixture('rows/answers.json'), 'utf8')) as Row[]

function validate(candidate: unknown): Validated<Verdict> {
  const { verdict, summary, comments } = (candidate ?? {}) as Verdict
  if ((verdict !== 'approve' && verdict !== 'fix_requested') || typeof summary !== 'string' || !Array.isArray(comments))
    return { ok: false, complaint: 'verdict, summary and comments are expected' }
  if (verdict === 'approve' && comments.some(comment => comment.severity === 'blocker'))
    return { ok: false, complaint: 'an approval with a blocker' }
  if (verdict === 'fix_requested' && comments.length === 0 && summary === '') return { ok: false, complaint: 'nothing to fix' }
  return { ok: true, value: { verdict, summary, comments } }
}

const read = (text: string, asked = ''): Answer<Verdict> => readAnswer(text, validate, asked)

function isAsExpected(answer: Answer<Verdict>, expected: Expected): boolean {
  if (expected.agent_failed) return answer.kind === 'failed'
  if (expected.never !== undefined) return answer.kind !== 'answer' || answer.value.verdict !== expected.never
  if (expected.invalid || (expected.or === 'invalid' && answer.kind === 'malformed')) return answer.kind === 'malformed'
  if (answer.kind !== 'answer') return false
  return (
    answer.value.verdict === expected.verdict && (expected.summary === undefined || answer.value.summary === expected.summary)
  )
}

describe('answers that were really given', () => {
  test.each(rows.map(row => ({ ...row, shown: JSON.stringify(row.in).slice(0, 60) })))('case $case: $shown', row => {
    const answer = read(row.in)
    expect(isAsExpected(answer, row.expect), JSON.stringify(answer)).toBe(true)
  })
})

const V = '{"verdict":"approve","summary":"fine","comments":[]}'
const F = '{"verdict":"fix_requested","summary":"one","comments":[]}'

describe('one answer is found', () => {
  test.each([
    ['in a fence that is indented', `  \`\`\`json\n  ${V}\n  \`\`\``],
    ['in a fence without an end', `\`\`\`json\n${V}`],
    ['behind a quoted JSON sample that is closed', `The file holds {"a": 1}. Here: ${V}`],
    ['behind a sketch of the format', `{"verdict": "approve" | "fix_requested", "summary": string}\n${V}`],
    ['behind JavaScript', `function f() { return { a, b: [1] } }\n${V}`],
    ['behind an empty object and a list', `{} [] [1, 2] ${V}`],
    ['before closing words with braces', `${V}\nI used {this} and }that{ one.`],
    ['twice, with its keys in another order', `${V}\n{"summary":"fine","comments":[],"verdict":"approve"}`],
    ['as the last of JSON lines', `{"type":"start"}\n{"type":"progress","n":1}\n${V}\n`],
    ['alone in a list', `[${V}]`],
    ['with a comma too many', V.replace('[]}', '[],}')],
    ['with no-break spaces between tokens', V.replaceAll(',', ',\u00a0').replaceAll(':', ':\u2003')],
    ['behind an unterminated terminal title', `\x1b]0;title\n${V}`],
    ['with a bell and a backspace around it', `\x07${V}\b`],
    ['behind text in another script', `レビュー：「問題なし」${V}。`],
  ])('%s', (_name, text) => expect(read(text)).toMatchObject({ kind: 'answer', value: { verdict: 'approve', summary: 'fine' } }))

  test('a line break, a tab and a carriage return inside a string are kept as such', () => {
    expect(read('{"verdict":"approve","summary":"a\n\tb\r\nc","comments":[]}')).toMatchObject({
      value: { summary: 'a\n\tb\r\nc' },
    })
  })

  test('typographic quotes and zero-width characters inside a string are untouched', () => {
    expect(read('{"verdict":"approve","summary":"“a\u200bb” \ufeff","comments":[]}')).toMatchObject({
      value: { summary: '“a\u200bb” \ufeff' },
    })
  })

  test('a comma before a bracket inside a string is untouched by the repair around it', () => {
    expect(read('{"verdict":"approve","summary":"[1,] and\n{a,}","comments":[],}')).toMatchObject({
      value: { summary: '[1,] and\n{a,}' },
    })
  })
})

describe('no answer is made of', () => {
  test.each([
    ['an object inside a broken one', `{"result": ${V}, broken`],
    ['an object inside a broken one that is closed', `{"result": ${V} broken }`],
    ['an object inside a broken list', `[${V}, {"verdict": `],
    ['an object inside one with unquoted keys', `{ result: ${V}`],
    ['an object inside one with unquoted keys that is closed', `{ result: ${V} }`],
    ['an object behind one that was closed too early', `{"a":1}}, "inner": ${V}}`],
    ['an object inside a string that a quote ended early', `{"summary":"he said "no"", "inner": ${V}}`],
    ['an object inside a valid one of another shape', `{"result":${V}}`],
    ['an object written into a string', JSON.stringify(V)],
    ['an object whose key stands twice', `{"verdict":"approve",${F.slice(1)}`],
    ['an object cut before its end', V.slice(0, -1)],
    ['an object cut inside a string', V.slice(0, 30)],
    ['a whole object before one that is cut', `${V}\n${F.slice(0, -3)}`],
    ['two that differ', `${V}\n${F}`],
    ['two that differ in their summary alone', `${V}\n${V.replace('fine', 'good')}`],
    ['a list of two that differ', `[${V},${F}]`],
    ['two halves glued together', `${V.slice(0, 30)}${V}`],
    ['an object in Python’s spelling', "{'verdict': 'approve', 'summary': 'x', 'comments': []}"],
    ['an object with a comment', V.replace('{', '{ // my verdict\n')],
    ['a number that is none', V.replace('[]', 'NaN')],
    ['a wrong type', V.replace('"fine"', '7')],
    ['a verdict we do not know', V.replace('approve', 'APPROVE')],
    ['YAML', 'verdict: approve\nsummary: fine\ncomments: []'],
    ['a terminal title', `\x1b]0;${V}\x07`],
  ])('%s', (_name, text) => expect(read(text).kind).toBe('malformed'))

  test.each([
    ['the example of the prompt, echoed', `Reviewing… the format is ${V}`, `Answer like ${V}`],
    ['the prompt, echoed', `Answer like ${V} please`, `Answer like ${V} please`],
    [
      'the example of the prompt, reformatted',
      `Format:\n${JSON.stringify(JSON.parse(V), null, 2)}\nDone`,
      `Answer like ${JSON.stringify(JSON.parse(V), null, 2)}`,
    ],
  ])('%s', (_name, text, asked) => expect(read(text, asked).kind).toBe('malformed'))

  test('an echoed example stands beside the answer without harm', () => {
    expect(read(`You asked for ${V}. My answer: ${F}`, `Answer like ${V}`)).toMatchObject({ value: { verdict: 'fix_requested' } })
  })

  test('an answer alone counts even where the prompt held the same', () => {
    expect(read(V, `Answer like ${V}`).kind).toBe('answer')
  })
})

describe('an error body is a failure, whatever the exit code', () => {
  test.each([
    ['an object', '{"error":{"type":"overloaded_error","message":"Overloaded"}}', 'Overloaded'],
    ['a text', '{"error":"invalid api key"}', 'invalid api key'],
    ['an event before an answer', `{"type":"error","message":"stream broke"}\n${V}`, 'stream broke'],
    ['an envelope', '{"type":"result","is_error":true,"result":"Credit balance is too low"}', 'Credit balance'],
    ['a turn', '{"type":"turn.failed","error":{"message":"Quota exceeded"}}', 'Quota exceeded'],
  ])('%s', (_name, text, message) =>
    expect(read(text)).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) }),
  )

  test('but not one that a review quotes beside its answer', () => {
    expect(read(`The server answers {"error":"x"} here.\n${V}`).kind).toBe('answer')
  })
})

describe('the complaint tells the agent what to mend', () => {
  test.each([
    ['', 'no JSON object'],
    [V.slice(0, 20), 'never closed'],
    ['{"verdict":"maybe"}', 'verdict, summary and comments are expected'],
    [`${V} ${F}`, '2 different JSON objects'],
    [`{"verdict":"approve",${F.slice(1)}`, 'stands twice'],
  ])('%j → %s', (text, complaint) =>
    expect(read(text)).toMatchObject({ kind: 'malformed', complaint: expect.stringContaining(complaint) }),
  )
})
