import { expect, test } from 'vitest'
import type { GitHub } from '../../src/simulator/github.ts'
import { actionClient, clientOf, refusal } from './client.ts'
import { startGuarded } from './start.ts'

type Answer = Record<string, never>
const ask = (github: GitHub, query: string, variables: Record<string, unknown> = {}, token = 'actions-token') =>
  actionClient(github, token).graphql<Answer>(query, variables)
const pullId = (github: GitHub) => github.pull(1).nodeId
/** The observe selection below another root, as a write sends it to save a read. */
const observed = `fragment Observed on PullRequest { number comments(first: 50) { totalCount nodes { body viewerDidAuthor } } reviews(first: 50) { totalCount } reactionGroups { content viewerHasReacted } }`

test('a mutation’s nested reads see the world after the write', async () => {
  const github = await startGuarded()
  const added = await ask(
    github,
    `mutation Say($subject: ID!, $body: String!) { addComment(input: { subjectId: $subject, body: $body, clientMutationId: "c1" }) {
      clientMutationId subject { ... on PullRequest { ...Observed } } commentEdge { node { id fullDatabaseId } } } } ${observed}`,
    { subject: pullId(github), body: 'claimed' },
  )
  expect(added).toMatchObject({
    addComment: {
      clientMutationId: 'c1',
      subject: { comments: { totalCount: 1, nodes: [{ body: 'claimed', viewerDidAuthor: true }] } },
    },
  })
  const [comment] = github.pull(1).comments
  const edited = await ask(
    github,
    `mutation Edit($id: ID!) { updateIssueComment(input: { id: $id, body: "claimed again" }) { issueComment { body lastEditedAt editor { login } pullRequest { ...Observed } } } } ${observed}`,
    { id: comment?.nodeId },
  )
  expect(edited).toMatchObject({
    updateIssueComment: {
      issueComment: { editor: { login: 'github-actions' }, pullRequest: { comments: { nodes: [{ body: 'claimed again' }] } } },
    },
  })
  expect(github.requests.writes.map(({ operation, fields }) => [operation, ...fields])).toEqual([
    ['Say', 'addComment'],
    ['Edit', 'updateIssueComment'],
  ])
})

test('reactions of a bot have no user in GraphQL', async () => {
  const github = await startGuarded()
  github.as('dev').react(1, 'eyes')
  const mutation = `mutation React($id: ID!) { addReaction(input: { subjectId: $id, content: EYES }) { reaction { databaseId } } }`
  await ask(github, mutation, { id: pullId(github) })
  const query = `query Lock { repository(owner: "octo", name: "hello") { pullRequest(number: 1) {
    reactions(content: EYES, first: 10, orderBy: { field: CREATED_AT, direction: ASC }) { totalCount nodes { databaseId createdAt user { login } } } } } }`
  expect(await ask(github, query)).toMatchObject({
    repository: { pullRequest: { reactions: { totalCount: 2, nodes: [{ user: { login: 'dev' } }, { user: null }] } } },
  })
  await ask(
    github,
    `mutation Unreact($id: ID!) { removeReaction(input: { subjectId: $id, content: EYES }) { reaction { databaseId } } }`,
    { id: pullId(github) },
  )
  expect(github.pull(1).reactions).toHaveLength(1)
})

test('resolving a thread needs contents: write for an installation (fact 2)', async () => {
  const github = await startGuarded()
  github.as('dev').review(1, { comments: [{ path: 'src/app.ts', line: 5, body: 'why?' }] })
  const [thread] = github.pull(1).threads
  const mutation = `mutation Resolve($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved resolvedBy { login } } } }`
  expect((await refusal(ask(github, mutation, { id: thread?.nodeId }))).message).toContain(
    'Resource not accessible by integration',
  )
  expect(await ask(github, mutation, { id: thread?.nodeId }, 'app-token')).toMatchObject({
    resolveReviewThread: { thread: { isResolved: true, resolvedBy: { login: 'review-app' } } },
  })
  await ask(
    github,
    `mutation Undo($id: ID!) { unresolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }`,
    { id: thread?.nodeId },
    'app-token',
  )
  expect(github.pull(1).threads[0]?.resolvedBy).toBe(null)
})

