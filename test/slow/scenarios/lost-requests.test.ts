import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRun, finish, lastAttempt, startRun, statusOf } from '../../../src/simulator/acts/runs.ts'
import { asks, dispatched, lastComment, working } from '../../scenarios/acting.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const oneAtATime = `run-name: "Countersign #\${{ inputs.pull }}"
on:
  workflow_dispatch:
    inputs: { pull: {}, act: {}, head: {} }
concurrency: pull-1
jobs:
  review: { runs-on: ubuntu-latest, steps: [] }
`

const reactionsOf = (comment: { reactions: { content: string }[] }) => comment.reactions.map(({ content }) => content).sort()

/** A run of the pull's own event, in the group of its reviews. */
const groupRun = ({ github }: Stage) =>
  createRun(github.as('github-actions').act, {
    workflow: 1,
    name: 'review',
    event: 'pull_request',
    headSha: github.repository().git.branch('topic') ?? '',
    group: 'pull-1',
  })

test('a request whose waiting run GitHub dropped from the queue is found by the sweep and served', async () => {
  const scene = await stage({ answers: [approves()] })
  const { github } = scene
  const { act } = github.as('github-actions')
  github.as('dev').commit('main', { '.github/workflows/review.yml': oneAtATime })
  const busy = groupRun(scene)
  startRun(act, busy)
  const { comment } = await asks(scene, 'dev', '@countersign review')
  const [waiting] = dispatched(scene)
  expect(waiting && statusOf(waiting)).toBe('pending')
  const newer = groupRun(scene)
  expect(waiting && lastAttempt(waiting).conclusion).toBe('cancelled')
  finish(act, busy, 'success')
  finish(act, newer, 'skipped')
  github.tick(1_000)
  const swept = await scene.run({ event: { name: 'schedule', payload: {} }, token: 'ghs_mention' })
  expect(swept.outputs, swept.log).toMatchObject({ outcome: 'waiting' })
  const again = dispatched(scene)[1]
  expect(again?.inputs.pull).toBe('1')
  const event = { name: 'workflow_dispatch', payload: { inputs: again?.inputs } }
  const served = await scene.run({ ...(again === undefined ? {} : { queued: again }), event, inputs: { pull: '1' } })
  expect(served.outputs, served.log).toMatchObject({ outcome: 'reviewed' })
  expect(reactionsOf(comment)).toEqual(['eyes', 'rocket'])
})

test.each([
  ['without arguments is answered by the review at work', '@countersign review', 1],
  ['with arguments gets a round of its own by the same run', '@countersign review security', 2],
])('a request made while the lock is held %s', async (_, body, rounds) => {
  const scene = await stage()
  const gate = join(scene.folder, 'gate')
  const holder = await working(scene, gate)
  scene.github.tick(60)
  const { comment } = await asks(scene, 'dev', body)
  const other = await scene.run()
  expect(other.outputs, other.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^in-progress: /) })
  writeFileSync(gate, '')
  const done = await holder.done
  expect(done.outputs, done.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.agentStarts()).toBe(rounds)
  expect(scene.github.pull(1).reviews.at(-1)?.body).toContain(`"acts":["c${comment.id}"]`)
  expect(reactionsOf(comment)).toEqual(['eyes', 'rocket'])
})

test('status tells the rule, what would change it, the count and the cost, and starts nothing', async () => {
  const scene = await stage({ policy: { 'max-cycles': 1 }, answers: [asksForFix()] })
  await asks(scene, 'dev', '@countersign status')
  expect(lastComment(scene)).toMatch(/^At `[0-9a-f]{7}` a run would \*\*review\*\*/)
  await scene.run()
  scene.github.tick(60)
  await asks(scene, 'dev', '@countersign status')
  expect(lastComment(scene)).toMatch(/^At `[0-9a-f]{7}` a run would \*\*wait\*\*: .*handed to a person/)
  expect(lastComment(scene)).toMatch(/To change it: .*needs-human-review/)
  expect(lastComment(scene)).toContain('1 start, $0.50 in all.')
  expect(dispatched(scene)).toEqual([])
  expect(scene.agentStarts()).toBe(1)
})
