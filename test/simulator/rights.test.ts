import { expect, test } from 'vitest'
import { actionClient, issue, pull, refusal, repo } from './client.ts'
import { observeQuery } from './observe-query.ts'
import { smallWorld, startGuarded } from './start.ts'

/** The small world, private, with one installation token of these rights. */
const privateWorld = (permissions: Record<string, 'read' | 'write'>) => {
  const world = smallWorld()
  const [repository] = world.repositories ?? []
  const bot = { login: 'narrow', type: 'Bot' as const, tokens: [{ token: 'narrow-token', kind: 'app' as const, permissions }] }
  return { ...world, users: [...(world.users ?? []), bot], repositories: repository ? [{ ...repository, private: true }] : [] }
}

test.each([
  ['pulls', {}, (rest: Rest) => rest.pulls.get(pull)],
  ['comments', { contents: 'read' as const }, (rest: Rest) => rest.issues.listComments(issue)],
  ['contents', { issues: 'write' as const }, (rest: Rest) => rest.repos.getContent({ ...repo, path: 'README.md' })],
  [
    'a comparison',
    { issues: 'write' as const },
    (rest: Rest) => rest.repos.compareCommitsWithBasehead({ ...repo, basehead: 'main...feature' }),
  ],
  ['runs', { contents: 'read' as const }, (rest: Rest) => rest.actions.listWorkflowRunsForRepo(repo)],
  ['checks', { statuses: 'read' as const }, (rest: Rest) => rest.checks.listForRef({ ...repo, ref: 'main' })],
  ['statuses', { checks: 'read' as const }, (rest: Rest) => rest.repos.getCombinedStatusForRef({ ...repo, ref: 'main' })],
])('an installation without the right for them reads no %s of a private repository', async (_, permissions, call) => {
  const github = await startGuarded({ world: privateWorld(permissions) })
  expect(await refusal(call(actionClient(github, 'narrow-token').rest))).toMatchObject({
    status: 403,
    message: expect.stringContaining('not accessible by integration'),
  })
})
type Rest = ReturnType<typeof actionClient>['rest']

test('what is public is read without a permission', async () => {
  const world = privateWorld({})
  const github = await startGuarded({
    world: { ...world, repositories: (world.repositories ?? []).map(repository => ({ ...repository, private: false })) },
  })
  const { rest, graphql } = actionClient(github, 'narrow-token')
  await rest.pulls.get(pull)
  await graphql(observeQuery, { owner: 'octo', name: 'hello', number: 1 })
  expect(await refusal(rest.issues.createComment({ ...issue, body: 'x' }))).toMatchObject({ status: 403 })
})

test.each([
  ['admin-token', { admin: true, push: true, pull: true }],
  ['dev-token', { admin: false, push: true, pull: true }],
  ['guest-token', { admin: false, push: false, pull: true }],
  ['actions-token', { admin: false, push: false }],
])('a repository tells %s what its account may do (fact 5)', async (token, permissions) => {
  const github = await startGuarded()
  expect((await actionClient(github, token).rest.repos.get(repo)).data.permissions).toMatchObject(permissions)
})

test('a private repository is hidden from strangers, and so are its pulls in GraphQL and search', async () => {
  const github = await startGuarded({ world: privateWorld({}) })
  const guest = actionClient(github, 'guest-token')
  expect(await refusal(guest.rest.pulls.get(pull))).toMatchObject({ status: 404 })
  expect((await refusal(guest.graphql(observeQuery, { owner: 'octo', name: 'hello', number: 1 }))).message).toContain(
    'Could not resolve to a Repository',
  )
  expect((await guest.rest.search.issuesAndPullRequests({ q: 'is:pr' })).data.total_count).toBe(0)
})

test('the other roots of the API are served too', async () => {
  const github = await startGuarded()
  const headers = { authorization: 'bearer dev-token' }
  expect((await fetch(`${github.url}/api/v3/repos/octo/hello`, { headers })).status).toBe(200)
  const body = JSON.stringify({ query: '{ viewer { login } }' })
  expect(await (await fetch(`${github.url}/api/graphql`, { method: 'POST', headers, body })).json()).toEqual({
    data: { viewer: { login: 'dev' } },
  })
})

test('pulls that conflict or come from forks say what their runs would be (facts 10, 11)', async () => {
  const github = await startGuarded()
  github.as('dev').commit('main', { 'src/app.ts': 'all new\n' })
  github.as('dev').label(1, 'x')
  expect(github.deliveries.at(-1)).toMatchObject({ action: 'labeled', startsRuns: false, isReadOnly: false })
  await actionClient(github, 'guest-token').rest.repos.createFork(repo)
  github.as('guest', 'guest/hello').commit('topic', { 'c.txt': 'c\n' }, { from: 'feature' })
  github.as('guest').open({ head: 'guest:topic' })
  github.as('dev').review(2, { body: 'hm' })
  expect(github.deliveries.at(-1)).toMatchObject({ event: 'pull_request_review', startsRuns: true, isReadOnly: true })
})

test('graphql points are counted by GitHub’s arithmetic', async () => {
  const github = await startGuarded()
  const { graphql, rest } = actionClient(github)
  type Cost = { rateLimit: { cost: number; nodeCount: number; remaining: number } }
  const { rateLimit } = await graphql<Cost>(observeQuery, { owner: 'octo', name: 'hello', number: 1 })
  expect(rateLimit).toMatchObject({ cost: 1, remaining: 999 })
  expect((await rest.rateLimit.get()).data.resources.graphql).toMatchObject({ limit: 1000, used: 1 })
  const wide =
    'query { rateLimit { cost } repository(owner: "octo", name: "hello") { pullRequests(first: 100) { nodes { comments(first: 5) { totalCount } reviews(first: 5) { totalCount } } } } }'
  expect(await graphql(wide)).toMatchObject({ rateLimit: { cost: 2 } })
})
