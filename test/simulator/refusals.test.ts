import { expect, test } from 'vitest'
import { actionClient, clientOf, issue, pull, refusal, repo } from './client.ts'
import { startGuarded } from './start.ts'

const inside = { path: 'src/app.ts', line: 5, body: 'here' }

test('one comment outside the diff loses the whole review, and the answer does not say which (fact 18)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const outside = { path: 'src/app.ts', line: 15, start_line: 12, body: 'between two hunks' }
  const refused = await refusal(rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'two', comments: [inside, outside] }))
  expect(refused).toMatchObject({ status: 422 })
  expect(refused.message).toContain(
    "Pull request review thread line must be part of the diff, Pull request review thread start line must be part of the same hunk as the line., and Pull request review thread diff hunk can't be blank",
  )
  expect(github.pull(1)).toMatchObject({ reviews: [], threads: [] })
})

test.each([
  ['a reversed range', { ...inside, line: 4, start_line: 5 }, 'start line must precede the end line'],
  ['a range of one line', { ...inside, start_line: 5 }, 'start line must precede the end line'],
  ['a range over two hunks', { ...inside, line: 30, start_line: 6 }, 'must be part of the same hunk'],
  ['a file that did not change', { ...inside, path: 'README.md' }, 'Path could not be resolved'],
  [
    'an old line on the new side',
    { path: 'src/app.ts', line: 44, side: 'RIGHT' as const, body: 'x' },
    'must be part of the diff',
  ],
])('%s is refused', async (_, comment, words) => {
  const github = await startGuarded()
  const refused = await refusal(
    actionClient(github).rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'x', comments: [comment] }),
  )
  expect(refused).toMatchObject({ status: 422, message: expect.stringContaining(words) })
})

test('both sides and ranges inside a hunk are placed', async () => {
  const github = await startGuarded()
  const made = await actionClient(github).rest.pulls.createReview({
    ...pull,
    event: 'COMMENT',
    body: 'fine',
    comments: [inside, { ...inside, side: 'LEFT' }, { path: 'src/app.ts', line: 31, start_line: 28, body: 'range' }],
  })
  expect(made.status).toBe(200)
  expect(github.pull(1).threads.map(({ side, startLine, line }) => [side, startLine, line])).toEqual([
    ['RIGHT', null, 5],
    ['LEFT', null, 5],
    ['RIGHT', 28, 31],
  ])
})

test('a pending review of one’s own blocks the next and is seen by nobody else (fact 18)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const pending = await rest.pulls.createReview({ ...pull, body: 'later' })
  expect(pending.data.state).toBe('PENDING')
  expect(await refusal(rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'now' }))).toMatchObject({
    status: 422,
    message: expect.stringContaining('one pending review per pull request'),
  })
  const dev = clientOf(github, 'dev-token').rest
  expect((await dev.pulls.listReviews(pull)).data).toEqual([])
  await rest.pulls.deletePendingReview({ ...pull, review_id: pending.data.id })
  await rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'now' })
})

test('a commit that is not the pull’s is refused', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const unknown = await refusal(rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'x', commit_id: 'f'.repeat(40) }))
  expect(unknown).toMatchObject({ status: 422, message: expect.stringContaining('No commit found for SHA') })
  const before = github.pull(1).head.oid
  github.as('author').forcePush('feature', 'main', { 'z.txt': 'z\n' })
  const gone = await refusal(rest.pulls.createReview({ ...pull, event: 'COMMENT', body: 'x', commit_id: before }))
  expect(gone).toMatchObject({ status: 422, message: expect.stringContaining('not part of the pull request') })
})

test('nobody approves an own pull, and Actions only where the repository allows it (fact 7)', async () => {
  const github = await startGuarded()
  const own = clientOf(github, 'author-token').rest
  expect(await refusal(own.pulls.createReview({ ...pull, event: 'APPROVE' }))).toMatchObject({
    message: expect.stringContaining('Can not approve your own pull request'),
  })
  const actions = actionClient(github).rest
  expect(await refusal(actions.pulls.createReview({ ...pull, event: 'APPROVE' }))).toMatchObject({
    status: 422,
    message: expect.stringContaining('GitHub Actions is not permitted to approve pull requests.'),
  })
  github.repository().actionsMayApprove = true
  expect((await actions.pulls.createReview({ ...pull, event: 'APPROVE' })).data).toMatchObject({
    state: 'APPROVED',
    user: { login: 'github-actions[bot]' },
  })
})

