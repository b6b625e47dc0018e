import { expect, test } from 'vitest'
import { asks, labelsOf } from '../../scenarios/acting.ts'
import { asksForFix, stillOpen } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const push = ({ github }: Stage, login: string, text: string) => {
  github.tick(60)
  github.as(login).commit('topic', { 'src/more.js': `${text}\n` })
}

/** A fix asked for, and then nothing is ever mended. */
const neverMended = async (scene: Stage) => {
  await scene.run()
  scene.answer(stillOpen())
}

/** A person has the pull: label and comment stand, and neither a push nor an event brings an agent. */
const endsAtPerson = async (scene: Stage, login: string, why: RegExp) => {
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
  expect(scene.github.pull(1).comments.filter(({ body }) => body.includes('"kind":"escalation"'))).toHaveLength(1)
  expect(scene.github.pull(1).comments.find(({ body }) => body.includes('"kind":"escalation"'))?.body).toMatch(why)
  const starts = scene.agentStarts()
  push(scene, login, 'once more')
  const later = await scene.run()
  expect(later.outputs, later.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^paused: /) })
  expect(scene.agentStarts()).toBe(starts)
}

test('a bot that answers each review with a push and a request of its own ends at a person after three heads', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  await neverMended(scene)
  for (const text of ['1', '2']) {
    push(scene, 'review-app', text)
    const { step } = await asks(scene, 'review-app[bot]', '@countersign review')
    expect(step.outputs, step.log).toMatchObject({ outcome: 'skipped' })
    await scene.run()
  }
  expect(scene.agentStarts()).toBe(3)
  await endsAtPerson(scene, 'review-app', /3 heads in a row ended with changes requested/)
})

test('a label that a bot takes off is put back once, and opens nothing', async () => {
  const scene = await stage({ policy: { 'max-cycles': 1 }, answers: [asksForFix()] })
  await scene.run()
  scene.github.tick(60)
  scene.github.as('review-app').unlabel(1, 'needs-human-review')
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^paused: /) })
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
  scene.github.tick(60)
  scene.github.as('review-app').unlabel(1, 'needs-human-review')
  const again = await scene.run()
  expect(again.outputs, again.log).toMatchObject({ outcome: 'waiting', reason: expect.stringContaining('put back once') })
  expect(labelsOf(scene)).toEqual([])
  expect(scene.agentStarts()).toBe(1)
})

test('a status comment that is deleted during each start ends at a person after one, and a request is refused after three', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  const { github } = scene
  const statusOf = () => github.pull(1).comments.find(({ body }) => body.includes('"kind":"status"'))
  let seen = 0
  const deleter = setInterval(() => {
    const status = statusOf()
    if (status === undefined || scene.agentStarts() === seen) return
    seen = scene.agentStarts()
    github.as('review-app').deleteComment(status)
  }, 10)
  try {
    const first = await scene.run()
    expect(first.log).toContain('the status comment with this run’s claim is gone')
    await endsAtPerson(scene, 'author', /deleted a comment of my account/)
    await asks(scene, 'dev', '@countersign review')
    for (let runs = 0; runs < 4; runs++) {
      github.tick(60)
      await scene.run()
    }
  } finally {
    clearInterval(deleter)
  }
  expect(scene.agentStarts()).toBe(4)
  expect(github.pull(1).reviews).toEqual([])
  const refused = github.pull(1).comments.filter(({ body }) => body.includes('"outcome":"refused"'))
  expect(refused.map(({ body }) => body)).toEqual([expect.stringContaining('3 starts for it ended without a verdict (3 of our')])
})

test('a fixer that pushes under a maintainer’s account ends at a person: a push is no engagement, whoever makes it', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  await neverMended(scene)
  for (const text of ['1', '2']) {
    push(scene, 'dev', text)
    await scene.run()
  }
  expect(scene.agentStarts()).toBe(3)
  await endsAtPerson(scene, 'dev', /3 heads in a row ended with changes requested/)
})

test('a fixer that also asks under a maintainer’s account ends at the limit for life, where a request is refused', async () => {
  const scene = await stage({ policy: { 'max-starts': 2, 'max-starts-life': 3 }, answers: [asksForFix()] })
  await neverMended(scene)
  for (const text of ['1', '2', '3']) {
    push(scene, 'dev', text)
    await asks(scene, 'dev', '@countersign review')
    scene.github.tick(60)
    await scene.run()
  }
  expect(scene.agentStarts()).toBe(3)
  const refusals = scene.github.pull(1).comments.filter(({ body }) => body.includes('"outcome":"refused"'))
  expect(refusals.map(({ body }) => body)).toEqual([expect.stringContaining('3 of 3 starts (max-starts-life)')])
  await endsAtPerson(scene, 'dev', /starts/)
})

test('an account that is listed as automation engages nothing by its approval', async () => {
  const scene = await stage({ policy: { 'max-cycles': 2, 'automation-accounts': ['dev'] }, answers: [asksForFix()] })
  await neverMended(scene)
  scene.github.tick(60)
  scene.github.as('dev').review(1, { event: 'APPROVE' })
  push(scene, 'dev', '1')
  await scene.run()
  await endsAtPerson(scene, 'dev', /2 heads in a row ended with changes requested/)
})

test('a bot that pushes faster than a review lasts ends at a person after as many starts as the policy allows', async () => {
  const scene = await stage({ policy: { 'max-starts': 3 }, answers: [{ ...asksForFix(), waitFor: '/never' }] })
  let pushes = 0
  const fixer = setInterval(() => {
    if (scene.agentStarts() <= pushes) return
    pushes = scene.agentStarts()
    push(scene, 'review-app', String(pushes))
  }, 20)
  try {
    for (let runs = 0; runs < 4 && labelsOf(scene).length === 0; runs++) await scene.run()
  } finally {
    clearInterval(fixer)
  }
  expect(scene.agentStarts()).toBe(3)
  expect(scene.github.pull(1).reviews).toEqual([])
  await endsAtPerson(scene, 'review-app', /starts/)
})

test('agents that always fail end at a person after three heads', async () => {
  const scene = await stage({ policy: { 'max-attempts': 1 }, answers: [{ text: 'no report' }] })
  const first = await scene.run()
  expect(first.outputs, first.log).toMatchObject({ outcome: 'failed' })
  for (const text of ['1', '2', '3']) {
    push(scene, 'author', text)
    await scene.run()
  }
  expect(scene.agentStarts()).toBe(3)
  await endsAtPerson(scene, 'author', /cannot be reviewed|without a verdict|no verdict/)
})
