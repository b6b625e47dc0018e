import { expect, test } from 'vitest'
import { actionClient, issue, pull } from './client.ts'
import { smallWorld, startGuarded } from './start.ts'

const lagging = (readLag: number) => startGuarded({ world: { ...smallWorld(), quirks: { readLag } } })

test('what was made over the API is missing from the next read of its list, and nowhere else', async () => {
  const { rest } = actionClient(await lagging(1))
  const { data: made } = await rest.issues.createComment({ ...issue, body: 'new' })
  expect((await rest.issues.getComment({ owner: 'octo', repo: 'hello', comment_id: made.id })).data.body).toBe('new')
  expect((await rest.issues.listComments(issue)).data).toEqual([])
  expect((await rest.issues.listComments(issue)).data).toMatchObject([{ body: 'new' }])
})

test('the lock is a test-and-set on the truth, whatever the list shows', async () => {
  const { rest } = actionClient(await lagging(9))
  const lock = () => rest.reactions.createForIssue({ ...issue, content: 'eyes' })
  expect([(await lock()).status, (await lock()).status]).toEqual([201, 200])
  expect((await rest.reactions.listForIssue(issue)).data).toEqual([])
})

test('what people did in the pages has settled, and so has everything after ten seconds', async () => {
  const github = await startGuarded({ world: { ...smallWorld(), now: '2026-05-01T10:00:00Z', quirks: { readLag: 9 } } })
  const { rest } = actionClient(github)
  github.as('dev').comment(pull.pull_number, 'seen')
  await rest.issues.createComment({ ...issue, body: 'new' })
  expect((await rest.issues.listComments(issue)).data).toMatchObject([{ body: 'seen' }])
  github.tick(11)
  expect((await rest.issues.listComments(issue)).data).toMatchObject([{ body: 'seen' }, { body: 'new' }])
})
