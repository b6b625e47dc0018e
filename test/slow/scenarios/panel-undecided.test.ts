import { expect, test } from 'vitest'
import { labelsOf } from '../../scenarios/acting.ts'
import { confirms, dead, panelStage } from '../../scenarios/panel.ts'
import { approves } from '../../scenarios/reports.ts'

test('after one run of a panel that could not decide, a person’s way back leads to a decision that stands, counted once', async () => {
  const scene = await panelStage({
    readLag: 0,
    answers: { anna: [approves(), approves()], ben: [dead(), confirms()], cleo: [confirms(), confirms()] },
  })
  const stuck = await scene.run()
  expect(stuck.outputs, stuck.log).toMatchObject({ outcome: 'escalated' })
  expect(stuck.summary).toContain('$1.50 in this run, $1.50 for this pull request in all; 3 starts in all')
  scene.github.tick(60)
  scene.github.as('dev').unlabel(1, 'needs-human-review')
  const again = await scene.run()
  expect(again.outputs, again.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(again.summary).toContain('$1.50 in this run, $3.00 for this pull request in all; 6 starts in all')
  for (const later of [60, 1_800, 7_200]) {
    scene.github.tick(later)
    const step = await scene.run()
    expect(step.outputs).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/^already-reviewed/) })
  }
  expect(labelsOf(scene)).toEqual([])
})
