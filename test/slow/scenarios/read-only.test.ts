import { expect, test } from 'vitest'
import { forkRepository } from '../../../src/simulator/acts/repositories.ts'
import { approves } from '../../scenarios/reports.ts'
import { REPOSITORY, type Stage, stage } from '../../scenarios/stage.ts'

const change = { 'src/more.js': 'export const more = 1\n' }

const ofFork = ({ github }: Stage): number => {
  forkRepository(github.as('author').act, 'author')
  github.as('author', 'author/hello').commit('fix', change, { from: 'main' })
  return github.as('author').open({ title: 'More', head: 'author:fix' }).number
}

const ofDependabot = ({ github }: Stage): number => {
  github.as('dependabot').commit('bump', change, { from: 'main' })
  return github.as('dependabot').open({ title: 'Bump', head: 'bump' }).number
}

const runOf = (scene: Stage, number: number, token: string) =>
  scene.run({
    token,
    event: {
      name: 'pull_request',
      payload: { action: 'opened', number, pull_request: { number }, repository: { full_name: REPOSITORY } },
    },
  })

const fetches = ({ github }: Stage) => github.requests.all.filter(({ path }) => path.includes('git-upload-pack'))

test.each([
  ['a fork’s pull request', ofFork],
  ['Dependabot’s pull request', ofDependabot],
])('a run for %s whose token may not write skips, says what to do, and fetches and spends nothing', async (who, open) => {
  const scene = await stage({ policy: { 'bot-authors': 'review' }, answers: [approves()] })
  const number = open(scene)
  const step = await runOf(scene, number, 'ghs_reader')
  expect(step.code).toBe(0)
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'skipped',
    reason: `read-only: the token of a run for ${who} may not write; install examples/forks.yml, or ask for a review in a comment`,
  })
  expect(fetches(scene)).toEqual([])
  expect(scene.agentStarts()).toBe(0)
})

test('where a setting lets the runs of forks write, they review', async () => {
  const scene = await stage({ answers: [approves()] })
  const number = ofFork(scene)
  const step = await runOf(scene, number, 'ghs_actions')
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.github.pull(number).reviews).toHaveLength(1)
})
