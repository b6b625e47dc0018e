import { getOctokit } from '@actions/github'
import { expect, test } from 'vitest'
import { observeQuery } from './observe-query.ts'
import { startGuarded } from './start.ts'

test('the observe query brings the whole pull in one request', async () => {
  const github = await startGuarded()
  const dev = github.as('dev')
  dev.comment(1, 'hello')
  dev.label(1, 'ai-review')
  dev.review(1, { body: 'look here', comments: [{ path: 'src/app.ts', line: 5, body: 'why?' }] })
  const octokit = getOctokit('actions-token', { baseUrl: github.url })
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
