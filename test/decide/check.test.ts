import { expect, it } from 'vitest'
import { checkOf, queueCheckOf } from '../../src/decide/check.ts'
import { plan } from '../../src/decide/plan.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { Story } from '../snapshot/story.ts'

const draft = (story: Story): unknown => Object.assign(story.facts.pull, { isDraft: true })

const said = (
  tell: (story: Story) => unknown,
  more: { rule?: string; kind?: 'skip' | 'wait'; failed?: boolean } = {},
): string => {
  const story = new Story()
  tell(story)
  const snapshot = story.snapshot()
  const { decision } = plan({ snapshot, policy: defaultPolicy(), owner: null })
  const found = decision.kind === 'review' ? { rule: null, kind: null } : { rule: decision.rule, kind: decision.kind }
  const check = checkOf({ snapshot, failed: false, ...found, ...more })
  return check === null ? 'nothing' : `${check.state}: ${check.title}`
}

it.each<[string, string, (story: Story) => unknown, Parameters<typeof said>[1]?]>([
  ['an approved head', 'success: Approved', story => story.verdict('A')],
  ['a head with a fix requested, also when a later run skips it', 'failure: Changes requested', story => story.verdict('F')],
  [
    'a paused pull, whatever was decided',
    'action_required: A person is needed: paused',
    story => [story.verdict('A'), story.labels('dev')],
  ],
  ['a draft that nobody reviewed', 'pending: Not decided yet: draft', draft],
  ['a draft that was approved', 'success: Approved', story => [story.verdict('A'), draft(story)]],
  [
    'the work of a stranger',
    'action_required: A person is needed: eligible',
    story => Object.assign(story.facts.pull, { author: { kind: 'User', login: 'guest' }, authorAssociation: 'NONE' }),
  ],
  ['a head whose review failed', 'action_required: A person is needed: finished', story => [story.claim(), story.ends('error')]],
  ['a run that failed before anything was decided', 'action_required: A person is needed', () => {}, { failed: true }],
  ['a new head that is still to be reviewed', 'nothing', story => [story.verdict('A'), story.push('B')]],
  ['a closed pull', 'nothing', story => [story.verdict('A'), story.close()]],
  ['a pull of documents only', 'neutral: Nothing to review: docs-only', () => {}, { rule: 'docs-only', kind: 'skip' }],
  ['checks that are waited for', 'pending: Not decided yet: checks', () => {}, { rule: 'checks', kind: 'wait' }],
  [
    'a rebase of what was approved',
    'success: Approved',
    story => [story.verdict('A'), story.push('B')],
    { rule: 'unchanged-patch', kind: 'skip' },
  ],
  ['a pull that another run holds', 'nothing', () => {}, { rule: 'in-progress', kind: 'wait' }],
])('the check of %s says %s', (_, expected, tell, more) => expect(said(tell, more)).toBe(expected))

it.each<[string, string, (story: Story) => unknown]>([
  [
    'has answered first',
    'pending: Not decided yet',
    story => [story.claim({ role: 'anchor' }), story.posts('F', { reviewer: 'anna', role: 'anchor' }), story.ends('continues')],
  ],
  ['could not answer', 'pending: Not decided yet', story => [story.claim(), story.ends('error')]],
  [
    'could not answer, where the panel has decided without it',
    'success: Approved',
    story => [story.claim(), story.ends('error'), story.verdict('A', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })],
  ],
])('the check of a panel whose member %s says %s, also by a run that names no member', (_, expected, tell) => {
  const story = new Story({ settings: { panel: ['anna', 'ben', 'cleo'], reviewer: 'anna' } })
  tell(story)
  for (const reviewer of ['anna', 'panel']) {
    story.settings.reviewer = reviewer
    const snapshot = story.snapshot()
    const policy = { ...defaultPolicy(), panel: [...snapshot.panel] }
    const { decision } = plan({ snapshot, policy, owner: null })
    if (decision.kind === 'review') throw new Error('Expected a member that has done its part.')
    const check = checkOf({ snapshot, failed: false, rule: decision.rule, kind: decision.kind })
    expect(`${check?.state}: ${check?.title}`).toBe(expected)
  }
})

it('a panel that cannot decide waits for a person, whatever it decided before', () => {
  const story = new Story({ settings: { panel: ['anna', 'ben', 'cleo'], reviewer: 'anna' } })
  story.verdict('A', { reviewer: 'panel', role: 'panel' })
  const check = checkOf({ snapshot: story.snapshot(), failed: false, rule: 'panel-undecided', kind: 'escalate' })
  expect(check).toEqual({ state: 'action_required', title: 'A person is needed: panel-undecided' })
})

it.each([
  ['success', 'A'],
  ['failure', 'F'],
] as const)('the merge queue is told %s by the decision that stands', (state, letter) => {
  const story = new Story()
  story.verdict(letter)
  expect(queueCheckOf(story.snapshot()).state).toBe(state)
  story.push('B')
  expect(queueCheckOf(story.snapshot())).toEqual({ state: 'action_required', title: 'A person is needed: no decision' })
})
