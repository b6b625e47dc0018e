import { expect, test } from 'vitest'
import { createCheck } from '../../../src/simulator/acts/checks.ts'
import { approves } from '../../scenarios/reports.ts'
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
