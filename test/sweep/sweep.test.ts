import { expect, test } from 'vitest'
import { sweepSummary } from '../../src/comments/sweep.ts'
import { sweepOutcome } from '../../src/modes/sweep.ts'
import type { Fault } from '../../src/simulator/faults.ts'
import type { GitHub } from '../../src/simulator/github.ts'
import { startGuarded } from '../simulator/start.ts'
import { dispatchedIn, reviewed, type Sweeping, sweepOnce, sweepWorld } from './sweeping.ts'

const sweptWith = async (sweeping: Sweeping, faults: Fault[] = []): Promise<GitHub> =>
  startGuarded({ world: await sweepWorld(sweeping), faults })

/** Nobody reviewed it; it was touched in the days since the workflow was added, the lower numbers first. */
const unreviewed = (number: number) => ({
  createdAt: new Date(Date.parse('2026-05-03T10:00:00Z') + number * 60_000).toISOString(),
  updatedAt: '2026-05-04T10:00:00Z',
})
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => `#${from + at}`)
const DISPATCH = 'actions/create-workflow-dispatch'

test('a settled repository is swept by reading 50 pulls at a time, and nothing is written', async () => {
  const github = await sweptWith({ count: 120 })
  const { swept } = await sweepOnce(github)
  expect(swept.counts).toMatchObject({ seen: 120, dispatched: 0, skipped: 120, deferred: 0 })
  expect(github.requests.writes).toEqual([])
  expect(swept.requests).toBe(7)
})

test('a page is as long as the policy says', async () => {
  const github = await sweptWith({ count: 120, policy: { 'sweep-page-size': 10 } })
  const { swept } = await sweepOnce(github)
  expect(swept.counts.seen).toBe(120)
  expect(swept.requests).toBe(12)
})

test('the oldest come first, at most max-dispatches; the next sweep takes the others, and none twice', async () => {
  const github = await sweptWith({ count: 25, pull: unreviewed })
  const first = await sweepOnce(github)
  expect(first.swept.counts, first.log).toMatchObject({ seen: 25, dispatched: 20, deferred: 5 })
  expect(dispatchedIn(github)).toEqual(numbers(1, 20))
  const second = await sweepOnce(github)
  expect(second.swept.counts).toMatchObject({ seen: 25, dispatched: 5, known: 20, deferred: 0 })
  const third = await sweepOnce(github)
  expect(third.swept.counts).toMatchObject({ dispatched: 0, known: 25 })
  expect(dispatchedIn(github)).toEqual(numbers(1, 25))
})

test('as a matrix the list has a job for each pull, 256 at most, and the rest is said', async () => {
  const github = await sweptWith({ count: 300, pull: unreviewed })
  const { swept } = await sweepOnce(github, { 'fan-out': 'matrix' })
  expect(swept.counts).toMatchObject({ seen: 300, dispatched: 256, deferred: 44 })
  expect(swept.given.map(one => `#${one.number}`)).toEqual(numbers(1, 256))
  expect(sweepOutcome(swept)).toBe('waiting')
  expect(dispatchedIn(github)).toEqual([])
})

test('a matrix that leaves more than new pulls behind is no complete sweep: the next one sees the rest again', async () => {
  const asked = (number: number, head: string) => {
    const { comments = [], ...pull } = reviewed(number, head)
    const ask = { author: 'dev', createdAt: '2026-05-04T10:00:00Z', body: '@countersign review' }
    return { ...pull, updatedAt: '2026-05-04T10:00:00Z', comments: [...comments, ask] }
  }
  const github = await sweptWith({ count: 258, pull: asked })
  const { swept } = await sweepOnce(github, { 'fan-out': 'matrix' })
  expect(swept.counts).toMatchObject({ dispatched: 256, deferred: 2 })
  expect(swept.cut).toBe('the matrix is full with 256 pull requests, and the next sweep takes the others')
  expect(sweepOutcome(swept)).toBe('failed')
})

