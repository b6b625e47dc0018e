import { expect, test } from 'vitest'
import { clientOf, issue, pull, refusal, repo } from './client.ts'
import { startGuarded } from './start.ts'

test('every read of a pull answers in GitHub’s shape', async () => {
  const github = await startGuarded()
  const { rest } = clientOf(github, 'dev-token')
  github.as('dev').comment(1, 'hello')
  const review = github
    .as('dev')
    .review(1, { body: 'see', comments: [{ path: 'src/app.ts', line: 30, startLine: 29, body: 'both' }] })
  github.as('dev').label(1, 'ai-review')
  const got = await rest.pulls.get(pull)
  expect(got.data).toMatchObject({
    number: 1,
    mergeable: true,
    additions: 5,
    deletions: 2,
    changed_files: 2,
    commits: 1,
    comments: 1,
    review_comments: 1,
  })
  const files = await rest.pulls.listFiles(pull)
  expect(files.data.map(file => [file.filename, file.status, file.additions])).toEqual([
    ['src/app.ts', 'modified', 3],
    ['src/new.ts', 'added', 2],
  ])
  await rest.pulls.list(repo)
  await rest.pulls.listCommits(pull)
  await rest.pulls.listReviews(pull)
  await rest.pulls.listReviewComments(pull)
  await rest.pulls.listCommentsForReview({ ...pull, review_id: review.id })
  await rest.pulls.listRequestedReviewers(pull)
  await rest.issues.get(issue)
  await rest.issues.listForRepo(repo)
  await rest.issues.listComments(issue)
  await rest.issues.listEventsForTimeline(issue)
  await rest.search.issuesAndPullRequests({ q: 'repo:octo/hello is:pr label:ai-review' })
  expect((await rest.pulls.get({ ...pull, mediaType: { format: 'diff' } })).data).toContain(
    'diff --git a/src/app.ts b/src/app.ts',
  )
  expect(await refusal(rest.pulls.checkIfMerged(pull))).toMatchObject({ status: 404 })
})

test('repository, users, branches, commits, contents and refs answer in GitHub’s shape', async () => {
  const github = await startGuarded()
  const { rest } = clientOf(github, 'admin-token')
  await rest.repos.get(repo)
  await rest.users.getAuthenticated()
  await rest.users.getByUsername({ username: 'guest' })
  await rest.rateLimit.get()
  await rest.repos.listBranches(repo)
  await rest.repos.getBranch({ ...repo, branch: 'feature' })
  const { sha } = (await rest.repos.getCommit({ ...repo, ref: 'feature' })).data
  await rest.git.getCommit({ ...repo, commit_sha: sha })
  const comparison = await rest.repos.compareCommitsWithBasehead({ ...repo, basehead: 'main...feature' })
  expect(comparison.data.merge_base_commit.sha).toBe(github.repository().git.branch('main'))
  const file = await rest.repos.getContent({ ...repo, path: 'src/app.ts', ref: 'feature' })
  expect(file.data).toMatchObject({ type: 'file', name: 'app.ts' })
  expect((await rest.repos.getContent({ ...repo, path: 'src' })).data).toMatchObject([{ name: 'app.ts' }])
  await rest.git.getRef({ ...repo, ref: 'heads/main' })
  await rest.git.createRef({ ...repo, ref: 'refs/heads/other', sha })
  await rest.git.updateRef({ ...repo, ref: 'heads/other', sha: comparison.data.merge_base_commit.sha, force: true })
  await rest.git.deleteRef({ ...repo, ref: 'heads/other' })
  await rest.repos.createOrUpdateFileContents({
    ...repo,
    path: 'docs/a.md',
    message: 'Add',
    content: Buffer.from('a\n').toString('base64'),
  })
  expect(
    github
      .repository()
      .git.blob(github.repository().git.branch('main') ?? '', 'docs/a.md')
      ?.content.toString(),
  ).toBe('a\n')
  await rest.repos.update({ ...repo, allow_auto_merge: true })
  await rest.repos.addCollaborator({ ...repo, username: 'guest', permission: 'triage' })
  const level = await rest.repos.getCollaboratorPermissionLevel({ ...repo, username: 'guest' })
  expect([level.data.permission, level.data.role_name]).toEqual(['read', 'triage'])
})

