import { expect, test } from 'vitest'
import { askedOf, labelsOf } from '../../scenarios/acting.ts'
import { cliAs } from '../../scenarios/run-cli.ts'
import { stage } from '../../scenarios/stage.ts'

test('a request sets labels, asks those who can be asked, names the others with the reason, and asked again writes nothing', async () => {
  const scene = await stage()
  scene.github.as('lead')
  scene.github.repository().roles.lead = 'write'
  const skillAndNote = ['--skills', 'security', '--note', 'Soon, @all']
  const first = await cliAs(
    scene,
    'dev',
    'request',
    'octo/hello#1',
    '--reviewers',
    'author,guest,octo/core,lead',
    ...skillAndNote,
  )
  expect(first.out, first.err).toMatch(
    /^octo\/hello#1 at [0-9a-f]{7}: a review is asked for\n {2}label +ai-review, skill:security\n {2}asked +lead\n/,
  )
  expect(first.out).toContain('  not     author: the author of a pull request cannot review it\n')
  expect(first.out).toMatch(/ {2}refused guest: Reviews may only be requested from collaborators/)
  expect(first.out).toMatch(/ {2}refused team core: /)
  expect([labelsOf(scene), askedOf(scene)]).toEqual([['ai-review', 'skill:security'], ['lead']])
  expect(scene.github.pull(1).comments.map(({ author, body }) => [author, body])).toEqual([['Dev', 'Soon, @\u200ball']])
  scene.github.requests.clear()
  const again = await cliAs(scene, 'dev', 'request', 'octo/hello#1', '--reviewers', 'author,lead', ...skillAndNote)
  expect(again.out, again.err).toMatch(/: nothing to do\n/)
  expect(again.code).toBe(0)
  expect(scene.github.requests.writes).toEqual([])
})

test('an author needs an own self-review of this head, one for each head, and without it nothing is written', async () => {
  const scene = await stage()
  const order = ['request', 'octo/hello#1'] as const
  const refused = await cliAs(scene, 'author', ...order)
  expect(refused.out, refused.err).toMatch(
    /: refused\n {2}the pull request is author’s own, and it has no self-review of its head [0-9a-f]{7}; record one first: self-review octo\/hello#1 /,
  )
  expect(refused.code).toBe(1)
  expect(scene.github.requests.writes).toEqual([])

  const said = ['--changed', 'the mean', '--verified', 'by hand', '--ready', 'it is small'] as const
  const foreign = await cliAs(scene, 'dev', 'self-review', 'octo/hello#1', ...said)
  expect(foreign.out).toMatch(/: refused: the token is dev’s, and the author is author; only the author’s own token/)
  await cliAs(scene, 'author', 'self-review', 'octo/hello#1', ...said)
  const twice = await cliAs(scene, 'author', 'self-review', 'octo/hello#1', ...said)
  expect(twice.out, twice.err).toMatch(/: self-review: it stands already\n/)
  expect(scene.github.pull(1).comments).toHaveLength(1)
  expect(scene.github.pull(1).comments[0]?.body).toMatch(
    /^Self-review of `[0-9a-f]{7}`: \*\*ready for review\*\*\n\n\*\*What changed\*\*\nthe mean\n\n/,
  )
  expect((await cliAs(scene, 'author', ...order)).out).toMatch(/: a review is asked for\n/)

  scene.github.as('author').commit('topic', { 'src/more.js': 'export {}\n' })
  expect((await cliAs(scene, 'author', ...order)).code).toBe(1)
  const next = await cliAs(scene, 'author', 'self-review', 'octo/hello#1', ...said)
  expect(next.out, next.err).toMatch(/: self-review: recorded, 1 of older heads removed\n/)
  expect(scene.github.pull(1).comments).toHaveLength(1)
})
