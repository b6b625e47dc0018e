import { expect, it } from 'vitest'
import { cleanupLine, isEmpty, planCleanup } from '../../src/cleanup/plan-cleanup.ts'
import { policySchema } from '../../src/policy/schema.ts'

const policy = policySchema.parse({ reviewers: { second: { login: 'second-app' } } })
const ours = { policy, accounts: ['github-actions[bot]', 'dev'] }
const marked = 'Changes requested.\n\n<!-- countersign:v1 {"kind":"verdict"} -->'

it('what is ours is taken back, and nothing of anybody else’s', () => {
  const plan = planCleanup(
    { number: 7, labels: ['bug', 'AI-review', 'skill:api', 'needs-human-review'], requested: ['lead', 'second-app', 'dev'] },
    [
      { id: 1, by: 'github-actions[bot]', body: marked },
      { id: 2, by: 'github-actions[bot]', body: 'Another tool under the same account' },
      { id: 3, by: 'github-actions', body: marked },
      { id: 4, by: 'lead', body: marked },
    ],
    ours,
  )
  expect(plan).toEqual({
    number: 7,
    labels: ['AI-review', 'skill:api', 'needs-human-review'],
    requests: ['second-app', 'dev'],
    reviews: [1],
  })
  expect(cleanupLine(plan)).toBe(
    '#7  labels AI-review, skill:api, needs-human-review  review requests to second-app, dev  change requests 1',
  )
})

it('a pull request without anything of ours is passed over', () => {
  expect(isEmpty(planCleanup({ number: 8, labels: ['bug'], requested: ['lead'] }, [], ours))).toBe(true)
})
