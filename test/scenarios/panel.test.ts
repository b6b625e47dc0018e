import { expect, test } from 'vitest'
import { confirms, panelStage, refutes } from './panel.ts'
import { asksForFix } from './reports.ts'

test('a panel in one run leaves one review with the second opinions in it, and a head that counts once', async () => {
  const scene = await panelStage({ answers: { anna: [asksForFix()], ben: [confirms()], cleo: [refutes()] } })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
  expect(scene.starts()).toEqual([1, 1, 1])
  const { reviews, threads, comments, reactions } = scene.github.pull(1)
  expect(reviews).toHaveLength(1)
  expect(threads).toHaveLength(1)
  expect(reviews[0]?.body).toContain('| `cleo` | cleo | disagrees | It does not hold. |')
  expect(reviews[0]?.body).toContain('`ben` confirms: looked at the code')
  expect(reviews[0]?.body).toContain('by a panel of 3')
  expect(comments[0]?.body).toContain('3 started')
  expect(reactions).toEqual([])
  expect(scene.briefOf('ben')).toContain('Findings to judge:')
  const again = await scene.run()
  expect(again.outputs).toMatchObject({ outcome: 'skipped', decision: 'fix-requested' })
  expect(scene.starts()).toEqual([1, 1, 1])
})
