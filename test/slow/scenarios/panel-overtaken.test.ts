import { expect, test } from 'vitest'
import { confirms, members, type PanelStage, panelStage } from '../../scenarios/panel.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'

const run = (scene: PanelStage, reviewer: string) => {
  scene.github.tick(5)
  return scene.run({ token: 'app-token', inputs: { reviewer } })
}

const statesOf = ({ github }: PanelStage): string[] =>
  github
    .pull(1)
    .reviews.filter(({ body }) => body.includes('"role":"panel"'))
    .map(review => review.state)

test('whoever asks in the midst of a round has it overtaken: what its members had approved is never published, before or after the new decision', async () => {
  const [fix, ok] = [
    { ...asksForFix(), ...confirms() },
    { ...approves(), ...confirms() },
  ]
  const scene = await panelStage({
    readLag: 0,
    policy: { approve: true, 'request-changes': true, 'panel-quorum': 2 },
    answers: { anna: [ok, fix], ben: [fix], cleo: [ok, fix] },
  })
  for (const name of ['anna', 'cleo']) await run(scene, name)
  scene.github.tick(30)
  scene.github.as('dev').comment(1, '@countersign review')
  scene.github.tick(30)
  for (const name of ['cleo', 'anna']) {
    await run(scene, name)
    expect(statesOf(scene)).toEqual([])
  }
  const decided = await run(scene, 'ben')
  expect(decided.outputs, decided.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
  scene.github.tick(100)
  scene.github.requests.clear()
  for (const name of members) {
    const after = await run(scene, name)
    expect(after.outputs, after.log).toMatchObject({ outcome: 'skipped', decision: 'fix-requested' })
    expect(after.outputs.reason).toContain('already-reviewed')
  }
  expect(scene.github.requests.writes).toEqual([])
  expect(statesOf(scene)).toEqual(['CHANGES_REQUESTED'])
})
