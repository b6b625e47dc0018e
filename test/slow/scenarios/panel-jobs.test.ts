import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asks, dispatched, labelsOf, lastComment } from '../../scenarios/acting.ts'
import { fixComment, headOf, mends, runFix } from '../../scenarios/fixing.ts'
import { confirms, dead, members, type PanelStage, panelStage } from '../../scenarios/panel.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { cliAs } from '../../scenarios/run-cli.ts'

const schedule = { event: { name: 'schedule', payload: { schedule: '*/15 * * * *' } }, token: 'ghs_all' }
const [fix, ok] = [
  { ...asksForFix(), ...confirms() },
  { ...approves(), ...confirms() },
]

const runAll = async (scene: PanelStage) => {
  const steps = []
  for (const reviewer of members) {
    scene.github.tick(5)
    steps.push(await scene.run({ inputs: { reviewer } }))
  }
  return steps
}

/** A pull that the jobs of its members have decided on. */
const decided = async (policy: Record<string, unknown> = {}, answers: object[] = [fix]): Promise<PanelStage> => {
  const scene = await panelStage({ readLag: 0, policy, answers: { anna: answers, ben: answers, cleo: answers } })
  const step = (await runAll(scene)).at(-1)
  expect(step?.outputs, step?.log).toMatchObject({ outcome: 'reviewed', decision: expect.stringMatching(/./) })
  return scene
}

test('what jobs of a panel decided is left alone by the sweep, however often it looks', async () => {
  const scene = await decided()
  for (const _ of [1, 2]) {
    scene.github.tick(1_200)
    const step = await scene.run(schedule)
    expect(step.outputs, step.log).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/^1 seen, 0 dispatched/) })
  }
  expect(dispatched(scene)).toEqual([])
})

test('a run that names no member finds the head reviewed, and explain and the mention `status` say so', async () => {
  const scene = await decided()
  scene.github.tick(60)
  const byHand = await scene.run()
  expect(byHand.outputs, byHand.log).toMatchObject({ outcome: 'skipped', decision: 'fix-requested' })
  expect(byHand.outputs.reason).toMatch(/^already-reviewed/)
  const told = await cliAs(scene, 'dev', 'explain', 'octo/hello#1', '--as', 'github-actions[bot]')
  expect(told.out, told.err).toMatch(/: skip\n +already-reviewed: .*fix-requested/)
  const { step } = await asks(scene, 'dev', '@countersign status')
  expect(lastComment(scene), step.log).toMatch(/a run would \*\*skip\*\*: already-reviewed/)
  expect(labelsOf(scene)).toEqual([])
})

test('a run that names no member leaves a round of their jobs to them, and says so until it is over', async () => {
  const scene = await panelStage({ readLag: 0, answers: { anna: [ok], ben: [ok], cleo: [ok] } })
  for (const reviewer of ['anna', 'cleo']) {
    scene.github.tick(5)
    const step = await scene.run({ inputs: { reviewer } })
    const all =
      reviewer === 'anna' ? '0.50 for this pull request in all; 1 start in' : '1.00 for this pull request in all; 2 starts in'
    expect(step.summary).toContain(`0.50 in this run, $${all}`)
  }
  const met =
    /panel-at-work: the members of the panel review this head in runs of their own \(answered: anna, cleo; awaited: ben\)/
  scene.github.tick(300)
  const byHand = await scene.run()
  expect(byHand.outputs, byHand.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(met) })
  const told = await cliAs(scene, 'dev', 'explain', 'octo/hello#1', '--as', 'github-actions[bot]')
  expect(told.out, told.err).toMatch(met)
  await asks(scene, 'dev', '@countersign status')
  expect(lastComment(scene)).toMatch(met)
  expect(lastComment(scene)).toContain('2 starts, $1.00 in all.')
  expect(scene.starts()).toEqual([1, 0, 1])
})

