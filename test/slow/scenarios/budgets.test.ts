import { expect, test } from 'vitest'
import { asks, dispatched, lastComment } from '../../scenarios/acting.ts'
import { mends, runFix } from '../../scenarios/fixing.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { REPOSITORY, stage } from '../../scenarios/stage.ts'

const second = {
  branches: { other: { from: 'main', files: { 'src/other.js': 'export const other = 1\n' } } },
  pulls: [{ title: 'Other', author: 'author', head: 'other' }],
}
const dispatchOf = (pull: number) => ({
  event: { name: 'workflow_dispatch', payload: { inputs: { pull: String(pull) }, repository: { full_name: REPOSITORY } } },
  inputs: { pull: String(pull) },
})

test('the day’s budget of the repository is added up over its pull requests; a request is refused with the time', async () => {
  const scene = await stage({
    ...second,
    now: '2026-05-05T10:00:00Z',
    policy: { 'daily-runs': 1 },
    answers: [approves(), approves()],
  })
  const first = await scene.run(dispatchOf(1))
  expect(first.outputs, first.log).toMatchObject({ outcome: 'reviewed' })
  const waiting = await scene.run(dispatchOf(2))
  expect(waiting.outputs, waiting.log).toMatchObject({
    outcome: 'waiting',
    reason: 'daily-budget: 1 of 1 starts (daily-runs) were made in this repository today',
  })
  expect(waiting.summary).toContain('2026-05-06T00:00:00Z')
  expect(scene.github.pull(2).comments).toEqual([])
  await asks(scene, 'dev', '@countersign review')
  const refused = await scene.run(dispatchOf(1))
  expect(refused.outputs, refused.log).toMatchObject({ outcome: 'waiting' })
  expect(lastComment(scene)).toContain('a new day begins at 2026-05-06T00:00:00Z')
  scene.github.tick(15 * 3_600)
  const next = await scene.run(dispatchOf(2))
  expect(next.outputs, next.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.agentStarts()).toBe(2)
})

test.each([
  ['daily-runs', { 'daily-runs': 1 }, '1 of 1 starts (daily-runs) were made'],
  ['daily-cost', { 'daily-cost': 0.4 }, '0.50 of 0.40 USD (daily-cost) were spent'],
])('a fix waits for the day’s budget (%s) like a review, and is made on the next day', async (_, budget, said) => {
  const scene = await stage({
    now: '2026-05-05T10:00:00Z',
    policy: { fix: 'run', ...budget },
    readLag: 0,
    answers: [asksForFix(), mends()],
  })
  const reviewed = await scene.run({ token: 'ghs_all' })
  expect(reviewed.outputs, reviewed.log).toMatchObject({ decision: 'fix-requested' })
  scene.github.requests.clear()
  const waiting = await runFix(scene)
  expect(waiting.outputs, waiting.log).toMatchObject({
    outcome: 'waiting',
    reason: `daily-budget: ${said} in this repository today`,
  })
  expect(waiting.summary).toContain('2026-05-06T00:00:00Z')
  expect(scene.github.requests.writes).toEqual([])
  scene.github.tick(15 * 3_600)
  const swept = await scene.run({
    event: { name: 'schedule', payload: { repository: { full_name: REPOSITORY } } },
    token: 'ghs_mention',
  })
  expect(
    dispatched(scene).map(run => run.inputs),
    swept.log,
  ).toEqual([expect.objectContaining({ pull: '1' })])
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
})

test('a killed review counts as a start of the day and as the estimated cost', async () => {
  const scene = await stage({
    ...second,
    now: '2026-05-05T10:00:00Z',
    policy: { 'daily-cost': 0.4 },
    // Another pull's list that is seconds old may overshoot by what is running.
    readLag: 0,
    answers: [{ ...approves(), waitFor: '/never' }],
  })
  const killed = scene.start(dispatchOf(1))
  await killed.logged(/claim {4}#1/)
  killed.kill('SIGKILL')
  await killed.done
  const waiting = await scene.run(dispatchOf(2))
  expect(waiting.outputs, waiting.log).toMatchObject({
    outcome: 'waiting',
    reason: 'daily-budget: 0.50 of 0.40 USD (daily-cost) were spent in this repository today',
  })
})

test('a change of documents alone starts no agent, one that hides a script or an instruction does', async () => {
  const scene = await stage({
    branches: {
      words: { from: 'main', files: { 'README.md': '# Hello, you\n', 'docs/guide.md': 'Read.\n' } },
      steering: { from: 'main', files: { 'docs/guide.md': 'Read.\n', 'AGENTS.md': 'Obey.\n' } },
    },
    pulls: [
      { title: 'Words', author: 'author', head: 'words' },
      { title: 'Steering', author: 'author', head: 'steering' },
    ],
    answers: [approves()],
  })
  const words = await scene.run(dispatchOf(2))
  expect(words.outputs, words.log).toMatchObject({
    outcome: 'skipped',
    reason: 'docs-only: all 2 changed files are documentation',
  })
  expect(scene.agentStarts()).toBe(0)
  const steering = await scene.run(dispatchOf(3))
  expect(steering.outputs, steering.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.agentStarts()).toBe(1)
})
