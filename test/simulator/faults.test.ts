import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startGitHub } from '../../src/simulator/github.ts'
import { actionClient, issue, pull, refusal } from './client.ts'
import { observeQuery } from './observe-query.ts'
import { smallWorld, startGuarded } from './start.ts'

test('a lost answer: the write landed, the client hears nothing', async () => {
  const github = await startGuarded({ faults: [{ on: 'issues/create-comment', effect: { kind: 'lost-answer' } }] })
  const { rest } = actionClient(github)
  await expect(rest.issues.createComment({ ...issue, body: 'landed' })).rejects.toThrow()
  expect(github.pull(1).comments).toMatchObject([{ body: 'landed' }])
  expect(github.requests.of('issues/create-comment')[0]?.status).toBe(null)
})

test('the nth request is answered by a fault, so many times, and not done', async () => {
  const github = await startGuarded({
    faults: [{ on: 'pulls/create-review', nth: 2, times: 2, effect: { kind: 'answer', status: 503 } }],
  })
  const { rest } = actionClient(github)
  const review = () => rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'x' })
  await review()
  expect(await refusal(review())).toMatchObject({ status: 503 })
  expect(await refusal(review())).toMatchObject({ status: 503 })
  await review()
  expect(github.pull(1).reviews).toHaveLength(2)
})

test('limits are answered in GitHub’s words, with their headers', async () => {
  const github = await startGuarded({
    faults: [
      { on: 'issues/get', effect: { kind: 'secondary-limit', retryAfterSeconds: 7 } },
      { on: 'pulls/get', effect: { kind: 'rate-limit' } },
      {
        on: 'Observe',
        effect: { kind: 'graphql-error', type: 'RESOURCE_LIMITS_EXCEEDED', message: 'Resource limits for this query exceeded.' },
      },
    ],
  })
  const { rest, graphql } = actionClient(github)
  await expect(rest.issues.get(issue)).rejects.toMatchObject({ status: 403, response: { headers: { 'retry-after': '7' } } })
  await expect(rest.pulls.get(pull)).rejects.toMatchObject({
    status: 403,
    response: { headers: { 'x-ratelimit-remaining': '0' } },
  })
  await expect(graphql(observeQuery, { owner: 'octo', name: 'hello', number: 1 })).rejects.toThrow('Resource limits')
})

test('a lagging read hides the newest items of every list; the total may or may not tell', async () => {
  const github = await startGuarded({
    faults: [
      { on: 'Observe', effect: { kind: 'read-lag', lag: { newest: 1, total: 'right' } } },
      { on: 'Observe', nth: 2, effect: { kind: 'read-lag', lag: { newest: 1, total: 'short' } } },
    ],
  })
  github.as('dev').comment(1, 'old')
  github.as('dev').comment(1, 'new')
  const read = () => actionClient(github).graphql(observeQuery, { owner: 'octo', name: 'hello', number: 1 })
  expect(await read()).toMatchObject({ repository: { pullRequest: { comments: { totalCount: 2, nodes: [{ body: 'old' }] } } } })
  expect(await read()).toMatchObject({ repository: { pullRequest: { comments: { totalCount: 1, nodes: [{ body: 'old' }] } } } })
  expect(await read()).toMatchObject({
    repository: { pullRequest: { comments: { totalCount: 2, nodes: [{ body: 'old' }, { body: 'new' }] } } },
  })
})

test('hooks stand at every request: a push between a read and a write', async () => {
  const github = await startGuarded()
  const before = github.pull(1).head.oid
  github.hooks.beforeRequest = request => {
    if (request.route === 'pulls/create-review') github.as('author').forcePush('feature', 'main', { 'x.txt': 'x\n' })
  }
  const refused = await refusal(
    actionClient(github).rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'x', commit_id: before }),
  )
  expect(refused.message).toContain('not part of the pull request')
})

test('a request that hangs ends with the simulator', async () => {
  const github = await startGitHub({ world: smallWorld(), faults: [{ on: 'issues/get', effect: { kind: 'hang' } }] })
  const call = actionClient(github).rest.issues.get(issue)
  const gone = expect(call).rejects.toThrow()
  await expect.poll(() => github.requests.all.length).toBe(1)
  await github.stop()
  await gone
})

test('a client that dies while it asks has asked nothing', async () => {
  const github = await startGuarded()
  const { port } = new URL(github.url)
  const head =
    'POST /repos/octo/hello/issues/1/comments HTTP/1.1\r\nhost: x\r\nauthorization: token dev-token\r\ncontent-length: 100\r\n\r\n{"body":'
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(head, () => socket.destroy()))
  await new Promise(resolve => socket.once('close', resolve))
  await actionClient(github).rest.issues.get(issue)
  expect(github.pull(1).comments).toEqual([])
  expect(github.requests.all.map(request => request.route)).toEqual(['issues/get'])
})

test('unknown routes and unused faults are left over', async () => {
  const github = await startGitHub({
    world: smallWorld(),
    faults: [{ name: 'never', on: 'issues/create', effect: { kind: 'hang' } }],
  })
  await fetch(`${github.url}/repos/octo/hello/nothing-here`, { method: 'POST' })
  expect(await github.stop()).toMatchObject({ unknownRoutes: ['POST /repos/octo/hello/nothing-here'], unusedFaults: ['never'] })
})

test('the clock has whole seconds: writes of one second tie, and it moves when ticked', async () => {
  const github = await startGuarded({ world: { ...smallWorld(), now: '2026-05-01T10:00:00Z' } })
  const { rest } = actionClient(github)
  const times = [
    await rest.issues.createComment({ ...issue, body: 'a' }),
    await rest.issues.createComment({ ...issue, body: 'b' }),
  ].map(({ data }) => data.created_at)
  expect(times).toEqual(['2026-05-01T10:00:00Z', '2026-05-01T10:00:00Z'])
  github.tick(90)
  const later = await rest.issues.createComment({ ...issue, body: 'c' })
  expect(later.data.created_at).toBe('2026-05-01T10:01:30Z')
  expect(later.headers.date).toBe('Fri, 01 May 2026 10:01:30 GMT')
})