test('pulls that nobody touched since the workflow was added are left, unless `since` goes back to them', async () => {
  const old = () => ({ createdAt: '2026-04-01T10:00:00Z', updatedAt: '2026-04-02T10:00:00Z' })
  const github = await sweptWith({ count: 2, pull: old })
  expect((await sweepOnce(github)).swept.counts).toMatchObject({ dispatched: 0, skipped: 2 })
  expect((await sweepOnce(github, { since: '2026-04-01' })).swept.counts).toMatchObject({ dispatched: 2, skipped: 0 })
})

test('a refused dispatch is tried three times, is not counted as skipped, and is seen again', async () => {
  const refused: Fault = { on: DISPATCH, times: 3, effect: { kind: 'answer', status: 500 } }
  const github = await sweptWith({ count: 2, pull: unreviewed }, [refused])
  const { swept, log } = await sweepOnce(github)
  expect(swept.counts, log).toMatchObject({ dispatched: 1, skipped: 0, deferred: 1 })
  expect(swept.refused).toMatchObject([{ number: 1 }])
  const next = await sweepOnce(github)
  expect(next.swept.counts).toMatchObject({ dispatched: 1, known: 1 })
  expect(dispatchedIn(github)).toEqual(['#2', '#1'])
})

test('limits are waited for: a secondary one, Retry-After on a read, a limit whose reset is in the past', async () => {
  const used = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' }
  const github = await sweptWith({ count: 60, pull: unreviewed }, [
    { on: 'Rows', nth: 2, effect: { kind: 'answer', status: 429, headers: { 'retry-after': '7' } } },
    { on: DISPATCH, nth: 2, effect: { kind: 'secondary-limit', retryAfterSeconds: 30 } },
    {
      on: DISPATCH,
      nth: 5,
      effect: { kind: 'answer', status: 403, body: { message: 'API rate limit exceeded' }, headers: used },
    },
  ])
  const { swept, log } = await sweepOnce(github)
  expect(swept.counts, log).toMatchObject({ seen: 60, dispatched: 20, deferred: 40 })
  expect(dispatchedIn(github)).toEqual(numbers(1, 20))
})

test('a limit that lasts longer than the run ends the sweep, which says what is left and is not green', async () => {
  const hours = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-05-05T15:00:00Z') / 1_000) }
  const limited: Fault = {
    on: DISPATCH,
    nth: 3,
    effect: { kind: 'answer', status: 403, body: { message: 'API rate limit exceeded' }, headers: hours },
  }
  const github = await sweptWith({ count: 5, pull: unreviewed }, [limited])
  const { swept, log } = await sweepOnce(github)
  expect(swept.counts, log).toMatchObject({ seen: 5, dispatched: 2, deferred: 3 })
  expect(swept.cut).toContain('rate limit')
})

const usedUp = (on: string, nth: number): Fault => ({
  on,
  nth,
  times: 9,
  effect: {
    kind: 'answer',
    status: 403,
    body: { message: 'API rate limit exceeded' },
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-05-05T15:00:00Z') / 1_000) },
  },
})

test.each([
  [
    'while the list is read',
    usedUp('Rows', 2),
    { seen: 50, dispatched: 0, deferred: 50 },
    'read until then: 50 of 60 open pull requests',
  ],
  ['before the first page', usedUp('Rows', 1), { seen: 0, dispatched: 0, deferred: 0 }, 'read until then: no pull request'],
  [
    'before the work is given out',
    usedUp('actions/list-workflow-runs', 3),
    { seen: 60, dispatched: 0, deferred: 60 },
    'rate limit',
  ],
])(
  'a limit of hours %s ends the sweep with its counts and what is left, and no run is started',
  async (_, limit, counts, cut) => {
    const github = await sweptWith({ count: 60, pull: unreviewed }, [limit])
    const { swept, log } = await sweepOnce(github)
    expect(swept.counts, log).toMatchObject(counts)
    expect(swept.cut).toContain(cut)
    expect(sweepSummary(swept)).toContain('**The sweep was cut short**')
    expect(dispatchedIn(github)).toEqual([])
  },
)
