import { expect, test } from 'vitest'
import { createCheck } from '../../../src/simulator/acts/checks.ts'
import { finish } from '../../../src/simulator/acts/runs.ts'
import { workflowsOf } from '../../../src/simulator/acts/workflows.ts'
import { dispatched } from '../../scenarios/acting.ts'
import { mends, runFix } from '../../scenarios/fixing.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { REPOSITORY, stage } from '../../scenarios/stage.ts'

const RIGHTS = 'ghs_checks'

test('a pull waits for its checks without an agent, and the end of a workflow takes it up', async () => {
  const scene = await stage({ policy: { 'wait-for-checks': 'all' }, answers: [approves()] })
  const head = scene.github.repository().git.branch('topic') ?? ''
  const check = createCheck(scene.github.as('ci-app').act, head, { name: 'test', status: 'in_progress' })
  const waiting = await scene.run({ token: RIGHTS })
  expect(waiting.outputs, waiting.log).toMatchObject({ outcome: 'waiting', reason: 'checks: not finished: test' })
  expect(scene.agentStarts()).toBe(0)
  expect(scene.github.pull(1).comments).toEqual([])
  Object.assign(check, { status: 'completed', conclusion: 'success' })
  const payload = {
    action: 'completed',
    workflow_run: { head_sha: head, pull_requests: [] },
    repository: { full_name: REPOSITORY },
  }
  const done = await scene.run({ token: RIGHTS, event: { name: 'workflow_run', payload } })
  expect(done.outputs, done.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
})

test('checks that the token may not read are waited for, and the run says which right is missing', async () => {
  const scene = await stage({ isPrivate: true, policy: { 'wait-for-checks': 'all' }, answers: [approves()] })
  createCheck(scene.github.as('ci-app').act, scene.github.repository().git.branch('topic') ?? '', {
    name: 'test',
    status: 'in_progress',
  })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'waiting',
    reason: expect.stringMatching(/^checks: the checks of this head cannot be read: /),
  })
  expect(step.summary).toContain('give the job the permissions checks: read and statuses: read')
})

test('a rebase that leaves the patch as it was is not reviewed again', async () => {
  const scene = await stage({ answers: [approves()] })
  await scene.run()
  scene.github.tick(60)
  const changed = 'export const mean = list =>\n  list.reduce((a, b) => a + b) / list.length\n'
  scene.github.as('dev').commit('main', { 'NEWS.md': 'news\n' })
  scene.github.as('author').forcePush('topic', 'main', { 'src/mean.js': changed })
  const again = await scene.run()
  expect(again.outputs, again.log).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/^unchanged-patch: the patch is the one that was reviewed at/),
  })
  expect(scene.agentStarts()).toBe(1)
  expect(scene.github.pull(1).reviews).toHaveLength(1)
})

test('our own push, for which no check begins, is reviewed without after half an hour, and log and review say so', async () => {
  const policy = { 'wait-for-checks': 'all', fix: 'run' }
  const scene = await stage({ policy, answers: [asksForFix(), mends(), approves()] })
  // The embedded GitHub knows a workflow from the first time it is asked for: here it is older than the push.
  workflowsOf(scene.github.as('github-actions').act)
  await scene.run({ token: RIGHTS })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  const early = await scene.run({ token: RIGHTS })
  expect(early.outputs, early.log).toMatchObject({
    outcome: 'waiting',
    reason: expect.stringMatching(/^checks: no check has begun on our own push/),
  })
  const known = dispatched(scene)
  for (const run of known) finish(scene.github.as('github-actions').act, run, 'success')
  scene.github.tick(1_900)
  const swept = await scene.run({ token: 'ghs_all', event: { name: 'schedule', payload: {} } })
  expect(swept.outputs, swept.log).toMatchObject({ outcome: 'waiting' })
  expect(dispatched(scene)).toHaveLength(known.length + 1)
  const late = await scene.run({ token: RIGHTS })
  expect(late.outputs, late.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(late.log).toMatch(/checks +no check has begun on our own push of 3\d minutes ago: going on without/)
  expect(scene.github.pull(1).reviews.at(-1)?.body).toMatch(
    /_No check has begun on this head, which a fix of ours pushed 3\d minutes ago: it was reviewed without those that `wait-for-checks` waits for\._/,
  )
})
