import { expect, test } from 'vitest'
import { sweepSummary } from '../../src/comments/sweep.ts'
import { sweepOutcome } from '../../src/modes/sweep.ts'
import { finish } from '../../src/simulator/acts/runs.ts'
import { startGuarded } from '../simulator/start.ts'
import { dispatchedIn, sweepOnce, sweepWorld } from './sweeping.ts'

const pull = (number: number) => ({
  createdAt: `2026-05-03T10:0${number}:00Z`,
  updatedAt: '2026-05-04T10:00:00Z',
})

/** A second sweep comes and goes before the third dispatch of a first one, and takes so long. */
const sweptBeside = async (seconds: number) => {
  const github = await startGuarded({ world: await sweepWorld({ count: 6, pull }) })
  let dispatches = 0
  github.hooks.beforeRequest = async ({ path }) => {
    if (!path.endsWith('/dispatches') || ++dispatches !== 3) return
    await sweepOnce(github)
    github.tick(seconds)
  }
  const { swept } = await sweepOnce(github)
  return { counts: swept.counts, dispatched: dispatchedIn(github) }
}

test('what another sweep has started meanwhile is seen ten seconds later, and not started again', async () => {
  const { counts, dispatched } = await sweptBeside(10)
  expect(dispatched).toEqual(['#1', '#2', '#3', '#4', '#5', '#6', '#3'])
  expect(counts).toMatchObject({ seen: 6, dispatched: 3, known: 3 })
})

test('sooner the runs are not read again: the lock keeps the second run of a pull from working', async () => {
  const { counts, dispatched } = await sweptBeside(0)
  expect(dispatched).toEqual(['#1', '#2', '#3', '#4', '#5', '#6', '#3', '#4', '#5', '#6'])
  expect(counts).toMatchObject({ dispatched: 6, known: 0 })
})

const lost = { on: 'actions/create-workflow-dispatch', effect: { kind: 'answer', status: 204 } } as const

test('a dispatch that GitHub took and lost turns the sweep red, and the next one starts the run', async () => {
  const github = await startGuarded({ world: await sweepWorld({ count: 2, pull }), faults: [lost] })
  const { swept } = await sweepOnce(github)
  expect([swept.unlisted, sweepOutcome(swept), dispatchedIn(github)]).toEqual([[1], 'failed', ['#2']])
  expect(sweepSummary(swept)).toContain('lists no run yet: #1.')
  const next = (await sweepOnce(github)).swept
  expect([next.unlisted, sweepOutcome(next), dispatchedIn(github)]).toEqual([[], 'waiting', ['#2', '#1']])
})

test('a dispatched run that has ended already was no lost one', async () => {
  const github = await startGuarded({ world: await sweepWorld({ count: 1, pull }) })
  github.hooks.afterRequest = async ({ path }) => {
    if (!path.endsWith('/dispatches')) return
    for (const run of github.repository().runs) finish(github.as('github-actions').act, run, 'failure')
  }
  const { swept } = await sweepOnce(github)
  expect([swept.counts.dispatched, swept.unlisted]).toEqual([1, []])
})
