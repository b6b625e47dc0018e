import { expect, test } from 'vitest'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

test.each(['right', 'short'] as const)(
  'a list that lags behind, its total %s, starts no second review and writes nothing',
  async total => {
    const scene = await stage({ answers: [asksForFix()] })
    await scene.run()
    scene.github.requests.clear()
    scene.github.faults.add({ on: 'Observe', effect: { kind: 'read-lag', lag: { newest: 1, total } } })
    const again = await scene.run()
    expect(again.outputs, again.log).toMatchObject({ outcome: 'skipped' })
    expect(scene.agentStarts()).toBe(1)
    expect(scene.github.pull(1).reviews).toHaveLength(1)
    expect(scene.github.pull(1).comments).toHaveLength(1)
    expect(scene.github.pull(1).reactions).toEqual([])
  },
)

test('a list that stays short is not decided on: the run ends red and writes nothing', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  await scene.run()
  scene.github.requests.clear()
  scene.github.faults.add({ on: 'Observe', times: 9, effect: { kind: 'read-lag', lag: { newest: 1, total: 'right' } } })
  const again = await scene.run()
  expect(again.code).toBe(1)
  expect(again.log).toContain('nothing is decided on half a read')
  expect(scene.github.requests.writes).toEqual([])
})
