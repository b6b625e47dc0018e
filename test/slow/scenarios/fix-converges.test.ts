import { expect, test } from 'vitest'
import { dispatched } from '../../scenarios/acting.ts'
import { commitText, fileAt, fixComment, headOf, MENDED, mends, runFix } from '../../scenarios/fixing.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

test('a review that asks for a fix is mended, pushed, reviewed again and approved, on the workflow’s own token', async () => {
  const scene = await stage({ policy: { fix: 'run' }, answers: [asksForFix(), mends(), approves()] })
  const first = await scene.run()
  expect(first.outputs, first.log).toMatchObject({ decision: 'fix-requested', 'fix-tasks': '1' })
  const reviewed = headOf(scene)

  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene) })
  expect(commitText(scene, '%P %an')).toBe(`${reviewed} github-actions[bot]`)
  expect(commitText(scene, '%(trailers:key=Countersign-Task,valueonly)')).toMatch(/^\d+\/[0-9a-f]{12}$/)
  expect(fileAt(scene, 'src/mean.js')).toBe(MENDED)
  expect(fixComment(scene)).toContain('pushed; the next review says whether it is mended')
  expect(dispatched(scene)).toHaveLength(1)

  scene.github.tick(30)
  const second = await scene.run()
  expect(second.outputs, second.log).toMatchObject({ decision: 'approved', 'fix-tasks': '0' })
})
