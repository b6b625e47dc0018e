import { describe, expect, it } from 'vitest'
import { interpret } from './interpret.ts'
import { commentEvent, edited, example, type Json, pullEvent } from './payloads.ts'

const file = 'examples/mention.yml'
const startsFor = async (name: string, payload: Json, vars: Record<string, string> = {}): Promise<boolean> => {
  const answer = await interpret(file, { name, payload, vars })
  return answer.run !== null && answer.jobs.length === 1
}
const bot = { login: 'chatty[bot]', type: 'Bot' }
const asks = '@countersign review'

describe('a comment starts the mention job', () => {
  it.each<[string, Json, boolean]>([
    ['by a member who names us', commentEvent(asks), true],
    ['in any case of letters', commentEvent('hey @Countersign, review'), true],
    ['by an outside collaborator', commentEvent(asks, { comment: { author_association: 'COLLABORATOR' } }), true],
    [
      'by a contributor, who may be a private member',
      commentEvent(asks, { comment: { author_association: 'CONTRIBUTOR' } }),
      true,
    ],
    ['not by a stranger', commentEvent(asks, { comment: { author_association: 'NONE' } }), false],
    ['not by somebody new', commentEvent(asks, { comment: { author_association: 'FIRST_TIME_CONTRIBUTOR' } }), false],
    [
      'in a private repository whatever GitHub calls the author',
      commentEvent(asks, { repository: { private: true }, comment: { author_association: 'NONE' } }),
      true,
    ],
    ['not without our name', commentEvent('please review'), false],
    ['not by a bot', commentEvent(asks, { sender: bot, comment: { user: bot } }), false],
    ['not on an issue', commentEvent(asks, { issue: { pull_request: undefined } }), false],
    ['not when it is edited', commentEvent(asks, { action: 'edited' }), false],
    ['not when it is deleted', commentEvent(asks, { action: 'deleted' }), false],
  ])('%s', async (_, payload, starts) => expect(await startsFor('issue_comment', payload)).toBe(starts))

  it('not while the kill switch is off', async () => {
    expect(await startsFor('issue_comment', commentEvent(asks), { COUNTERSIGN: 'off' })).toBe(false)
  })
})

const pull = {
  pull_request: pullEvent('opened').pull_request,
  repository: pullEvent('opened').repository,
  sender: { login: 'ana', type: 'User' },
}
const reviewEvent = (body: string | null, changes: Json = {}): Json =>
  edited(
    edited(example('pull_request_review', 'submitted'), { ...pull, review: { body, author_association: 'MEMBER' } }),
    changes,
  )
const lineEvent = (body: string, changes: Json = {}): Json =>
  edited(
    edited(example('pull_request_review_comment', 'created'), { ...pull, comment: { body, author_association: 'MEMBER' } }),
    changes,
  )
const fork = { pull_request: { head: { repo: { full_name: 'guest/Hello-World' } } } }

describe('a review and a comment in the diff start it too', () => {
  it.each<[string, string, Json, boolean]>([
    ['the body of a review', 'pull_request_review', reviewEvent(asks), true],
    ['a review without body', 'pull_request_review', reviewEvent(null), false],
    ['a review of a fork’s pull request, whose token may not dispatch', 'pull_request_review', reviewEvent(asks, fork), false],
    ['a dismissed review', 'pull_request_review', reviewEvent(asks, { action: 'dismissed' }), false],
    ['a comment in the diff', 'pull_request_review_comment', lineEvent(asks), true],
    ['a comment in the diff of a fork', 'pull_request_review_comment', lineEvent(asks, fork), false],
    [
      'a comment in the diff by a stranger',
      'pull_request_review_comment',
      lineEvent(asks, { comment: { author_association: 'NONE' } }),
      false,
    ],
  ])('%s', async (_, name, payload, starts) => expect(await startsFor(name, payload)).toBe(starts))
})

describe('the jobs beside a review', () => {
  it('the mention job waits in no group: no comment drops another', async () => {
    expect(await interpret(file, { name: 'issue_comment', payload: commentEvent(asks) })).toMatchObject({
      run: { concurrency: null },
      jobs: [{ concurrency: null, steps: [{ with: { mode: 'mention', 'review-workflow': 'review.yml' } }] }],
    })
  })

  it('the sweep runs alone and is never cancelled', async () => {
    const payload = { repository: commentEvent('').repository }
    expect(await interpret('examples/sweep.yml', { name: 'schedule', payload })).toMatchObject({
      jobs: [{ job: 'sweep', concurrency: { group: 'countersign-sweep', cancelInProgress: false } }],
    })
    expect(await interpret('examples/sweep.yml', { name: 'schedule', payload, vars: { COUNTERSIGN: 'off' } })).toMatchObject({
      jobs: [],
    })
  })

  it.each(['examples/sweep.yml', 'examples/sweep-matrix.yml'])('%s goes back to a day by hand', async name => {
    const payload = { repository: commentEvent('').repository, inputs: { since: '2026-05-01' } }
    expect(await interpret(name, { name: 'workflow_dispatch', payload })).toMatchObject({
      jobs: [{ steps: [{ with: { mode: 'sweep', since: '2026-05-01' } }] }],
    })
  })

  it('the matrix starts a job for each pull request of the list, and none for an empty one', async () => {
    const swept = (matrix: string) =>
      interpret('examples/sweep-matrix.yml', {
        name: 'schedule',
        payload: { repository: commentEvent('').repository },
        outputs: { sweep: { matrix } },
      })
    expect(await swept('')).toMatchObject({ jobs: [{ job: 'sweep' }] })
    const include = [42, 43].map(pull => ({ pull, for: 'head' }))
    expect(await swept(JSON.stringify({ include }))).toMatchObject({
      run: { concurrency: { group: 'countersign-sweep', cancelInProgress: false } },
      jobs: [
        { job: 'sweep', concurrency: null },
        { job: 'review / review', concurrency: { group: 'countersign-review-42-countersign' } },
        { job: 'review / review', concurrency: { group: 'countersign-review-43-countersign' } },
      ],
    })
  })
})
