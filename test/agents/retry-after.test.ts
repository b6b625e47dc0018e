import { describe, expect, test } from 'vitest'
import { resetOf } from '../../src/agents/retry-after.ts'

const now = Date.parse('2026-11-30T19:00:00Z')
const minute = 60_000

describe('a wait is read from', () => {
  test.each<[string, number]>([
    ['Retry-After: 30', 30_000],
    ['retry-after 1.5', 1_500],
    ['{"retry_after":"7"}', 7_000],
    ['"retry-after-ms": 1500', 1_500],
    ['"retry_delay_ms":587', 587],
    ['"retryDelay":"12s"', 12_000],
    ['Retry-After: Mon, 30 Nov 2026 19:02:00 GMT', 2 * minute],
    ['Retry-After: Monday, 30-Nov-26 19:02:00 GMT', 2 * minute],
    [`Retry-After: ${now / 1000 + 90}`, 90_000],
    [`resets_at: ${now / 1000 + 90}`, 90_000],
    [`"resetAt":${now + 45_000}`, 45_000],
    ['Rate limit reached. Please try again in 1s.', 1_000],
    ['Please try again in 1.898s. Visit the console', 1_898],
    ['try again in 587ms', 587],
    ['try again in 2 minutes', 2 * minute],
    ['Please retry in a minute', minute],
    ['try again in an hour', 60 * minute],
    ['try again in 1h2m3s', 3_723_000],
    ['try again in 1 hour and 30 minutes', 90 * minute],
    ['Suggested retry after 2s.', 2_000],
    ['Your limit resets in 3h', 180 * minute],
    ['wait 10 seconds before the next request', 10_000],
    ['available again at 2026-11-30T19:05:00Z', 5 * minute],
    ['You will regain access on 2026-12-01 at 00:00 UTC.', 300 * minute],
    ['Retry-After: 0', 0],
    ['Retry-After: Mon, 30 Nov 2026 18:00:00 GMT', 0],
  ])('%s', (text, waitMs) => expect(resetOf(text, now).waitMs).toBe(waitMs))
})

describe('words without a time zone are shown and never slept on', () => {
  test.each([
    ['You’ve hit your limit · resets 8:50pm', 'resets 8:50pm'],
    ['limit reached, resets 3am (America/New_York)', 'resets 3am (America/New_York)'],
    ['You can try again at Sep 7th, 2026 1:17 PM.', 'try again at Sep 7th, 2026 1:17 PM'],
  ])('%s', (text, shown) => expect(resetOf(text, now)).toEqual({ waitMs: null, text: shown }))
})

test.each([
  '',
  'Overloaded',
  'retry-after: soon',
  'see https://example.test/retry-after',
  'HTTP 429',
  'retry-after: -5',
  'reset the 12 counters',
])('nothing is read from "%s"', text => {
  expect(resetOf(text, now).waitMs).toBeNull()
})

test('a hostile text is read in bounded time', () => {
  for (const piece of ['retry after ', 'again ', '1h', 'resets at 1 ', 'a ', 'available '.repeat(9)])
    expect(resetOf(piece.repeat(100_000), now)).toBeDefined()
})
