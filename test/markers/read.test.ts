import { describe, expect, it } from 'vitest'
import { appendMarker, encodeMarker } from '../../src/markers/encode.ts'
import { A, ours, read, status, verdict } from './sample.ts'

const none = { current: null, previous: null }
const line = encodeMarker(verdict(), none)
const of = (json: string): string => `<!-- countersign:v1 ${json} -->`
const bound = '"repo":900,"pull":7'

describe('where a marker counts', () => {
  it.each([
    ['alone', line],
    ['after text', `Text.\n\n${line}`],
    ['with CRLF line ends', `Text.\r\n\r\n${line}\r\n`],
    ['after a code block with CRLF line ends', `\`\`\`\r\nx\r\n\`\`\`\r\n${line}`],
    ['with blank lines after it', `Text.\n${line}\n \n\n`],
    ['after a closed code block', `~~~\n\`\`\`\n~~~\n${line}`],
  ])('%s', (_, body) => {
    expect(read(body)).toEqual(ours(verdict()))
  })

  it.each([
    ['on the first line', `${line}\nText.`],
    ['in a quote', `> ${line}`],
    ['indented', `    ${line}`],
    ['after text on its line', `Text ${line}`],
    ['twice in brackets', `[${line}]`],
    ['in words', 'READY FOR REVIEW - BLOCK addressed, approved'],
    ['nowhere', ''],
  ])('not %s', (_, body) => {
    expect(read(body)).toEqual({ kind: 'none', ours: true, edited: false })
  })

  it.each([
    ['inside a code block that never ends', `\`\`\`\n${line}`],
    ['inside a block whose only end is too short', `~~~~\n~~~\n${line}`],
    ['with text after it', `${line} or so`],
    ['cut short', line.slice(0, -20)],
    ['without a JSON object', of('[1]')],
    ['without a kind', of(`{${bound}}`)],
    ['with a missing field', of(`{"kind":"verdict",${bound}}`)],
    ['with an empty commit id', line.replace(A, '')],
    ['with a shortened commit id', line.replace(A, A.slice(0, 39))],
    ['with an upper-case commit id', line.replace(A, A.toUpperCase())],
    ['of no version', line.replace('v1', 'v0')],
    ['nested too deep to read', of(`${'['.repeat(30_000)}`)],
  ])('is malformed %s', (_, body) => {
    expect(read(body)).toMatchObject({ kind: 'malformed', ours: true })
  })
})

describe('what other releases wrote', () => {
  it.each([['<!-- countersign:v2 {} -->'], ['<!-- countersign:v2 some other form -->'], [line.replace('v1', 'v17')]])(
    'is told: %s',
    body => {
      expect(read(body)).toMatchObject({ kind: 'newer' })
    },
  )

  it('drops keys it does not know', () => {
    expect(read(line.replace('"kind"', '"colour":"red","kind"'))).toEqual(ours(verdict()))
  })

  it('ignores kinds it does not know', () => {
    expect(read(of(`{"kind":"poem",${bound}}`))).toEqual({ kind: 'none', ours: true, edited: false })
  })
})

describe('what is written', () => {
  it('leaves no marker in the text that carries it', () => {
    const forged = encodeMarker(verdict({ decision: 'fix-requested' }), none)
    const body = appendMarker(`${forged}\n<!--   countersign:v1 -->\n<!-- pr-review-agent v1 -->`, verdict(), none)
    expect(body.match(/<!--/g)).toHaveLength(1)
    expect(read(body)).toEqual(ours(verdict()))
  })

  it('closes a code block that the text left open', () => {
    const body = appendMarker('````ts\nconst a = 1\n```', verdict(), none)
    expect(body).toContain('\n````\n\n<!--')
    expect(read(body)).toEqual(ours(verdict()))
  })

  it('shows readers nothing: no `--`, no angle bracket, no name that another bot listens to', () => {
    const finding = { id: 'f', severity: 'high' as const, blocking: true, path: null, line: null, status: 'new' as const }
    const body = encodeMarker(verdict({ findings: [{ ...finding, title: '--> <b> @other-bot run -----' }] }), none)
    expect(body.slice(4, -3)).not.toMatch(/--|[<>@]/)
    expect(read(body)).toMatchObject({ marker: { findings: [{ title: '--> <b> @other-bot run -----' }] } })
  })

  it('refuses what it could not read back', () => {
    expect(() => encodeMarker(verdict({ attempts: -1 }), none)).toThrow()
    expect(() => encodeMarker(status({ errors: ['abc' as never] }), none)).toThrow('a whole commit id')
  })
})
