import { expect, test } from 'vitest'
import { askedOf, asks, dispatched, labelsOf } from '../../scenarios/acting.ts'
import { approves } from '../../scenarios/reports.ts'
import { cliAs } from '../../scenarios/run-cli.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

test('a request that was cut off half-way is completed by asking again', async () => {
  const scene = await stage({ faults: [{ on: 'pulls/request-reviewers', effect: { kind: 'answer', status: 500 } }] })
  scene.github.as('lead')
  scene.github.repository().roles.lead = 'write'
  const cut = await cliAs(scene, 'dev', 'request', 'octo/hello#1', '--reviewers', 'lead')
  expect(cut.code).toBe(1)
  expect([labelsOf(scene), askedOf(scene)]).toEqual([['ai-review'], []])
  await cliAs(scene, 'dev', 'request', 'octo/hello#1', '--reviewers', 'lead')
  expect([labelsOf(scene), askedOf(scene)]).toEqual([['ai-review'], ['lead']])
})

test('an author’s comment is recorded for the head that it was written at, another’s is not', async () => {
  const scene = await stage()
  const text = '@countersign self-review\n\nChanged: the mean\nVerified: by hand\nReady: it is small'
  const foreign = await asks(scene, 'dev', text)
  expect(foreign.step.outputs, foreign.step.log).toMatchObject({ reason: 'a self-review is the author’s own, in a comment' })
  const own = await asks(scene, 'author', text)
  expect(own.step.outputs.reason, own.step.log).toMatch(/^self-review of [0-9a-f]{7} recorded: ready$/)
  const done = await cliAs(scene, 'author', 'request', 'octo/hello#1')
  expect(done.out, done.err).toMatch(/: a review is asked for\n/)
})

test('list is GitHub’s search for what waits for the caller, and a review that is out is waited for no more', async () => {
  const scene = await stage({ policy: { review: 'requested' }, answers: [approves(), approves()] })
  scene.github.repository().roles.guest = 'write'
  await cliAs(scene, 'dev', 'request', 'octo/hello#1', '--reviewers', 'guest')
  const waiting = await cliAs(scene, 'guest', 'list')
  expect(waiting.out, waiting.err).toMatch(/^octo\/hello#1 {2}Author {2}Mean of a list\n {4}http/)
  const reviewed = await scene.run()
  expect(reviewed.outputs, reviewed.log).toMatchObject({ outcome: 'reviewed' })
  scene.github.as('guest').review(1, { body: 'Fine' })
  expect((await cliAs(scene, 'guest', 'list')).out).toBe('None: is:pr is:open label:ai-review review-requested:guest\n')

  scene.github.tick(60)
  scene.github.as('author').commit('topic', { 'src/more.js': 'export {}\n' })
  const pushed = await scene.run()
  expect(pushed.outputs, pushed.log).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/no request is open/) })
  const again = await cliAs(scene, 'dev', 'request', 'octo/hello#1')
  expect(again.out, again.err).toContain('(ai-review anew)')
  scene.github.tick(60)
  const served = await scene.run()
  expect(served.outputs, served.log).toMatchObject({ outcome: 'reviewed' })
})

test('mode request asks in the name of who started the workflow, and starts the review that a bot’s label does not', async () => {
  const scene = await stage()
  const event = { name: 'workflow_dispatch', payload: { inputs: {} } }
  const order = { event, token: 'ghs_mention', inputs: { mode: 'request', pull: '1', skills: 'api' } }
  const stranger = await scene.run({ ...order, env: { GITHUB_ACTOR: 'guest' } })
  expect(stranger.outputs, stranger.log).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/^guest has no write access here/),
  })
  expect(scene.github.requests.writes).toEqual([])
  const step = await scene.run({ ...order, env: { GITHUB_ACTOR: 'dev' } })
  expect(step.outputs, step.log).toMatchObject({ outcome: 'waiting', reason: 'a review is asked for' })
  expect(labelsOf(scene)).toEqual(['ai-review', 'skill:api'])
  expect(dispatched(scene).map(run => run.inputs)).toMatchObject([{ pull: '1' }])
})

test.each([
  [
    'a draft',
    (scene: Stage) => scene.github.as('author').draft(1),
    'draft: the pull request is a draft; mark it ready for review, or ask for a review in a comment',
  ],
  [
    'one that a person paused',
    (scene: Stage) => scene.github.as('author').label(1, 'needs-human-review'),
    'paused: the label needs-human-review is on, as somebody’s own pause; remove the label, or ask for a review in a comment (which passes once)',
  ],
])('a request on %s says that no review follows yet, and what to do, however often it is asked', async (_, happens, words) => {
  const scene = await stage()
  happens(scene)
  scene.github.tick(60)
  const first = await cliAs(scene, 'dev', 'request', 'octo/hello#1')
  expect(first.out, first.err).toMatch(/: a review is asked for\n {2}label +ai-review\n/)
  expect(first.out).toContain(`  waits   no review follows yet: ${words}\n`)
  scene.github.tick(60)
  const again = await cliAs(scene, 'dev', 'request', 'octo/hello#1')
  expect(again.out, again.err).toContain(`  waits   no review follows yet: ${words}\n`)
  expect((await scene.run()).outputs.outcome).not.toBe('reviewed')
})

test('a request that the label of an answered one makes anew passes a draft, and says nothing of it', async () => {
  const scene = await stage({ answers: [approves(), approves()] })
  await scene.run()
  scene.github.as('author').commit('topic', { 'src/two.js': 'export const two = 2\n' })
  scene.github.as('author').draft(1)
  scene.github.tick(60)
  const asked = await cliAs(scene, 'dev', 'request', 'octo/hello#1')
  expect(asked.out, asked.err).toMatch(/: a review is asked for\n {2}label +ai-review\n$/)
  scene.github.tick(60)
  const step = await scene.run()
  expect(step.outputs.outcome, step.log).toBe('reviewed')
})
