import { expect, test } from 'vitest'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { REPOSITORY, type Stage, stage } from '../../scenarios/stage.ts'

const schedule = {
  event: { name: 'schedule', payload: { schedule: '*/15 * * * *', repository: { full_name: REPOSITORY } } },
  token: 'ghs_mention',
}
const dispatched = ({ github }: Stage) => github.repository().runs.filter(run => run.event === 'workflow_dispatch')

test('a request whose dispatch was lost is dispatched again after 15 minutes, and only once while its run waits', async () => {
  const scene = await stage({ answers: [asksForFix(), approves()] })
  await scene.run()
  scene.github.tick(60)
  scene.github.as('dev').comment(1, '@countersign review')
  const early = await scene.run(schedule)
  expect(early.outputs, early.log).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/^1 seen, 0 dispatched, 1 known/),
  })
  scene.github.tick(1_000)
  const late = await scene.run(schedule)
  expect(late.outputs, late.log).toMatchObject({ outcome: 'waiting' })
  expect(dispatched(scene).map(run => run.inputs)).toEqual([expect.objectContaining({ pull: '1' })])
  await Promise.all([scene.run(schedule), scene.run(schedule)])
  expect(dispatched(scene)).toHaveLength(1)
})

test('a review whose run was killed is found by the sweep and finished by the run it starts', async () => {
  const scene = await stage({ answers: [{ ...asksForFix(), waitFor: '/never' }] })
  const killed = scene.start()
  await killed.logged(/claim {4}#1/)
  killed.kill('SIGKILL')
  await killed.done
  scene.answer(asksForFix())
  scene.github.tick(120)
  const swept = await scene.run(schedule)
  expect(swept.outputs, swept.log).toMatchObject({ outcome: 'waiting' })
  const again = await scene.run()
  expect(again.log).toContain('recovery 1')
  expect(again.outputs, again.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.github.pull(1).reviews).toHaveLength(1)
  expect(scene.github.pull(1).reactions).toEqual([])
})
