import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appears, labelsOf } from '../../scenarios/acting.ts'
import { confirms, dead, panelStage } from '../../scenarios/panel.ts'
import { asksForFix, stillOpen } from '../../scenarios/reports.ts'

test('a blocker that a person dismisses while the panel works leaves no approval where too few have answered', async () => {
  const scene = await panelStage({
    readLag: 0,
    policy: { approve: true },
    answers: { anna: [asksForFix()], ben: [confirms()], cleo: [confirms()] },
  })
  await scene.run()
  const [, id] = /"findings":\[\{"id":"(\w+)"/.exec(scene.github.pull(1).reviews[0]?.body ?? '') ?? []
  scene.github.tick(60)
  scene.github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
  const [begun, go] = [join(scene.folder, 'ben-begun'), join(scene.folder, 'ben-goes-on')]
  scene.answer('anna', stillOpen())
  scene.answer('ben', { ...confirms(), touch: begun, waitFor: go })
  scene.answer('cleo', dead())
  const step = scene.start()
  await appears(begun)
  scene.github.as('dev').comment(1, `@countersign dismiss ${id} we accept it`)
  writeFileSync(go, '')
  const done = await step.done
  expect(done.outputs.decision, done.log).toBe('')
  expect(scene.github.pull(1).reviews.map(({ state }) => state)).not.toContain('APPROVED')
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
})
