import { expect, test } from 'vitest'
import { confirms, panelStage } from '../../scenarios/panel.ts'
import { asksForFix } from '../../scenarios/reports.ts'

const member = (name: string) => ({ inputs: { reviewer: name } })
const HOUR_S = 3_600

test('a member that is killed when it holds its lock and has claimed nothing keeps nobody waiting; its lock is cleared, it judges, one decision speaks', async () => {
  const either = [{ ...asksForFix(), ...confirms() }]
  const scene = await panelStage({ answers: { anna: either, ben: either, cleo: either } })
  const { github } = scene
  const killed = scene.start(member('anna'))
  github.hooks.afterRequest = async ({ route }) => {
    if (route !== 'reactions/create-for-issue') return
    killed.kill('SIGKILL')
    await killed.done
  }
  await killed.done
  github.hooks.afterRequest = undefined
  expect(github.pull(1).reactions).toHaveLength(1)
  for (const name of ['ben', 'cleo']) {
    github.tick(60)
    const run = await scene.run(member(name))
    expect(run.outputs, run.log).toMatchObject({ outcome: 'reviewed' })
    expect(run.log).not.toContain('waiting for')
  }
  github.tick(60)
  const early = await scene.run(member('anna'))
  expect(early.outputs, early.log).toMatchObject({ outcome: 'waiting', reason: expect.stringContaining('in-progress') })
  github.tick(HOUR_S)
  const late = await scene.run(member('anna'))
  expect(late.outputs, late.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
  expect(scene.starts()).toEqual([1, 1, 1])
  expect(github.pull(1).reviews.map(({ body }) => /"role":"(\w+)"/.exec(body)?.[1])).toEqual([
    'anchor',
    'enricher',
    'enricher',
    'panel',
  ])
  expect(github.pull(1).reactions).toEqual([])
})
