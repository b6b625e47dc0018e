import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startGitHub } from '../../src/simulator/github.ts'
import { actionClient, issue, pull, repo } from './client.ts'
import { observeQuery } from './observe-query.ts'
import { smallWorld, startGuarded } from './start.ts'

test('a dumped world loads to the same one: answers, ids and commits', async () => {
  const github = await startGuarded({ world: { ...smallWorld(), now: '2026-05-01T10:00:00Z' } })
  const { rest } = actionClient(github)
  await rest.issues.createComment({ ...issue, body: 'hello' })
  await rest.reactions.createForIssue({ ...issue, content: 'eyes' })
  github.as('dev').review(1, {
    event: 'REQUEST_CHANGES',
    body: 'no',
    comments: [{ path: 'src/app.ts', line: 30, startLine: 29, body: 'why?' }],
  })
  github.as('dev').label(1, 'ai-review')
  github.as('author').requestReview(1, 'dev')
  github.as('author').forcePush('feature', 'main', { 'src/app.ts': 'short\n' })
  await actionClient(github, 'dispatch-token').rest.actions.createWorkflowDispatch({
    ...repo,
    workflow_id: 'review.yml',
    ref: 'main',
    inputs: { pull: '1' },
  })
  const again = await startGuarded({ world: JSON.parse(JSON.stringify(github.dump())) })
  expect(again.dump()).toEqual(github.dump())
  const read = async (origin: string, client: ReturnType<typeof actionClient>) => {
    const answers = [
      await client.graphql(observeQuery, { owner: 'octo', name: 'hello', number: 1 }),
      (await client.rest.pulls.listReviewComments(pull)).data,
      (await client.rest.actions.listWorkflowRunsForRepo(repo)).data,
    ]
    return JSON.parse(
      JSON.stringify(answers)
        .replaceAll(origin, 'http://origin')
        .replace(/"(remaining|used)":\d+/g, '"$1":0'),
    )
  }
  expect(await read(again.url, actionClient(again))).toEqual(await read(github.url, actionClient(github)))
})

test('the same file always has the same commits', async () => {
  const [one, two] = [await startGuarded(), await startGuarded()]
  expect(one.pull(1).head.oid).toBe(two.pull(1).head.oid)
})

test('a file that is wrong is refused with the place that is', async () => {
  const typo = { repositories: [{ name: 'octo/hello', pull: [] }] }
  await expect(startGitHub({ world: Object.assign({}, typo) })).rejects.toThrow(/repositories\.0: .*pull/)
  const noBranch = { repositories: [{ name: 'octo/hello', pulls: [{ title: 'x', author: 'dev', head: 'nope' }] }] }
  await expect(startGitHub({ world: noBranch })).rejects.toThrow(
    'Pull "x" of octo/hello has the head "nope": expected a branch that exists, or headOid',
  )
})

test('closing, reopening, drafting and retargeting leave their events with their actors', async () => {
  const github = await startGuarded()
  const dev = github.as('dev')
  dev.commit('release', { 'r.txt': 'r\n' }, { from: 'main' })
  dev.retarget(1, 'release')
  dev.draft(1)
  dev.ready(1)
  dev.close(1)
  dev.reopen(1)
  expect(github.pull(1).timeline.map(({ event, actor }) => `${actor} ${event}`)).toEqual([
    'dev base_ref_changed',
    'dev convert_to_draft',
    'dev ready_for_review',
    'dev closed',
    'dev reopened',
  ])
  expect(github.pull(1).base).toMatchObject({ ref: 'release', oid: github.repository().git.branch('release') })
})

test('who has no right is refused in the pages too', async () => {
  const github = await startGuarded()
  expect(() => github.as('guest').label(1, 'x')).toThrow('write access')
  expect(() => github.as('guest').commit('feature', { a: 'a\n' })).toThrow('write access')
  expect(() => github.as('author').review(1, { event: 'APPROVE' })).toThrow('Unprocessable')
})

test('the world file of the documentation loads', async () => {
  const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
  const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(page) ?? []
  const github = await startGuarded({ world: JSON.parse(json) })
  expect(github.pull(2)).toMatchObject({ title: 'Make it new', labels: [expect.any(Number)], comments: [{ author: 'guest' }] })
  expect(
    github
      .repository()
      .git.diff(github.pull(2).base.oid, github.pull(2).head.oid)
      .map(file => [file.path, file.status]),
  ).toEqual([
    ['src/new.js', 'added'],
    ['src/old.js', 'removed'],
  ])
})
