import { expect, it } from 'vitest'
import { type Policy, policySchema } from '../../src/policy/schema.ts'
import { planRequest, type RequestInput, type RequestPlan } from '../../src/request/plan-request.ts'
import { loginOf } from '../../src/snapshot/ids.ts'
import { Story } from '../snapshot/story.ts'
import { head, PULL, REPO } from '../snapshot/world.ts'

const skills = ['security', 'payments']

/** `lead` asks for the review of `dev`'s pull; each case changes one thing. */
const planned = (
  story: Story,
  change: Partial<Omit<RequestInput, 'wanted'>> & { wanted?: Partial<RequestInput['wanted']> } = {},
) => {
  const { wanted, ...rest } = change
  return planRequest({
    snapshot: story.snapshot(),
    answers: story.snapshot(),
    policy: policySchema.parse({}),
    caller: { login: loginOf('lead'), permission: 'admin' },
    requested: { users: [], teams: [] },
    skills,
    ...rest,
    wanted: { reviewers: [], skills: [], note: null, ...wanted },
  })
}

const asks = (plan: RequestPlan): Extract<RequestPlan, { kind: 'ask' }> => {
  if (plan.kind === 'refused') throw new Error(plan.why)
  return plan
}

const whys = (plan: RequestPlan): string => (plan.kind === 'refused' ? `${plan.why}; ${plan.cure}` : 'not refused')

const own = { caller: { login: loginOf('dev'), permission: 'write' as const } }

const selfReviewed = (story: Story, of: { by?: string; passed?: boolean; at?: string; author?: string } = {}): Story => {
  const { by = 'dev', passed = true, at = 'A', author = 'dev' } = of
  const marker = { kind: 'self-review' as const, repo: REPO, pull: PULL, head: head(at), passed, author, comment: null }
  story.comment({ by, body: 'Looked at it.', marker })
  return story
}

it('a first request sets the label and those of the skills, and asks the reviewers', () => {
  const plan = asks(
    planned(new Story(), { wanted: { reviewers: ['guest', '@Octo/Core'], skills: ['Security'], note: 'Soon, please' } }),
  )
  expect(plan).toEqual({
    kind: 'ask',
    labels: ['ai-review', 'skill:security'],
    relabel: null,
    reviewers: [
      { kind: 'user', name: 'guest' },
      { kind: 'team', name: 'core' },
    ],
    note: 'Soon, please',
    said: [],
  })
})

it('asked again, only what is missing is done', () => {
  const story = new Story()
  story.labels('lead', 'ai-review')
  story.comment({ by: 'us', body: 'Soon, please' })
  const plan = asks(
    planned(story, {
      wanted: { reviewers: ['guest', 'ci'], skills: ['security'], note: 'Soon, please' },
      requested: { users: [loginOf('guest')], teams: [] },
    }),
  )
  expect(plan).toMatchObject({ labels: ['skill:security'], reviewers: [{ kind: 'user', name: 'ci' }], note: null })
  expect(plan.said).toEqual(['the label ai-review is on already', 'guest: is asked already'])
})

it.each([
  ['the author', 'dev', 'dev: the author of a pull request cannot review it'],
  ['a team of others', 'other/core', 'other/core: is a team of another organisation than octo'],
  ['a reviewer without a login', 'second', 'second: reviews as Countersign’s own account: the label asks it'],
])('%s in the list is not asked, and told', (_, name, words) => {
  const policy = policySchema.parse({ reviewers: { second: { skills: ['security'] } } })
  expect(asks(planned(new Story(), { policy, wanted: { reviewers: [name] } }))).toMatchObject({ reviewers: [], said: [words] })
})

it('a name of the policy stands for its login, and two names of one account ask it once', () => {
  const policy: Policy = policySchema.parse({ reviewers: { Security: { login: 'sec-bot' } } })
  const plan = asks(planned(new Story(), { policy, wanted: { reviewers: ['security', 'sec-bot'] } }))
  expect(plan.reviewers).toEqual([{ kind: 'user', name: 'sec-bot' }])
})

