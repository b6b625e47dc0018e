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

test.each([
  ['pause', 'pause'],
  ['review', 'review'],
  ['self-review', 'self-review\n\nChanged: a\nVerified: b\nReady: c'],
])('what another account edited before it is read asks for nothing, and nothing is written: %s', async (_, command) => {
  const scene = await stage()
  const body = `@countersign ${command}`
  const { again, comment } = await asks(scene, 'author', 'Thanks.')
  scene.github.as('author').edit(comment, body)
  scene.github.as('dev').edit(comment, `${body} please`)
  scene.github.tick(60)
  scene.github.requests.clear()
  const step = await again(body)
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'skipped',
    reason: 'the text was last edited by dev, and not by author, who wrote it: it asks for nothing',
  })
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
