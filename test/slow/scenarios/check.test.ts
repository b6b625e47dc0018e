import { expect, test } from 'vitest'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const push = ({ github }: Stage) => {
  github.tick(60)
  github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
}

const runs = ({ github }: Stage) =>
  github.repository().checkRuns.map(({ headSha, conclusion, output }) => [headSha, conclusion, output.title])

test('the check run says the decision of its head, and is written only when that changes', async () => {
  const scene = await stage({ policy: { check: 'check-run' }, answers: [asksForFix()] })
  const first = scene.github.repository().git.branch('topic')
  await scene.run({ token: 'app-token' })
  expect(runs(scene)).toEqual([[first, 'failure', 'Changes requested']])
  scene.github.requests.clear()
  await scene.run({ token: 'app-token' })
  expect(scene.github.requests.writes).toEqual([])
  push(scene)
  scene.answer(approves())
  const step = await scene.run({ token: 'app-token' })
  const second = scene.github.repository().git.branch('topic')
  expect(runs(scene).slice(1), step.log).toEqual([[second, 'success', 'Approved']])
})

test('a person’s pause and its end change the check of the same head', async () => {
  const scene = await stage({ policy: { check: 'check-run' }, answers: [approves()] })
  await scene.run({ token: 'app-token' })
  scene.github.tick(60)
  scene.github.as('dev').label(1, 'needs-human-review')
  await scene.run({ token: 'app-token' })
  expect(runs(scene).map(([, conclusion]) => conclusion)).toEqual(['success', 'action_required'])
})

test('a personal token writes a commit status; one that may not write is one warning', async () => {
  const scene = await stage({ policy: { check: 'status' }, answers: [asksForFix()] })
  const refused = await scene.run()
  expect(refused.outputs, refused.log).toMatchObject({ outcome: 'reviewed' })
  expect(refused.log.match(/warn +the status could not be written/g)).toHaveLength(1)
  scene.github.tick(60)
  const step = await scene.run({ token: 'reviewer-token' })
  expect(
    scene.github.repository().statuses.map(({ context, state }) => [context, state]),
    step.log,
  ).toEqual([['Countersign', expect.stringMatching(/failure|success/)]])
})

test('the merge queue’s own commit gets the decision that stands for the pull', async () => {
  const scene = await stage({ policy: { check: 'check-run' }, answers: [approves()] })
  await scene.run({ token: 'app-token' })
  const sha = scene.github.repository().git.branch('main') ?? ''
  const payload = {
    action: 'checks_requested',
    merge_group: { head_ref: `refs/heads/gh-readonly-queue/main/pr-1-${sha}`, head_sha: sha },
  }
  const step = await scene.run({ event: { name: 'merge_group', payload }, token: 'app-token' })
  expect(runs(scene).at(-1), step.log).toEqual([sha, 'success', 'Approved'])
})