test('a world is set up through GitHub’s own routes', async () => {
  const github = await startGuarded()
  const dev = clientOf(github, 'dev-token').rest
  await dev.repos.createForAuthenticatedUser({ name: 'mine', auto_init: true })
  const mine = { owner: 'dev', repo: 'mine' }
  const main = await dev.git.getRef({ ...mine, ref: 'heads/main' })
  await dev.git.createRef({ ...mine, ref: 'refs/heads/topic', sha: main.data.object.sha })
  await dev.repos.createOrUpdateFileContents({ ...mine, path: 'a.txt', message: 'Add a', content: 'YQ==', branch: 'topic' })
  const opened = await dev.pulls.create({ ...mine, title: 'Add a', head: 'topic', base: 'main', draft: true })
  expect(opened.data).toMatchObject({ number: 1, draft: true, user: { login: 'dev' } })
  const { number } = (await dev.issues.create({ ...mine, title: 'A plain issue', labels: ['bug'] })).data
  expect(number).toBe(2)
  await dev.pulls.update({ ...mine, pull_number: 1, title: 'Add the letter a', state: 'closed' })
  await dev.pulls.update({ ...mine, pull_number: 1, state: 'open' })
  expect(github.pull(1, 'dev/mine').timeline.map(event => event.event)).toEqual(['renamed', 'closed', 'reopened'])
  const fork = await clientOf(github, 'guest-token').rest.repos.createFork(mine)
  expect(fork.data.full_name).toBe('guest/mine')
})

test('lists come in pages with links and totals', async () => {
  const github = await startGuarded()
  for (let at = 0; at < 5; at++) github.as('dev').comment(1, `comment ${at}`)
  const { rest, paginate } = clientOf(github, 'dev-token')
  const first = await rest.issues.listComments({ ...issue, per_page: 2 })
  expect(first.headers.link).toContain('page=2>; rel="next"')
  expect(await paginate(rest.issues.listComments, { ...issue, per_page: 2 })).toHaveLength(5)
  expect(first.headers['x-ratelimit-limit']).toBe('5000')
})

test('checks and statuses answer in GitHub’s shape and need their rights', async () => {
  const github = await startGuarded()
  const { rest } = clientOf(github, 'app-token')
  const head_sha = github.pull(1).head.oid
  const check = await rest.checks.create({ ...repo, name: 'countersign', head_sha, status: 'in_progress' })
  await rest.checks.update({
    ...repo,
    check_run_id: check.data.id,
    conclusion: 'success',
    output: { title: 'Fine', summary: 'All good' },
  })
  await rest.checks.get({ ...repo, check_run_id: check.data.id })
  expect((await rest.checks.listForRef({ ...repo, ref: 'feature' })).data.check_runs[0]).toMatchObject({
    conclusion: 'success',
    app: { slug: 'review-app' },
  })
  await rest.checks.listForSuite({ ...repo, check_suite_id: check.data.check_suite?.id ?? 0 })
  await rest.repos.createCommitStatus({ ...repo, sha: head_sha, state: 'failure', context: 'ci' })
  expect((await rest.repos.getCombinedStatusForRef({ ...repo, ref: head_sha })).data.state).toBe('failure')
  await rest.repos.listCommitStatusesForRef({ ...repo, ref: head_sha })
  expect(await refusal(clientOf(github, 'actions-token').rest.checks.create({ ...repo, name: 'x', head_sha }))).toMatchObject({
    status: 403,
    message: expect.stringContaining('Resource not accessible by integration'),
  })
})