test('reviews by GraphQL: all threads or none, minimised, updated, dismissed', async () => {
  const github = await startGuarded()
  const add = `mutation Review($id: ID!, $line: Int!) { addPullRequestReview(input: { pullRequestId: $id, event: REQUEST_CHANGES, body: "no", threads: [{ path: "src/app.ts", line: $line, body: "why?" }] }) { pullRequestReview { id state } } }`
  expect((await refusal(ask(github, add, { id: pullId(github), line: 15 }))).message).toContain('must be part of the diff')
  await ask(github, add, { id: pullId(github), line: 5 })
  const [review] = github.pull(1).reviews
  const id = { id: review?.nodeId }
  await ask(
    github,
    `mutation Fold($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized minimizedReason } } }`,
    id,
  )
  await ask(
    github,
    `mutation Say($id: ID!) { updatePullRequestReview(input: { pullRequestReviewId: $id, body: "was no" }) { pullRequestReview { body } } }`,
    id,
  )
  await ask(
    github,
    `mutation Lift($id: ID!) { dismissPullRequestReview(input: { pullRequestReviewId: $id, message: "fixed" }) { pullRequestReview { state } } }`,
    id,
  )
  expect(review).toMatchObject({ state: 'DISMISSED', minimized: 'OUTDATED', body: 'was no' })
})

test('labels, review requests, drafts and auto-merge', async () => {
  const github = await startGuarded()
  github.repository().allowAutoMerge = true
  github.repository().requiredChecks.push('build')
  const id = pullId(github)
  await clientOf(github, 'dev-token').rest.issues.createLabel({ owner: 'octo', repo: 'hello', name: 'bug' })
  const label = github.repository().labels[0]?.nodeId
  await ask(
    github,
    `mutation On($id: ID!, $label: ID!) { addLabelsToLabelable(input: { labelableId: $id, labelIds: [$label] }) { labelable { labels(first: 5) { nodes { name } } } } }`,
    { id, label },
  )
  await ask(
    github,
    `mutation Off($id: ID!, $label: ID!) { removeLabelsFromLabelable(input: { labelableId: $id, labelIds: [$label] }) { clientMutationId } }`,
    { id, label },
  )
  await ask(
    github,
    `mutation Ask($id: ID!, $user: ID!) { requestReviews(input: { pullRequestId: $id, userIds: [$user], union: true }) { pullRequest { number } } }`,
    { id, user: github.world.account('dev')?.nodeId },
  )
  await ask(
    github,
    `mutation Draft($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
    { id },
    'dev-token',
  )
  await ask(
    github,
    `mutation Ready($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }`,
    { id },
    'dev-token',
  )
  const enable = `mutation Merge($id: ID!, $head: GitObjectID!) { enablePullRequestAutoMerge(input: { pullRequestId: $id, expectedHeadOid: $head }) { pullRequest { autoMergeRequest { enabledBy { login } } } } }`
  expect((await refusal(ask(github, enable, { id, head: 'f'.repeat(40) }, 'app-token'))).message).toContain('Head sha mismatch')
  const [required = ''] = github.repository().requiredChecks.splice(0)
  const clean = await refusal(ask(github, enable, { id, head: github.pull(1).head.oid }, 'app-token'))
  expect(clean.message).toContain('is in clean status')
  github.repository().requiredChecks.push(required)
  await ask(github, enable, { id, head: github.pull(1).head.oid }, 'app-token')
  expect(github.pull(1).autoMerge?.by).toBe('review-app')
  await ask(
    github,
    `mutation Stop($id: ID!) { disablePullRequestAutoMerge(input: { pullRequestId: $id }) { pullRequest { number } } }`,
    { id },
    'app-token',
  )
  expect(github.pull(1).timeline.map(({ event }) => event)).toEqual([
    'labeled',
    'unlabeled',
    'review_requested',
    'convert_to_draft',
    'ready_for_review',
  ])
})
