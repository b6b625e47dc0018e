import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appears } from '../../scenarios/acting.ts'
import { startHere } from '../../scenarios/in-process.ts'
import { confirms, members, panelStage } from '../../scenarios/panel.ts'
import { asksForFix } from '../../scenarios/reports.ts'

const member = (reviewer: string) => ({ inputs: { reviewer } })

test('after a dead anchor and a stale one in its place the third member stops waiting and reviews; the late one judges, the dead one is recovered, one decision speaks', async () => {
  const either = [{ ...asksForFix(), ...confirms() }]
  const scene = await panelStage({
    readLag: 0,
    policy: { 'anchor-ttl': 60, 'enrich-timeout': 7_200 },
    answers: { anna: either, ben: either, cleo: either },
  })
  const { github } = scene
  const worksOn = (name: string) => join(scene.folder, `${name}-works`)
  for (const name of ['anna', 'ben'] as const)
    scene.answer(name, { ...asksForFix(), touch: worksOn(name), waitFor: join(scene.folder, 'gate') }, ...either)

  const dead = scene.start(member('anna'))
  await appears(worksOn('anna'))
  dead.kill('SIGKILL')
  await dead.done
  const stale = startHere(scene, member('ben'))
  await appears(worksOn('ben'))
  const third = startHere(scene, member('cleo'))
  await third.waits
  github.tick(120)
  const survivor = await third.done
  expect(survivor.log, String(survivor.error)).toMatch(/waiting for the review of ben[\s\S]*takes the anchor’s place/)
  expect(survivor.report?.outcome, survivor.log).toBe('reviewed')

  writeFileSync(join(scene.folder, 'gate'), '')
  const late = await stale.done
  expect(late.report?.outcome, `${late.log}\n${late.error}`).toBe('reviewed')
  github.tick(120)
  const recovered = await startHere(scene, member('anna')).done
  expect(recovered.report?.outcome, `${recovered.log}\n${recovered.error}`).toBe('reviewed')
  const roles = github.pull(1).reviews.map(({ body }) => /"role":"(\w+)"/.exec(body)?.[1])
  expect(roles).toEqual(['anchor', 'enricher', 'enricher', 'panel'])
  expect(scene.starts()).toEqual([2, 1, 1])
  expect(github.pull(1).reactions).toEqual([])
  github.requests.clear()
  for (const name of members) await startHere(scene, member(name)).done
  expect(github.requests.writes).toEqual([])
})

test('a member that is cancelled while it waits says what it waited for, and has started no agent', async () => {
  const scene = await panelStage({ policy: { 'enrich-timeout': 7_200 }, answers: { anna: [], ben: [confirms()], cleo: [] } })
  const works = join(scene.folder, 'anna-works')
  scene.answer('anna', { ...asksForFix(), touch: works, waitFor: join(scene.folder, 'gate') })
  const first = startHere(scene, member('anna'))
  await appears(works)
  const second = scene.start(member('ben'))
  await second.logged(/waiting for the review/)
  second.cancel()
  const cancelled = await second.done
  expect(cancelled.outputs, cancelled.log).toMatchObject({
    outcome: 'terminated',
    reason: 'the run was cancelled while it waited for the review of anna',
  })
  writeFileSync(join(scene.folder, 'gate'), '')
  await first.done
  expect(scene.starts()).toEqual([1, 0, 0])
})
