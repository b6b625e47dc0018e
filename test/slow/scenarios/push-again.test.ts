import { expect, test } from 'vitest'
import type { RequestRecord } from '../../../src/simulator/requests.ts'
import { asks, lastComment } from '../../scenarios/acting.ts'
import { askedOn, fileAt, headOf, MENDED, mends, runFix } from '../../scenarios/fixing.ts'

const asked = () => askedOn({ policy: { fix: 'run' }, readLag: 0 }, mends())

const isPush = ({ route }: RequestRecord): boolean => route === 'git-receive-pack'
const isUpload = (request: RequestRecord): boolean => isPush(request) && request.method === 'POST'
const pushes = ({ github }: Awaited<ReturnType<typeof asked>>): number => github.requests.git.filter(isUpload).length

test.each([
  ['cut before the answer', isPush, { kind: 'lost-answer' }],
  ['cut before anything is done', isPush, { kind: 'reset' }],
  ['refused for a moment (503)', isPush, { kind: 'answer', status: 503 }],
  ['refused for a moment (429)', isPush, { kind: 'answer', status: 429 }],
  ['refused for a moment (503) with its commit', isUpload, { kind: 'answer', status: 503 }],
  ['refused for a moment (429) with its commit', isUpload, { kind: 'answer', status: 429 }],
] as const)('a push that is %s is made again, and the fix that was paid for is on the branch', async (_, on, effect) => {
  const scene = await asked()
  scene.github.faults.add({ on, times: 2, effect })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene), attempts: '1' })
  expect(fixed.log.match(/git {6}git push .*; asked again in/g)).toHaveLength(2)
  expect(fileAt(scene, 'src/mean.js')).toBe(MENDED)
  expect(scene.agentStarts()).toBe(2)
})

test('a push that landed without an answer is seen at the branch, and not made again', async () => {
  const scene = await asked()
  scene.github.faults.add({ on: isUpload, effect: { kind: 'lost-answer' } })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene) })
  expect(pushes(scene)).toBe(1)
  expect(scene.agentStarts()).toBe(2)
})

test('a push that landed is seen by a later look too, where git does not tell for a while', async () => {
  const scene = await asked()
  scene.github.faults.add({ on: isUpload, effect: { kind: 'lost-answer' } })
  let lost = false
  scene.github.faults.add({
    on: ({ route }) => {
      lost ||= route === 'git-receive-pack'
      return lost && route === 'git-upload-pack'
    },
    effect: { kind: 'answer', status: 503 },
  })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene) })
  expect(fixed.log).toContain('asked again in 5 s')
  expect(pushes(scene)).toBe(1)
})

test('a server that never answers ends the run after three tries, without another agent', async () => {
  const scene = await asked()
  scene.github.faults.add({ on: isPush, times: 3, effect: { kind: 'answer', status: 503 } })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('error: 503') })
  expect(headOf(scene)).toBe(scene.reviewed)
  expect(scene.agentStarts()).toBe(2)
})

test.each([
  [
    'the branch moves',
    async (scene: Awaited<ReturnType<typeof asked>>) => {
      scene.github.as('author').commit('topic', { 'src/other.js': 'x\n' })
    },
    /moved/,
  ],
  [
    'a person pauses',
    async (scene: Awaited<ReturnType<typeof asked>>) => {
      await asks(scene, 'dev', '@countersign pause')
    },
    /paused/,
  ],
])('nothing is pushed again once %s', async (_, act, why) => {
  const scene = await asked()
  let moved = ''
  scene.github.hooks.beforeRequest = async request => {
    if (moved !== '' || !request.path.endsWith('/git-receive-pack')) return
    moved = 'now'
    await act(scene)
    moved = headOf(scene)
  }
  scene.github.faults.add({ on: isUpload, effect: { kind: 'answer', status: 503 } })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'superseded', reason: expect.stringMatching(why) })
  expect(headOf(scene)).toBe(moved)
  expect(scene.agentStarts()).toBe(2)
})

test('a run that is cancelled waits for no further try', async () => {
  const scene = await asked()
  scene.github.faults.add({ on: isPush, effect: { kind: 'answer', status: 503 } })
  scene.github.tick(30)
  const step = scene.start({ inputs: { mode: 'fix', pull: '1' }, token: 'ghs_fix', env: { COUNTERSIGN_PACE: '1' } })
  await step.logged(/asked again in 5 s/)
  step.cancel()
  const fixed = await step.done
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'terminated' })
  expect(headOf(scene)).toBe(scene.reviewed)
})

test('who may not push is told so at once: a person is called, and no second agent paid', async () => {
  const scene = await asked()
  scene.github.faults.add({ on: isUpload, effect: { kind: 'answer', status: 403 } })
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'escalated' })
  expect(fixed.log).toMatch(/thrown away: GitHub refused the push: .*403/)
  expect(lastComment(scene)).toMatch(/An agent tried once to mend .* The reason: GitHub refused the push: .*403/)
  expect(scene.agentStarts()).toBe(2)
})