test('bodies stop at 65,536 characters, emoji counted once (fact 22)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  await rest.issues.createComment({ ...issue, body: 'x'.repeat(65_536) })
  await rest.issues.createComment({ ...issue, body: '🙂'.repeat(65_536) })
  const refused = await refusal(rest.issues.createComment({ ...issue, body: 'x'.repeat(65_537) }))
  expect(refused).toMatchObject({
    status: 422,
    message: expect.stringContaining('body is too long (maximum is 65536 characters)'),
  })
})

test('COMMENTED cannot be dismissed, and a submitted review cannot be deleted (fact 18)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const commented = github.as('dev').review(1, { body: 'hm' })
  const blocking = (await rest.pulls.createReview({ ...pull, event: 'REQUEST_CHANGES', body: 'no' })).data
  expect(await refusal(rest.pulls.dismissReview({ ...pull, review_id: commented.id, message: 'x' }))).toMatchObject({
    status: 422,
  })
  expect(await refusal(rest.pulls.deletePendingReview({ ...pull, review_id: blocking.id }))).toMatchObject({ status: 422 })
  expect((await rest.pulls.dismissReview({ ...pull, review_id: blocking.id, message: 'fixed' })).data.state).toBe('DISMISSED')
  expect(github.pull(1).timeline.at(-1)).toMatchObject({
    event: 'review_dismissed',
    state: 'CHANGES_REQUESTED',
    message: 'fixed',
  })
  expect((await rest.pulls.updateReview({ ...pull, review_id: blocking.id, body: 'was: no' })).data.body).toBe('was: no')
})

test('an installation has no user, and does only what its permissions say (facts 1, 6)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  expect(await refusal(rest.users.getAuthenticated())).toMatchObject({
    status: 403,
    message: expect.stringContaining('Resource not accessible by integration'),
  })
  expect(await refusal(rest.pulls.merge(pull))).toMatchObject({ status: 403 })
  expect(
    await refusal(
      rest.actions.createWorkflowDispatch({ ...repo, workflow_id: 'review.yml', ref: 'main', inputs: { pull: '1' } }),
    ),
  ).toMatchObject({ status: 403 })
  const mine = github.as('dev').comment(1, 'mine')
  await rest.issues.updateComment({ ...repo, comment_id: mine.id, body: 'edited by a bot' })
  expect(mine).toMatchObject({ author: 'dev', editor: 'github-actions', body: 'edited by a bot' })
  const guest = clientOf(github, 'guest-token').rest
  expect(await refusal(guest.issues.updateComment({ ...repo, comment_id: mine.id, body: 'x' }))).toMatchObject({ status: 403 })
  expect(await refusal(guest.issues.addLabels({ ...issue, labels: ['x'] }))).toMatchObject({ status: 403 })
  expect(await refusal(clientOf(github, 'no-such-token').rest.repos.get(repo))).toMatchObject({ status: 401 })
})

test('reviewers: not the author, not strangers, not the workflow’s own bot; one wrong name refuses all (fact 7)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const ask = (...reviewers: string[]) => rest.pulls.requestReviewers({ ...pull, reviewers })
  expect(await refusal(ask('Author'))).toMatchObject({
    status: 422,
    message: expect.stringContaining('cannot be requested from pull request author'),
  })
  for (const login of ['guest', 'nobody', 'github-actions[bot]']) {
    expect(await refusal(ask('dev', login))).toMatchObject({
      status: 422,
      message: expect.stringContaining('only be requested from collaborators'),
    })
  }
  expect(github.pull(1).requests).toEqual([])
  await ask('dev')
  expect((await rest.pulls.listRequestedReviewers(pull)).data.users[0]?.login).toBe('dev')
  await rest.pulls.removeRequestedReviewers({ ...pull, reviewers: ['dev'] })
  expect(github.pull(1).timeline.map(({ event }) => event)).toEqual(['review_requested', 'review_request_removed'])
})
