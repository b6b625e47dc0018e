import { expect, test } from 'vitest'
import type { GitHub } from '../../src/simulator/github.ts'
import { actionClient, clientOf, pull, refusal } from './client.ts'
import { observeQuery } from './observe-query.ts'
import { startGuarded } from './start.ts'

type Answer = Record<string, never>
const ask = (github: GitHub, query: string, variables: Record<string, unknown> = {}, token = 'actions-token') =>
  actionClient(github, token).graphql<Answer>(query, variables)
test('the observe query brings the whole pull in one request', async () => {
  const github = await startGuarded()
  const dev = github.as('dev')
  dev.comment(1, 'hello')
  dev.label(1, 'ai-review')
  dev.review(1, { body: 'look here', comments: [{ path: 'src/app.ts', line: 5, body: 'why?' }] })
  const octokit = actionClient(github)
  const answer = await octokit.graphql<Record<string, never>>(observeQuery, { owner: 'octo', name: 'hello', number: 1 })
  expect(answer).toMatchObject({
    viewer: { login: 'github-actions[bot]' },
    repository: {
      pullRequest: {
        number: 1,
        changedFiles: 2,
        labels: { nodes: [{ name: 'ai-review' }] },
        comments: {
          totalCount: 1,
          nodes: [{ body: 'hello', author: { __typename: 'User', login: 'dev' }, viewerDidAuthor: false }],
        },
        reviews: { nodes: [{ state: 'COMMENTED', authorCanPushToRepository: true }] },
        reviewThreads: { nodes: [{ path: 'src/app.ts', line: 5, viewerCanResolve: false }] },
        timelineItems: {
          filteredCount: 1,
          nodes: [{ __typename: 'LabeledEvent', actor: { login: 'dev' }, label: { name: 'ai-review' } }],
        },
      },
    },
  })
  expect(github.requests.api).toHaveLength(1)
})

test('what the token may not read is FORBIDDEN below optional fields (facts 3, 4)', async () => {
  const github = await startGuarded()
  const { repository } = github
  repository().private = true
  repository().teams.push({ ...github.world.identity('T'), slug: 'core', name: 'Core', members: ['dev'] })
  await clientOf(github, 'dev-token').rest.pulls.requestReviewers({ ...pull, team_reviewers: ['core'] })
  const query = `query Who { repository(owner: "octo", name: "hello") { pullRequest(number: 1) {
    statusCheckRollup { state } reviewRequests(first: 5) { nodes { requestedReviewer { ... on Team { slug } } } } } } }`
  const answer = await fetch(`${github.url}/graphql`, {
    method: 'POST',
    headers: { authorization: 'token actions-token' },
    body: JSON.stringify({ query }),
  }).then(response => response.json())
  expect(answer).toMatchObject({
    data: { repository: { pullRequest: { statusCheckRollup: null, reviewRequests: { nodes: [{ requestedReviewer: null }] } } } },
    errors: [{ type: 'FORBIDDEN', path: ['repository', 'pullRequest', 'statusCheckRollup'] }, { type: 'FORBIDDEN' }],
  })
  expect(await ask(github, query, {}, 'dev-token')).toMatchObject({
    repository: { pullRequest: { reviewRequests: { nodes: [{ requestedReviewer: { slug: 'core' } }] } } },
  })
})

test('an event of a label that was deleted is a null node, without an error (fact 8)', async () => {
  const github = await startGuarded()
  github.as('dev').label(1, 'gone')
  github.as('dev').deleteLabel('gone')
  const answer = await ask(github, observeQuery, { owner: 'octo', name: 'hello', number: 1 })
  expect(answer).toMatchObject({ repository: { pullRequest: { timelineItems: { filteredCount: 2, nodes: [null, null] } } } })
})

test('lists are paged by cursors to their end, with their totals', async () => {
  const github = await startGuarded()
  for (let at = 1; at <= 7; at++) github.as('dev').comment(1, `comment ${at}`)
  const query = `query Page($after: String) { repository(owner: "octo", name: "hello") { pullRequest(number: 1) { comments(first: 3, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { body } } } } }`
  const bodies: string[] = []
  type Page = {
    repository: {
      pullRequest: {
        comments: { totalCount: number; pageInfo: { hasNextPage: boolean; endCursor: string }; nodes: { body: string }[] }
      }
    }
  }
  let after: string | null = null
  do {
    const page: Page = await actionClient(github).graphql<Page>(query, { after })
    const { nodes, pageInfo, totalCount } = page.repository.pullRequest.comments
    expect(totalCount).toBe(7)
    bodies.push(...nodes.map(node => node.body))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  expect(bodies).toEqual([1, 2, 3, 4, 5, 6, 7].map(at => `comment ${at}`))
  expect(
    (
      await refusal(
        ask(
          github,
          'query All { repository(owner: "octo", name: "hello") { pullRequest(number: 1) { comments { totalCount } } } }',
        ),
      )
    ).message,
  ).toContain('You must provide')
})

test('open pulls are listed with what a sweep asks, and found by search', async () => {
  const github = await startGuarded()
  github.as('author').commit('two', { 'two.txt': '2\n' }, { from: 'main' })
  github.as('author').open({ head: 'two', title: 'Second', body: 'Fixes #3' })
  github.as('dev').openIssue('A bug')
  github.as('dev').label(2, 'ai-review')
  github.as('author').requestReview(2, 'dev')
  const list = `query Sweep { rateLimit { cost nodeCount } repository(owner: "octo", name: "hello") { pullRequests(states: [OPEN], first: 50, orderBy: { field: UPDATED_AT, direction: DESC }) {
    totalCount nodes { number mergeable updatedAt labels(first: 10) { nodes { name } } comments(last: 5) { nodes { body } } closingIssuesReferences(first: 5) { nodes { number state } } } } } }`
  expect(await ask(github, list)).toMatchObject({
    repository: {
      pullRequests: {
        totalCount: 2,
        nodes: expect.arrayContaining([
          expect.objectContaining({
            number: 2,
            mergeable: 'MERGEABLE',
            closingIssuesReferences: { nodes: [{ number: 3, state: 'OPEN' }] },
          }),
        ]),
      },
    },
  })
  const search = `query Find($q: String!) { search(type: ISSUE, query: $q, first: 10) { issueCount nodes { ... on PullRequest { number } } } }`
  expect(await ask(github, search, { q: 'repo:octo/hello is:pr is:open label:ai-review review-requested:dev' })).toMatchObject({
    search: { issueCount: 1, nodes: [{ number: 2 }] },
  })
})

test('operations that GitHub does not know are refused, as are ids of nothing', async () => {
  const github = await startGuarded()
  expect((await refusal(ask(github, 'query { repository(owner: "octo", name: "hello") { nope } }'))).message).toContain(
    'Cannot query field "nope"',
  )
  expect(
    (
      await refusal(
        ask(github, 'mutation($id: ID!) { deleteIssueComment(input: { id: $id }) { clientMutationId } }', { id: 'IC_kwDO1' }),
      )
    ).message,
  ).toContain("Could not resolve to a node with the global id of 'IC_kwDO1'")
})