it('who answered this head is not asked again; who answered an older one is', () => {
  const story = new Story()
  story.review({ by: 'lead', body: 'Fine', state: 'APPROVED' })
  const wanted = { reviewers: ['lead'] }
  expect(asks(planned(story, { wanted })).said).toEqual(['lead: has answered this head already'])
  story.push('B')
  expect(asks(planned(story, { wanted })).reviewers).toEqual([{ kind: 'user', name: 'lead' }])
})

it('the label of an answered request is set anew for a new head, and not for the head that has its answer', () => {
  const story = new Story()
  story.labels('lead', 'ai-review')
  story.verdict('F')
  const answered = asks(planned(story))
  expect(answered).toMatchObject({ labels: [], relabel: null })
  expect(answered.said[0]).toMatch(
    /^Countersign has answered this head: fix-requested; to have it reviewed again, comment @countersign review/,
  )
  story.push('B')
  expect(asks(planned(story))).toMatchObject({ labels: ['ai-review'], relabel: 'ai-review', said: [] })
})

it('a head that was answered unasked is not asked for by the label either', () => {
  const story = new Story()
  story.verdict('A')
  expect(asks(planned(story))).toMatchObject({
    labels: [],
    relabel: null,
    said: [expect.stringMatching(/^Countersign has answered/)],
  })
  story.push('B')
  expect(asks(planned(story))).toMatchObject({ labels: ['ai-review'], said: [] })
})

it.each([
  ['a closed pull', (story: Story) => story.close(), {}, /^the pull request is closed; reopen it/],
  [
    'a stranger',
    () => {},
    { caller: { login: loginOf('guest'), permission: 'read' as const } },
    /^guest has no write access here/,
  ],
  [
    'a skill that nobody knows',
    () => {},
    { wanted: { skills: ['securty'] } },
    /^no skill is named securty; take some of security, payments/,
  ],
  [
    'the author without a self-review',
    () => {},
    own,
    /dev’s own, and it has no self-review of its head 4141414; record one first: self-review octo\/hello#7/,
  ],
  ['one of an older head', (story: Story) => selfReviewed(story, { at: 'B' }), own, /no self-review of its head/],
  ['one by another', (story: Story) => selfReviewed(story, { by: 'lead' }), own, /no self-review of its head/],
  ['one that names another', (story: Story) => selfReviewed(story, { author: 'lead' }), own, /no self-review of its head/],
  ['one that did not pass', (story: Story) => selfReviewed(story, { passed: false }), own, /says that it is not ready/],
  [
    'one that another edited',
    (story: Story) =>
      Object.assign(selfReviewed(story).facts.comments[0] ?? {}, {
        editedAt: 1_900_000_000,
        editor: { kind: 'User', login: 'lead' },
      }),
    own,
    /no self-review of its head/,
  ],
])('%s is refused before anything is written', (_, happens, change, words) => {
  const story = new Story()
  happens(story)
  expect(whys(planned(story, change))).toMatch(words)
})

it('the author with a passed self-review of this head may ask', () => {
  expect(asks(planned(selfReviewed(new Story()), own)).labels).toEqual(['ai-review'])
})

const said = '@countersign self-review\nChanged: a\nVerified: b\nReady: c'

it('our record of the author’s comment counts while that comment stands and passes, and no other’s', () => {
  const record = (by: string, asked: string, body = said) => {
    const story = new Story()
    const comment = story.comment({ by: asked, body })
    const marker = {
      kind: 'self-review' as const,
      repo: REPO,
      pull: PULL,
      head: head('A'),
      passed: true,
      author: 'dev',
      comment: comment.id,
    }
    story.comment({ by, body: 'Recorded.', marker })
    return whys(planned(story, own))
  }
  expect(record('us', 'dev')).toBe('not refused')
  expect(record('lead', 'dev')).toMatch(/it has no self-review/)
  expect(record('us', 'lead')).toMatch(/it has no self-review/)
  expect(record('us', 'dev', 'I changed my mind')).toMatch(/it has no self-review/)
  expect(record('us', 'dev', said.replace('Ready', 'Not ready'))).toMatch(/says that it is not ready/)
  expect(record('us', 'dev', '@countersign self-review\nChanged: a')).toMatch(/says that it is not ready/)
})

it('a self-review is no marker of others that would be counted as met', () => {
  expect(selfReviewed(new Story()).snapshot().ignored.foreign).toBe(0)
})
