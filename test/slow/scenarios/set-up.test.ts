import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../harness/fresh-dist.ts'
import { askedOf, labelsOf } from '../../scenarios/acting.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { cliAs } from '../../scenarios/run-cli.ts'
import { stage } from '../../scenarios/stage.ts'

const example = (name: string): string => readFileSync(join(root, 'examples', `${name}.yml`), 'utf8')

test('cleanup looks first, then takes labels, requests and standing change requests back, and then has nothing to do', async () => {
  const scene = await stage({ policy: { 'request-changes': true }, answers: [asksForFix()] })
  const { github } = scene
  await scene.run()
  github.as('dev').label(1, 'ai-review', 'skill:api', 'bug')
  github.as('author').requestReview(1, 'dev')
  const looked = await cliAs(scene, 'dev', 'cleanup', 'octo/hello')
  expect(looked.out, looked.err).toMatch(
    /^would take back {2}#1 {2}labels ai-review, skill:api {2}review requests to Dev {2}change requests \d+\nNothing was written\. To do it, add --yes\.\n$/,
  )
  expect(labelsOf(scene)).toHaveLength(3)
  const done = await cliAs(scene, 'dev', 'cleanup', 'octo/hello', '--yes')
  expect([done.code, done.out]).toEqual([0, expect.stringMatching(/^took back {2}#1 /)])
  expect([labelsOf(scene), askedOf(scene), github.pull(1).reviews.map(({ state }) => state)]).toEqual([
    ['bug'],
    [],
    ['DISMISSED'],
  ])
  expect((await cliAs(scene, 'dev', 'cleanup', 'octo/hello', '--yes')).out).toBe(
    'Nothing of ours is left on any open pull request.\n',
  )
})

test('doctor says what is missing, and nothing is once it is set up; it writes nothing', async () => {
  const scene = await stage({ policy: { approve: true } })
  const { github } = scene
  const ill = await cliAs(scene, 'dev', 'doctor', 'octo/hello')
  expect(ill.code).toBe(1)
  expect(ill.out, ill.err).toMatch(/^ok {7}token here: of an unknown kind, of dev, write access\n/)
  expect(ill.out).toMatch(/\nfail +review workflow: review\.yml does not call Countersign; expected /)
  expect(ill.out).toMatch(/\nwarn +label: no "ai-review" yet; /)
  expect(ill.out).toMatch(/\nunknown +approvals: whether Actions may approve cannot be read with this token; /)

  github.as('dev').commit('main', {
    '.github/workflows/review.yml': example('review'),
    '.github/workflows/countersign-mention.yml': example('mention'),
    '.github/workflows/countersign-sweep.yml': example('sweep'),
  })
  github.as('dev').label(1, 'ai-review', 'needs-human-review')
  github.requests.clear()
  const well = await cliAs(scene, 'dev', 'doctor', 'octo/hello')
  expect(well.out, well.err).toMatch(/\n0 failures, 0 warnings\n$/)
  expect(well.code).toBe(0)
  expect(github.requests.writes).toEqual([])
})
