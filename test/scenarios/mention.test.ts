import { expect, test } from 'vitest'
import { asks } from './acting.ts'
import { stage } from './stage.ts'

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
