import { expect, test } from 'vitest'
import { startGuarded } from '../simulator/start.ts'
import { dispatchedIn, type RunFile, type Sweeping, sweepOnce, sweepWorld } from './sweeping.ts'

const LATER = '2026-05-05T11:30:00Z'
const pull = () => ({ createdAt: '2026-05-03T10:00:00Z', updatedAt: '2026-05-04T10:00:00Z' })
const FOREIGN = 'f'.repeat(40)

/** A run that calls itself one of pull 1. */
const named = (more: Partial<RunFile>): RunFile => ({
  workflow: 'review.yml',
  name: 'Countersign #1',
  actor: 'dev',
  event: 'pull_request',
  headSha: FOREIGN,
  createdAt: LATER,
  attempts: [{ updatedAt: LATER, status: 'in_progress' }],
  ...more,
})

/** Pulls 1 and 2 are not reviewed; both have the same head. */
const dispatchedBeside = async (run: RunFile): Promise<string[]> => {
  const world: Sweeping = { count: 2, pull, runs: [run] }
  const github = await startGuarded({ world: await sweepWorld(world) })
  const before = dispatchedIn(github).length
  await sweepOnce(github)
  return dispatchedIn(github).slice(before)
}

test.each<[string, Partial<RunFile>, string[]]>([
  ['of another pull’s own copy of the workflow speaks for that pull alone', { pulls: [2] }, ['#1']],
  ['of the pull itself speaks for it', { pulls: [1] }, ['#2']],
  ['of a branch with two pulls speaks for the one it names', { pulls: [1, 2] }, ['#2']],
  ['of a fork with another head, for which GitHub lists no pull, speaks for none', {}, ['#1', '#2']],
  ['of a review on a pull of a fork speaks for none', { event: 'pull_request_review' }, ['#1', '#2']],
  ['of a fork and under no pull’s name speaks for none', { name: 'Tests' }, ['#1', '#2']],
  ['that was dispatched is believed', { event: 'workflow_dispatch', inputs: { pull: '1' } }, ['#2']],
  ['of the default branch’s copy is believed', { event: 'pull_request_target' }, ['#2']],
])('a run %s', async (_, run, dispatched) => expect(await dispatchedBeside(named(run))).toEqual(dispatched))

test('a run of a fork, for which GitHub lists no pull, speaks for the pull with its head', async () => {
  const small = await startGuarded({ world: await sweepWorld({ count: 1 }) })
  const head = small.pull(1).head.oid
  expect(await dispatchedBeside(named({ headSha: head }))).toEqual(['#2'])
})

test('a run that its pull’s own copy of the workflow named is not taken for one that decided on another', async () => {
  const attempts = [{ updatedAt: LATER, status: 'completed' as const, conclusion: 'success' as const }]
  expect(await dispatchedBeside(named({ pulls: [2], attempts }))).toEqual(['#1'])
})
