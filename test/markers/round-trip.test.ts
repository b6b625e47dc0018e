import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MARKER_LIMIT } from '../../src/markers/bound.ts'
import { appendMarker, encodeMarker } from '../../src/markers/encode.ts'
import { readMarker } from '../../src/markers/read.ts'
import type { Marker } from '../../src/markers/schema.ts'
import type { Sha } from '../../src/snapshot/ids.ts'
import { authored, bot, context, ours, read, status, verdict } from './sample.ts'

const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
const count = fc.nat({ max: 1_000_000 })
const sha = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 }).map(text => text as Sha)
const run = fc.record({ id: word, attempt: count })
const finding = fc.record(
  {
    id: word,
    severity: fc.constantFrom('critical' as const, 'low' as const),
    blocking: fc.boolean(),
    path: fc.option(fc.string()),
    line: fc.option(fc.nat()),
    status: fc.constantFrom('new' as const, 'still-open' as const, 'fixed' as const),
    title: fc.string({ unit: 'binary', maxLength: 60 }),
  },
  { requiredKeys: ['id', 'severity', 'blocking', 'path', 'line', 'status'] },
)
const verdicts = fc
  .record({
    reviewer: word,
    head: sha,
    base: word,
    occasion: word,
    findings: fc.array(finding, { maxLength: 8 }),
    acts: fc.array(word, { maxLength: 5 }),
    costUsd: fc.option(fc.double({ min: 0, max: 500, noNaN: true }).map(usd => usd + 0)),
    inputTokens: fc.option(count),
    run,
    carriedFrom: fc.option(sha),
  })
  .map(change => verdict(change))
const statuses = fc
  .record({
    startsPerAct: fc.dictionary(fc.stringMatching(/^[a-z]\d{1,9}$/), count, { maxKeys: 5 }),
    errors: fc.array(sha, { maxLength: 20 }),
    notices: fc.array(word, { maxLength: 5 }),
  })
  .map(change => status(change))
const others: fc.Arbitrary<Marker> = fc.oneof(
  fc.record({ kind: fc.constant('finding' as const), repo: fc.constant(900), pull: fc.constant(7), id: word }),
  fc.record({
    kind: fc.constant('self-review' as const),
    repo: fc.constant(900),
    pull: fc.constant(7),
    head: sha,
    passed: fc.boolean(),
    author: word,
    comment: fc.option(fc.nat().map(n => n + 1)),
  }),
)
const markers: fc.Arbitrary<Marker> = fc.oneof(verdicts, statuses, others)
const keys = fc.constantFrom({ current: null, previous: null }, { current: 'a key', previous: null })

it('reads back what was written, under any text, signed or not', () => {
  fc.assert(
    fc.property(markers, fc.string({ unit: 'binary' }), keys, (marker, text, secrets) => {
      const reading = read(appendMarker(text, marker, secrets), {}, { keys: secrets })
      if (reading.kind !== 'ours') return expect(reading).toBe('ours')
      const { sig, ...payload } = reading.marker
      expect(typeof sig).toBe(secrets.current === null ? 'undefined' : 'string')
      expect(payload).toEqual(JSON.parse(JSON.stringify(marker)))
    }),
    { numRuns: 300 },
  )
})

it('writes one line that stays one hidden comment', () => {
  fc.assert(
    fc.property(markers, keys, (marker, secrets) => {
      const line = encodeMarker(marker, secrets)
      expect(line.slice(4, -3)).not.toMatch(/--|[<>@\n\r]/)
      expect(line.length).toBeLessThanOrEqual(MARKER_LIMIT)
    }),
    { numRuns: 200 },
  )
})

it('survives any text of ours without throwing', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map(text => `<!-- countersign:v1 ${text} -->`),
    fc.json().map(json => `<!-- countersign:v1 ${json} -->`),
  )
  const secrets = { current: 'a key', previous: null }
  fc.assert(
    fc.property(hostile, body =>
      ['none', 'malformed', 'foreign', 'needs-key', 'newer'].includes(read(body, {}, { keys: secrets, legacy: true }).kind),
    ),
  )
})

it.each([
  ['line ends', '\r\n'.repeat(30_000)],
  ['comment openers', '<!-- '.repeat(13_000)],
  ['fences', '```\n~~~~\n'.repeat(7_000)],
  ['openers of the older family on one line', '<!-- pr-review-agent v1 sha=a -->'.repeat(2_000)],
  ['summaries', '<summary>'.repeat(7_000)],
  [
    'brackets that nest',
    `<!-- countersign:v1 {"kind":"verdict","repo":900,"pull":7,"x":${'['.repeat(30_000)}${']'.repeat(30_000)},"sig":"a"} -->`,
  ],
])('reads 65,000 characters of %s', (_, body) => {
  const world = context({ legacy: true, keys: { current: 'a key', previous: null } })
  expect(readMarker(authored(body, { author: bot }), world).kind).not.toBe('ours')
  expect(read(appendMarker(body, verdict(), world.keys), {}, { keys: world.keys })).toMatchObject({
    ...ours(verdict()),
    marker: { kind: 'verdict' },
  })
})
