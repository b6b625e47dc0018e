import { expect, test } from 'vitest'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

const merging = { 'auto-merge': 'squash', 'accept-merge-without-push-runs': true }

test('auto-merge is on after an approval, for that head, and off again when a later review asks for a fix', async () => {
  const scene = await stage({ policy: merging, answers: [approves(), asksForFix()] })
  Object.assign(scene.github.repository(), { allowAutoMerge: true, requiredChecks: ['build'] })
  const approved = await scene.run({ token: 'ghs_fix' })
  expect(approved.outputs, approved.log).toMatchObject({ decision: 'approved' })
  expect(scene.github.pull(1).autoMerge).toMatchObject({ by: 'github-actions', method: 'squash' })
  expect(approved.log).toMatch(/apply +auto-merge squash/)
  scene.github.tick(60)
  scene.github.as('author').commit('topic', { 'src/more.js': 'x\n' })
  const asked = await scene.run({ token: 'ghs_fix' })
  expect(asked.outputs, asked.log).toMatchObject({ decision: 'fix-requested' })
  expect(scene.github.pull(1).autoMerge).toBeNull()
})

test.each([
  ['the repository does not allow it', merging, {}, /auto-merge stays off: this repository does not allow auto-merge/],
  [
    'the workflow’s own token would merge',
    { 'auto-merge': 'merge' },
    { allowAutoMerge: true },
    /auto-merge stays off: a merge by the workflow’s own token starts no push workflow/,
  ],
])('what is known to be refused is not asked for, and said: %s', async (_, policy, repository, said) => {
  const scene = await stage({ policy, answers: [approves()] })
  Object.assign(scene.github.repository(), repository)
  await scene.run({ token: 'ghs_fix' })
  expect(
    scene.github
      .pull(1)
      .comments.map(({ body }) => body)
      .join('\n'),
  ).toMatch(said)
  expect(scene.github.pull(1).autoMerge).toBeNull()
})

test('what GitHub refuses is told with its cure, and the approval stands', async () => {
  const scene = await stage({ policy: merging, answers: [approves()] })
  Object.assign(scene.github.repository(), { allowAutoMerge: true })
  const approved = await scene.run({ token: 'ghs_fix' })
  expect(approved.outputs, approved.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(approved.log).toMatch(/auto-merge could not be turned on: .*clean status; nothing is left to wait for/)
  expect(approved.log).not.toMatch(/apply +auto-merge/)
})