test('where the jobs of the members are gone, a run that names none reviews once their time is over', async () => {
  const scene = await panelStage({ readLag: 0, answers: { anna: [ok, ok], ben: [ok], cleo: [ok] } })
  await scene.run({ inputs: { reviewer: 'anna' } })
  scene.github.tick(3_000)
  expect((await scene.run()).outputs).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^panel-undecided/) })
  // Half an hour for those that did not begin, then three turns of the word: half an hour, one, and one and a half.
  scene.github.tick(1_800 + 3 * 3_600 - 3_000)
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(scene.starts()).toEqual([2, 1, 1])
})

test('a person’s request through a run that names no member begins a new round', async () => {
  const scene = await panelStage({ readLag: 0, answers: { anna: [ok, ok], ben: [ok], cleo: [ok] } })
  await scene.run({ inputs: { reviewer: 'anna' } })
  scene.github.tick(60)
  await asks(scene, 'dev', '@countersign review')
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
})

test('what follows from a decision is done also where the member that publishes it could not answer itself', async () => {
  const policy = { 'panel-quorum': 2, 'request-changes': true }
  const scene = await panelStage({ readLag: 0, policy, answers: { anna: [fix], ben: [fix], cleo: [fix] } })
  const all = async () => {
    for (const reviewer of members) {
      scene.github.tick(20)
      await scene.run({ inputs: { reviewer }, token: 'app-token' })
    }
    return scene.github.pull(1).reviews.map(({ state, minimized }) => `${state} ${minimized ?? 'shown'}`)
  }
  expect((await all())[3]).toBe('CHANGES_REQUESTED shown')
  scene.github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
  for (const name of ['anna', 'ben'] as const) scene.answer(name, ok)
  scene.answer('cleo', dead())
  const old = Array.from({ length: 3 }, () => 'COMMENTED OUTDATED')
  expect(await all()).toEqual([...old, 'DISMISSED OUTDATED', ...Array.from({ length: 3 }, () => 'COMMENTED shown')])
})

test('the merge queue is told what jobs of a panel decided', async () => {
  const scene = await decided({}, [ok])
  const sha = scene.github.repository().git.branch('main') ?? ''
  const merge_group = { head_ref: `refs/heads/gh-readonly-queue/main/pr-1-${sha}`, head_sha: sha }
  const payload = { action: 'checks_requested', merge_group }
  const step = await scene.run({ event: { name: 'merge_group', payload } })
  expect(step.outputs, step.log).toMatchObject({ decision: 'approved', reason: expect.stringContaining('approved') })
  expect(step.code).toBe(0)
})

test('what jobs of a panel ask for is mended by the second job from one list, and the members review what it pushed', async () => {
  const scene = await decided({ fix: 'run' }, [fix, ok])
  const lists = () => scene.github.pull(1).comments.filter(({ body }) => body.includes('"kind":"fix-tasks"'))
  scene.github.tick(60)
  const again = await runAll(scene)
  expect(again.map(({ outputs }) => outputs['fix-tasks'])).toEqual(['1', '1', '1'])
  expect(lists()).toHaveLength(1)
  writeFileSync(join(scene.folder, 'script.json'), JSON.stringify({ answers: [mends()] }))
  const before = headOf(scene)
  const step = await runFix(scene)
  expect(step.outputs, step.log).toMatchObject({ outcome: 'fixed' })
  expect(headOf(scene)).not.toBe(before)
  expect(fixComment(scene)).toMatch(/"state":"done"/)
  scene.github.tick(60)
  const next = await runAll(scene)
  expect(next.at(-1)?.outputs, next.at(-1)?.log).toMatchObject({ outcome: 'reviewed', decision: 'approved', cycle: '0' })
  expect(lists()).toHaveLength(1)
  expect(labelsOf(scene)).toEqual([])
  const comments = scene.github.pull(1).comments.map(({ body }) => body.replace(/<!--[\s\S]*?-->/g, ''))
  expect(comments.filter(body => body.includes(' started · '))).toHaveLength(4)
  expect(comments.join('\n')).not.toMatch(/cycle|mends `|Push a commit|to be reviewed/)
})
