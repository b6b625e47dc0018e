import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statusOf } from '../../../src/simulator/acts/runs.ts'
import { appears, dispatched, labelsOf, lastComment } from '../../scenarios/acting.ts'
import { confirms, members, type PanelStage, panelStage } from '../../scenarios/panel.ts'
import { approves } from '../../scenarios/reports.ts'

const both = { ...approves(), ...confirms() }
const answers = { anna: [both], ben: [both], cleo: [both] }
const schedule = { event: { name: 'schedule', payload: { schedule: '*/15 * * * *' } }, token: 'ghs_all' }
const run = (scene: PanelStage, reviewer: string) => {
  scene.github.tick(5)
  return scene.run({ inputs: { reviewer } })
}
const sweep = (scene: PanelStage) => {
  scene.github.tick(1_200)
  return scene.run(schedule)
}

/** The runner takes up what a sweep dispatched: one run, with a job of each member that still comes. */
const takeUp = async (scene: PanelStage, names: readonly string[] = members) => {
  const queued = dispatched(scene).filter(one => statusOf(one) === 'queued')
  const [first, ...more] = queued
  expect(more).toEqual([])
  const steps = []
  for (const [index, reviewer] of names.entries()) {
    const inputs = { ...first?.inputs, reviewer }
    const event = { name: 'workflow_dispatch', payload: { inputs: first?.inputs ?? {} } }
    steps.push(await scene.run({ ...(index === 0 ? { queued: first } : {}), event, inputs, token: 'ghs_all' }))
  }
  return steps
}

const comesToRest = async (scene: PanelStage) => {
  const before = dispatched(scene).length
  const step = await sweep(scene)
  expect(step.outputs, step.log).toMatchObject({ outcome: 'skipped' })
  expect(dispatched(scene)).toHaveLength(before)
}

test('a member that died with nothing but its lock is found by the sweep, and its job completes the round', async () => {
  const scene = await panelStage({ readLag: 0, answers })
  const ben = scene.start({ inputs: { reviewer: 'ben' } })
  scene.github.hooks.afterRequest = ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/reactions')) ben.kill('SIGKILL')
  }
  await ben.done
  scene.github.hooks.afterRequest = undefined
  expect(scene.github.pull(1).reactions.map(({ content }) => content)).toEqual(['rocket'])
  for (const name of ['anna', 'cleo']) await run(scene, name)
  const found = await sweep(scene)
  expect(found.outputs.reason, found.log).toMatch(/1 dispatched.* 1 recovered/)
  const steps = await takeUp(scene)
  expect(steps[1]?.outputs, steps[1]?.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(scene.github.pull(1).reactions).toEqual([])
  expect(scene.starts()).toEqual([1, 1, 1])
  await comesToRest(scene)
})

test('a member that is killed again and again is started anew twice, then a person is called who reads its name', async () => {
  const scene = await panelStage({ readLag: 0, answers: { anna: [both], ben: [], cleo: [both] } })
  const kill = async (options: object) => {
    const begun = join(scene.folder, `begun-${scene.starts()[1]}`)
    scene.answer('ben', ...Array.from({ length: 9 }, () => ({ ...both, touch: begun, waitFor: '/never' })))
    const ben = scene.start({ inputs: { reviewer: 'ben' }, ...options })
    await appears(begun)
    ben.kill('SIGKILL')
    await ben.done
  }
  await kill({})
  for (const name of ['anna', 'cleo']) await run(scene, name)
  for (const _ of [1, 2]) {
    const found = await sweep(scene)
    expect(found.outputs.reason, found.log).toMatch(/1 dispatched/)
    await takeUp(scene, ['anna', 'cleo'])
    await kill({})
  }
  await sweep(scene)
  await takeUp(scene)
  expect(lastComment(scene)).toMatch(/no answer from ben, which was cut off/)
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
  await comesToRest(scene)
})

test('a member whose job never begins is waited for as long as `enrich-timeout` says, then the sweep has a person called', async () => {
  const scene = await panelStage({ readLag: 0, answers })
  for (const name of ['anna', 'cleo']) await run(scene, name)
  await comesToRest(scene)
  const late = await sweep(scene)
  expect(late.outputs.reason, late.log).toMatch(/1 dispatched/)
  await takeUp(scene, ['anna', 'cleo'])
  expect(lastComment(scene)).toContain('no answer from ben (its job has not begun)')
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
  await comesToRest(scene)
})
