import { expect, test } from 'vitest'
import { actionClient, clientOf, issue, pull, refusal, repo } from './client.ts'
import { startGuarded } from './start.ts'

test('a reaction is an atomic test-and-set: 201 once, then 200; deleted once, then 404 (fact 17)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const eyes = () => rest.reactions.createForIssue({ ...issue, content: 'eyes' })
  const answers = await Promise.all([eyes(), eyes(), eyes()])
  expect(answers.map(answer => answer.status).sort()).toEqual([200, 200, 201])
  const [{ data }] = answers
  expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
  expect(data.user?.login).toBe('github-actions[bot]')
  const drop = () => rest.reactions.deleteForIssue({ ...issue, reaction_id: data.id })
  expect((await drop()).status).toBe(204)
  expect(await refusal(drop())).toMatchObject({ status: 404 })
  expect((await eyes()).data.id).not.toBe(data.id)
})

test('reactions on comments of both kinds, one per account and content', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const dev = clientOf(github, 'dev-token').rest
  const comment = github.as('dev').comment(1, 'hello')
  github.as('dev').review(1, { comments: [{ path: 'src/app.ts', line: 5, body: 'why?' }] })
  const inline = github.pull(1).threads[0]?.comments[0]
  const mine = (await rest.reactions.createForIssueComment({ ...repo, comment_id: comment.id, content: 'rocket' })).data
  await dev.reactions.createForIssueComment({ ...repo, comment_id: comment.id, content: 'rocket' })
  expect((await rest.reactions.listForIssueComment({ ...repo, comment_id: comment.id, content: 'rocket' })).data).toHaveLength(2)
  expect(
    await refusal(dev.reactions.deleteForIssueComment({ ...repo, comment_id: comment.id, reaction_id: mine.id })),
  ).toMatchObject({ status: 404 })
  await rest.reactions.createForPullRequestReviewComment({ ...repo, comment_id: inline?.id ?? 0, content: '+1' })
  expect((await rest.reactions.listForPullRequestReviewComment({ ...repo, comment_id: inline?.id ?? 0 })).data).toHaveLength(1)
})

test('labels: made on the fly, compared without case, removed with events and actors (facts 15, 24)', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  await rest.issues.addLabels({ ...issue, labels: ['Needs-Human'] })
  const again = await rest.issues.addLabels({ ...issue, labels: ['needs-human'] })
  expect(again.data.map(label => label.name)).toEqual(['Needs-Human'])
  const gone = await refusal(rest.issues.removeLabel({ ...issue, name: 'other' }))
  expect(gone).toMatchObject({ status: 404, message: expect.stringContaining('Label does not exist') })
  await rest.issues.createLabel({ ...repo, name: 'mine', color: 'd93f0b', description: 'Mine' })
  await rest.issues.setLabels({ ...issue, labels: ['mine'] })
  github.as('dev').deleteLabel('mine')
  expect(github.pull(1).timeline.map(({ event, actor }) => [event, actor])).toEqual([
    ['labeled', 'github-actions'],
    ['unlabeled', 'github-actions'],
    ['labeled', 'github-actions'],
    ['unlabeled', 'dev'],
  ])
})

test.each([
  ['a colour with #', { name: 'a', color: '#d93f0b' }],
  ['a name of 51 characters', { name: 'x'.repeat(51) }],
  ['a description of 101 characters', { name: 'a', description: 'x'.repeat(101) }],
  ['a four-byte emoji in the description', { name: 'a', description: 'party 🎉' }],
])('%s makes no label', async (_, label) => {
  const github = await startGuarded()
  expect(await refusal(actionClient(github).rest.issues.createLabel({ ...repo, ...label }))).toMatchObject({ status: 422 })
})

test('comments keep their editor, and the timeline keeps what was deleted', async () => {
  const github = await startGuarded()
  const { rest } = actionClient(github)
  const mine = (await rest.issues.createComment({ ...issue, body: 'first' })).data
  expect(mine).toMatchObject({ user: { login: 'github-actions[bot]', type: 'Bot' }, author_association: 'NONE' })
  github.tick(1)
  const edited = await rest.issues.updateComment({ ...repo, comment_id: mine.id, body: 'second' })
  expect(Date.parse(edited.data.updated_at)).toBeGreaterThan(Date.parse(edited.data.created_at))
  await rest.issues.deleteComment({ ...repo, comment_id: mine.id })
  expect(await refusal(rest.issues.updateComment({ ...repo, comment_id: mine.id, body: 'x' }))).toMatchObject({ status: 404 })
  expect(github.pull(1).timeline).toMatchObject([
    { event: 'comment_deleted', deletedAuthor: 'github-actions', actor: 'github-actions' },
  ])
})

test('review comments: replies join the thread, edits and deletions are events', async () => {
  const github = await startGuarded()
  const { rest } = clientOf(github, 'dev-token')
  const head = github.pull(1).head.oid
  const first = (await rest.pulls.createReviewComment({ ...pull, commit_id: head, path: 'src/app.ts', line: 5, body: 'why?' }))
    .data
  const reply = (await rest.pulls.createReplyForReviewComment({ ...pull, comment_id: first.id, body: 'because' })).data
  expect(reply.in_reply_to_id).toBe(first.id)
  expect(github.pull(1).threads).toHaveLength(1)
  await rest.pulls.updateReviewComment({ ...repo, comment_id: reply.id, body: 'Because.' })
  await rest.pulls.deleteReviewComment({ ...repo, comment_id: reply.id })
  const outside = await refusal(
    rest.pulls.createReviewComment({ ...pull, commit_id: head, path: 'src/app.ts', line: 15, body: 'x' }),
  )
  expect(outside).toMatchObject({ status: 422 })
  expect(github.deliveries.filter(({ event }) => event === 'pull_request_review_comment').map(({ action }) => action)).toEqual([
    'created',
    'created',
    'edited',
    'deleted',
  ])
})

test('a thread follows its line, and is outdated once the line is gone', async () => {
  const github = await startGuarded()
  github.as('dev').review(1, {
    comments: [
      { path: 'src/app.ts', line: 30, body: 'a' },
      { path: 'src/app.ts', line: 5, body: 'b' },
    ],
  })
  const text = github.repository().git.blob(github.pull(1).head.oid, 'src/app.ts')?.content.toString() ?? ''
  github.as('author').commit('feature', { 'src/app.ts': text.replace('line five\n', 'line 5 a\nline 5 b\n') })
  expect(github.pull(1).threads.map(({ line, outdated }) => [line, outdated])).toEqual([
    [31, false],
    [null, true],
  ])
})
