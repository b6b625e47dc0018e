import { expect, test } from 'vitest'
import { createRun, finishJob, lastAttempt, rerun } from '../../../src/simulator/acts/runs.ts'
import { labelsOf, working } from '../../scenarios/acting.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { type RunOptions, type Stage, stage } from '../../scenarios/stage.ts'

const queue = ({ github }: Stage, jobs: string[]) =>
  createRun(github.as('github-actions').act, {
    workflow: 1,
    name: 'review',
    event: 'pull_request',
    headSha: github.repository().git.branch('topic') ?? '',
    pulls: [1],
    inputs: {},
    jobs,
  })

/** A run that is killed while its agent works, two minutes ago. */
const killed = async (scene: Stage, options: RunOptions): Promise<void> => {
  const step = await working(scene, undefined, options)
  step.kill('SIGKILL')
  await step.done
  scene.github.tick(120)
}

const takenOver = { outcome: 'reviewed', decision: 'approved' }

test('two runs that start in the same second start one agent and leave one verdict', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  const steps = await Promise.all([scene.run(), scene.run()])
  const logs = steps.map(step => step.log).join('\n---\n')
  expect(scene.agentStarts(), logs).toBe(1)
  expect(scene.github.pull(1).reviews, logs).toHaveLength(1)
  expect(steps.map(step => step.outputs.outcome).sort(), logs).toContain('reviewed')
})

test('attempt 2 is not attempt 1: the claim of a run that was killed is taken over by the same run, started again', async () => {
  const scene = await stage()
  const run = queue(scene, ['review'])
  await killed(scene, { queued: run })
  rerun(scene.github.as('dev').act, run)
  const again = await scene.run({ queued: run, env: { GITHUB_RUN_ATTEMPT: '2', GITHUB_TRIGGERING_ACTOR: 'dev' } })
  expect(again.outputs, again.log).toMatchObject(takenOver)
  expect(again.log).toContain('recovery 1')
})

test('a job of a matrix that died is dead though its run lives, and one that lives is alive though another died', async () => {
  const scene = await stage()
  const run = queue(scene, ['review (anna)', 'review (ben)', 'review (cleo)'])
  const step = await working(scene, undefined, { queued: run, leavesRun: true })
  const other = lastAttempt(run).jobs[1]
  if (other !== undefined) finishJob(scene.github.as('github-actions').act, other, 'failure')
  const beside = await scene.run()
  expect(beside.outputs, beside.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^in-progress: /) })
  step.kill('SIGKILL')
  await step.done
  scene.github.tick(120)
  const next = await scene.run()
  expect(next.outputs, next.log).toMatchObject(takenOver)
  expect(lastAttempt(run).status).toBe('in_progress')
})

test('a run outside of Actions has no job to look up: its claim holds for its lease, and no longer', async () => {
  const scene = await stage({ policy: { 'run-timeout': 600 } })
  await killed(scene, { env: { GITHUB_ACTIONS: 'false' } })
  const early = await scene.run()
  expect(early.outputs, early.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^in-progress: /) })
  scene.github.tick(1_200)
  const late = await scene.run()
  expect(late.outputs, late.log).toMatchObject(takenOver)
})

test('a stranger’s copy of our status comment is neither read, nor edited, nor deleted', async () => {
  const first = await stage({ answers: [asksForFix()] })
  await first.run()
  const copy = (first.github.pull(1).comments[0]?.body ?? '').replace('"life":1', '"life":100')
  const scene = await stage({ answers: [approves()] })
  scene.github.as('guest').comment(1, copy)
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  const [theirs, ours] = scene.github.pull(1).comments
  expect(theirs?.body).toBe(copy)
  expect(ours?.body).toContain('"life":1,')
  expect(copy).toContain('"life":100')
  await first.end()
})

test('under a personal token that person’s own label acts open nothing, and another person’s do', async () => {
  const token = 'reviewer-token'
  const scene = await stage({ policy: { 'max-cycles': 1 }, answers: [asksForFix()] })
  const first = await scene.run({ token })
  expect(first.outputs, first.log).toMatchObject({ outcome: 'escalated' })
  scene.github.tick(60)
  scene.github.as('reviewer').unlabel(1, 'needs-human-review')
  const own = await scene.run({ token })
  expect(own.outputs, own.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^paused: /) })
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
  scene.github.tick(60)
  scene.github.as('dev').unlabel(1, 'needs-human-review')
  scene.answer(approves())
  const others = await scene.run({ token })
  expect(others.outputs, others.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(scene.agentStarts()).toBe(2)
})
