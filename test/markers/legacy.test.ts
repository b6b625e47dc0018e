import { describe, expect, it } from 'vitest'
import { readMarker } from '../../src/markers/read.ts'
import type { ReviewFact } from '../../src/snapshot/facts.ts'
import { instantOf } from '../../src/snapshot/ids.ts'
import { A, authored, B, context, person } from './sample.ts'

type State = ReviewFact['state']
const reading = (body: string, state?: State) =>
  readMarker({ ...authored(body), ...(state === undefined ? {} : { state }) }, context({ legacy: true }))
const v1 = (attributes = '') => `<!-- pr-review-agent v1 sha=${A}${attributes} -->`
const approval = v1(' decision=approved risk=LOW')
const fix = `${v1()} <!-- decision=fix-requested risk=HIGH -->`
const carry = `<!-- pr-review-agent carry-forward from=${B} to=${A} -->`
const verdict = (decision: string, change = {}) => ({
  kind: 'ours',
  legacy: true,
  edited: false,
  at: null,
  marker: { kind: 'verdict', head: A, base: '', decision, carriedFrom: null, ...change },
})
const escalation = (head: string | null, at: number | null = null) => ({
  kind: 'ours',
  legacy: true,
  at,
  marker: { kind: 'escalation', head, reason: 'legacy' },
})

describe('markers of the older family', () => {
  it.each<[string, string, State | undefined, object]>([
    ['M1 approved', `${approval}\nGood.`, 'APPROVED', verdict('approved')],
    ['M1 in either case', v1(' decision=approved risk=medium'), 'APPROVED', verdict('approved')],
    ['M1, dismissed since', approval, 'DISMISSED', verdict('approved')],
    ['M2 in a review', v1(' decision=escalated risk=HIGH'), 'COMMENTED', escalation(A)],
    ['M2 in a comment', v1(' decision=escalated risk=HIGH'), undefined, escalation(A)],
    ['M3', `${fix}\ntext`, undefined, verdict('fix-requested')],
    ['M3 with CRLF', `${fix}\r\ntext`, undefined, verdict('fix-requested')],
    ['M4', `${v1()} <!-- decision=fix-requested risk=LOW meta=0123456789abcdef -->`, undefined, verdict('fix-requested')],
    ['M5 approve', v1(' decision=approve risk=LOW'), undefined, verdict('approved')],
    ['M5 escalate', v1(' decision=escalate risk=LOW'), undefined, escalation(A)],
    ['M7', `${approval}\n${carry}`, 'APPROVED', verdict('approved', { carriedFrom: B })],
    ['M8', 'x\n<!-- pr-review-agent escalation -->', undefined, escalation(null)],
    [
      'M9',
      '<!-- pr-review-agent human-escalation v1 -->\n<!-- pr-review-agent human-escalation reset=2026-02-03T04:05:06Z -->',
      undefined,
      escalation(null, instantOf('2026-02-03T04:05:06Z')),
    ],
    [
      'M9 with a time that is none',
      '<!-- pr-review-agent human-escalation v1 -->\n<!-- pr-review-agent human-escalation reset=soon -->',
      undefined,
      escalation(null),
    ],
    [
      'M10 round M3',
      `<!-- pr-review-agent superseded -->\n<details><summary>Old</summary>\n\n${fix}\n</details>`,
      undefined,
      verdict('fix-requested'),
    ],
    ['M10 round M1', `<!-- pr-review-agent superseded -->\n<details>\n${approval}\n</details>`, undefined, verdict('approved')],
    ['several as one event of the first commit', `${fix}\n${v1().replaceAll('a', 'b')}`, undefined, verdict('fix-requested')],
    ['the strictest of several', `${approval}\n${fix}`, 'APPROVED', verdict('fix-requested')],
  ])('%s', (_, body, state, expected) => {
    expect(reading(body, state)).toMatchObject(expected)
  })

  it.each<[string, string, State | undefined]>([
    ['M6, an interrupted run', v1(), undefined],
    ['an approval that is not on the first line', `Hello\n${approval}`, 'APPROVED'],
    ['an approval in a review that approves nothing', approval, 'COMMENTED'],
    ['an approval without its risk', v1(' decision=approved'), 'APPROVED'],
    ['a word before the version', fix.replace('agent v1', 'agent rate-limited v1'), undefined],
    ['no version', fix.replace(' v1', ''), undefined],
    ['code', `\`\`\`\n${fix}\n\`\`\``, undefined],
    ['a quote', `> ${fix}`, undefined],
    ['words after text', `see ${fix}`, undefined],
  ])('is no verdict: %s', (_, body, state) => {
    expect(reading(body, state)).toMatchObject({ kind: 'none', ours: true })
  })

  it.each([
    ['a short commit id', fix.replace(A, 'aaaaaaa')],
    ['an empty commit id', fix.replace(A, '')],
    ['an unknown decision', `${v1()} <!-- decision=perhaps risk=LOW -->`],
    ['a carry to another head', `${approval}\n${carry.replace(`to=${A}`, `to=${B}`)}`],
  ])('is malformed with %s', (_, body) => {
    expect(reading(body, 'APPROVED')).toMatchObject({ kind: 'malformed' })
  })
})

describe('trust in them', () => {
  it('is off by default', () => {
    expect(readMarker(authored(fix), context())).toMatchObject({ kind: 'none' })
  })

  it('asks for the same author, editor and signing time as ours', () => {
    const world = context({ legacy: true })
    const keys = { current: 'key', previous: null }
    expect(readMarker(authored(fix, { author: person, viewerDidAuthor: false }), world).kind).toBe('none')
    expect(readMarker(authored(fix, { editedAt: 2_000, editor: person }), world)).toMatchObject({ kind: 'ours', edited: true })
    expect(readMarker(authored(fix), { ...world, keys })).toMatchObject({ kind: 'foreign', why: 'unsigned' })
    expect(readMarker(authored(fix), { ...world, keys, unsignedBefore: 5_000 })).toMatchObject({ kind: 'ours' })
  })
})
