import { expect, test } from 'vitest'
import type { Fault } from '../../src/simulator/faults.ts'
import { startGuarded } from '../simulator/start.ts'
import { dispatchedIn, sweepOnce, sweepWorld } from './sweeping.ts'

const pull = () => ({ createdAt: '2026-05-03T10:00:00Z', updatedAt: '2026-05-04T10:00:00Z' })

const sweptWith = async (faults: Fault[] = []) => startGuarded({ world: await sweepWorld({ count: 3, pull }), faults })

test('a pull that is closed after the list was read is skipped, and no run is started for it', async () => {
  const github = await sweptWith()
  github.hooks.beforeRequest = async ({ operation }) => {
    if (operation === 'LateMany' && github.pull(2).state === 'open') github.as('dev').close(2)
  }
  const { swept } = await sweepOnce(github)
  expect(swept.counts).toMatchObject({ seen: 3, dispatched: 2, skipped: 1, deferred: 0 })
  expect(dispatchedIn(github)).toEqual(['#1', '#3'])
})

test('one that is not there any more is skipped, and what was read of the others counts', async () => {
  const changing = (path: string) => ({
    state: 'OPEN',
    files: { totalCount: 1, nodes: [{ path, changeType: 'MODIFIED' }] },
    closingIssuesReferences: { nodes: [] },
    statusCheckRollup: null,
  })
  const message = 'Could not resolve to a PullRequest with the number of 1.'
  const body = {
    data: { repository: { p1: null, p2: changing('docs/a.md'), p3: changing('a.txt') } },
    errors: [{ type: 'NOT_FOUND', path: ['repository', 'p1'], message }],
  }
  const github = await sweptWith([{ on: 'LateMany', effect: { kind: 'answer', status: 200, body } }])
  const { swept } = await sweepOnce(github)
  expect(swept.counts).toMatchObject({ dispatched: 1, skipped: 1, 'docs-skipped': 1 })
  expect(dispatchedIn(github)).toEqual(['#3'])
})
