import { expect, onTestFinished, test } from 'vitest'
import { forkRepository } from '../../../src/simulator/acts/repositories.ts'
import { sshKeyPair } from '../../harness/ssh-key.ts'
import { serveSsh } from '../../harness/ssh-server.ts'
import { mends } from '../../scenarios/fixing.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { REPOSITORY, stage } from '../../scenarios/stage.ts'

const key = sshKeyPair()

const fromFork = async (policy: object, maintainerCanModify: boolean) => {
  const scene = await stage({ policy: { fix: 'run', ...policy }, answers: [asksForFix(), mends()] })
  forkRepository(scene.github.as('author').act, 'author')
  const own = scene.github.as('author', 'author/hello')
  const head = own.commit('mean', { 'src/mean.js': 'export const mean = list => list.length\n' }, { from: 'main' })
  const { number } = scene.github.as('author').open({ title: 'Mean', head: 'author:mean', maintainerCanModify })
  const of = (inputs: Record<string, string>, token: string) =>
    scene.run({
      token,
      inputs: { pull: String(number), ...inputs },
      event: { name: 'workflow_dispatch', payload: { inputs: { pull: String(number) }, repository: { full_name: REPOSITORY } } },
    })
  const reviewed = await of({}, 'ghs_actions')
  expect(reviewed.outputs, reviewed.log).toMatchObject({ decision: 'fix-requested' })
  const branch = () => scene.github.repository('author/hello').git.branch('mean')
  return { scene, head, branch, number, reviewed, fix: (push: Record<string, string>) => of({ mode: 'fix', ...push }, 'ghs_fix') }
}

test('a fork’s branch is mended where the policy allows it and its author lets maintainers push', async () => {
  const { scene, head, branch, number, fix } = await fromFork({ 'fix-forks': true }, true)
  const fixed = await fix({ 'push-token': 'dev-token' })
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: branch() })
  expect(branch()).not.toBe(head)
  expect(scene.github.pull(number).head.oid).toBe(branch())
})

test.each([
  ['the policy does not allow it', {}, true, 'the pull request comes from a fork'],
  ['its author does not let maintainers push', { 'fix-forks': true }, false, 'the fork does not let maintainers push'],
])('a fork’s branch is left alone where %s', async (_, policy, canModify, why) => {
  const { head, branch, reviewed, fix } = await fromFork(policy, canModify)
  expect(reviewed.outputs).toMatchObject({ 'fix-tasks': '0' })
  const fixed = await fix({ 'push-token': 'dev-token' })
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining(why) })
  expect(branch()).toBe(head)
})

test('a fork’s branch is pushed with the token even beside a deploy key, which reaches no fork', async () => {
  const { scene, branch, fix } = await fromFork({ 'fix-forks': true }, true)
  const server = await serveSsh(scene.github, { publicKey: key.public, mayWrite: true })
  onTestFinished(server.close)
  const fixed = await fix({ 'push-token': 'dev-token', 'push-key': key.private })
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: branch() })
  expect(server.commands).toEqual([])
  expect(fixed.log).not.toContain('the token is not used')
})

test.each([
  ['the workflow’s own token', {}, /the workflow’s own token reaches no fork/],
  ['a deploy key', { 'push-key': key.private }, /push-key reaches this repository only, and no fork/],
])('with %s alone no agent is started for a fork’s branch, and the log says what to give', async (_, push, why) => {
  const { scene, head, branch, fix } = await fromFork({ 'fix-forks': true }, true)
  const starts = scene.agentStarts()
  const fixed = await fix(push)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(why) })
  expect(fixed.log).toMatch(/fix-forks: .*; give push-token, the token of an account/)
  expect(scene.agentStarts()).toBe(starts)
  expect(branch()).toBe(head)
})
