import { expect, test } from 'vitest'
import { decide } from '../../src/decide/decide.ts'
import { plainRun } from '../../src/decide/late.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { isoOf, nextDayOf } from '../../src/snapshot/ids.ts'
import { Story } from '../snapshot/story.ts'
import { type Change, says } from './decided.ts'

const runs: Partial<Policy> = { 'daily-runs': 40 }
const cost: Partial<Policy> = { 'daily-cost': 50 }
const pushed = (): Story => new Story().push('a')

test.each<[string, Change, string]>([
  ['no bound is set', { late: { day: null } }, 'review first'],
  ['below the bound on starts', { policy: runs, late: { day: { runs: 39, usd: 999 } } }, 'review first'],
  [
    'at the bound on starts',
    { policy: runs, late: { day: { runs: 40, usd: 0 } } },
    'wait daily-budget: 40 of 40 starts (daily-runs) were made in this repository today',
  ],
  ['below the bound on cost', { policy: cost, late: { day: { runs: 999, usd: 49.99 } } }, 'review first'],
  [
    'at the bound on cost',
    { policy: cost, late: { day: { runs: 3, usd: 50.004 } } },
    'wait daily-budget: 50.00 of 50.00 USD (daily-cost) were spent in this repository today',
  ],
])('%s', (_, change, decision) => {
  expect(says(pushed(), change)).toBe(decision)
})

test('a request is refused with the time at which the day ends', () => {
  const story = pushed()
  story.asks()
  const snapshot = story.snapshot()
  const late = { patch: null, files: null, checks: null, linked: null, day: { runs: 40, usd: 0 } }
  const decision = decide({ snapshot, policy: { ...defaultPolicy(), ...runs }, owner: null, run: plainRun, late })
  const reset = isoOf(nextDayOf(snapshot.facts.observedAt))
  expect(reset).toMatch(/T00:00:00Z$/)
  expect(decision).toMatchObject({
    kind: 'wait',
    effects: [{ kind: 'post-answer', why: expect.stringContaining(`a new day begins at ${reset}`) }],
  })
})
