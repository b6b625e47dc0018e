import { expect, test } from 'vitest'
import { asks, dispatched } from './acting.ts'
import { approves, asksForFix } from './reports.ts'
import { stage } from './stage.ts'

test('a request of a person with write access is seen, dispatched, served, and marked as done', async () => {
  const scene = await stage({ answers: [asksForFix(), approves()] })
  await scene.run()
  scene.github.tick(60)
  const { comment, step } = await asks(scene, 'dev', 'Thanks!\n\n@countersign review security')
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'waiting',
    reason: expect.stringMatching(/^review of [0-9a-f]{7} dispatched/),
  })
  expect(comment.reactions.map(reaction => reaction.content)).toEqual(['eyes'])
  expect(dispatched(scene).map(run => run.inputs)).toEqual([{ pull: '1', act: `c${comment.id}`, head: '' }])

  scene.github.tick(60)
  const forced = await scene.run({
    event: { name: 'workflow_dispatch', payload: { inputs: { pull: '1' } } },
    inputs: { pull: '1' },
  })
  expect(forced.outputs, forced.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.brief()).toContain('What to look at (security)')
  expect(comment.reactions.map(reaction => reaction.content).sort()).toEqual(['eyes', 'rocket'])
  expect(scene.github.pull(1).reviews).toHaveLength(2)
})

test('a stranger, a quote and code start nothing, write nothing and turn nothing red', async () => {
  const scene = await stage()
  const unheard: [login: string, body: string][] = [
    ['guest', '@countersign review'],
    ['dev', '> @countersign review'],
    ['dev', '`@countersign review`'],
  ]
  for (const [login, body] of unheard) {
    const { step } = await asks(scene, login, body)
    expect(step.code, body).toBe(0)
    expect(step.outputs.outcome, step.log).toBe('skipped')
  }
  expect(scene.github.requests.writes).toEqual([])
})

test('a comment on an issue that is no pull request is left alone', async () => {
  const scene = await stage()
  const payload = {
    action: 'created',
    issue: { number: 7 },
    comment: { id: 1, node_id: 'x', body: '@countersign review', user: { login: 'dev', type: 'User' } },
  }
  const step = await scene.run({ event: { name: 'issue_comment', payload } })
  expect(step).toMatchObject({
    code: 0,
    outputs: { outcome: 'skipped', reason: 'the comment is on an issue, not on a pull request' },
  })
  expect(scene.github.requests.all).toEqual([])
})
