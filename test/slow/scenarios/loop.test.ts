import { expect, test } from 'vitest'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const push = ({ github }: Stage, text: string) => {
  github.tick(60)
  github.as('author').commit('topic', { 'src/more.js': `${text}\n` })
}

test('an approval starts the count anew', async () => {
  const scene = await stage({ policy: { 'max-cycles': 2 }, answers: [asksForFix()] })
  await scene.run()
  push(scene, '1')
  scene.answer(approves())
  const approved = await scene.run()
  expect(approved.outputs, approved.log).toMatchObject({ decision: 'approved', cycle: '0' })
  push(scene, '2')
  scene.answer(asksForFix())
  const third = await scene.run()
  expect(third.outputs, third.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
})
