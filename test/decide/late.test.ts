import { expect, test } from 'vitest'
import { decide } from '../../src/decide/decide.ts'
import type { Late } from '../../src/decide/late.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import type { CheckFact } from '../../src/snapshot/facts.ts'
import { Story } from '../snapshot/story.ts'
import { head } from '../snapshot/world.ts'
import { type Change, says } from './decided.ts'

const check = (more: Partial<CheckFact> = {}): CheckFact => ({
  name: 'test',
  app: 'ci',
  workflowRun: null,
  state: 'passed',
  required: false,
  ...more,
})

const reviewedWith = (patch: string, letter: 'A' | 'F' = 'A'): Story => {
  const story = new Story()
  story.push('a').verdict(letter, { patch })
  return story
}

/** The head is a push of ours, so many seconds old. */
const ownPush = (seconds: number): Story => {
  const story = new Story().push('b')
  const { observedAt: at, pull } = story.facts
  const pushes = [{ commit: pull.head.oid, parent: head('a'), at, silent: true }]
  story.comment({
    by: 'us',
    body: 'Fixes',
    marker: { kind: 'fix-tasks', ...story.binding(), reviewer: 'countersign', tasks: [], pushes },
  })
  story.facts.observedAt = at + seconds
  return story
}

const required: Change = { policy: { 'wait-for-checks': 'required' } }
const all: Change = { policy: { 'wait-for-checks': 'all' } }
const read = (...list: CheckFact[]): Partial<Late> => ({ checks: { kind: 'read', list } })

test.each<[string, () => Story, Change, RegExp]>([
  [
    'a rebase that leaves the patch as it was is not reviewed again',
    () => reviewedWith('p1').push('b'),
    { late: { patch: 'p1' } },
    /^skip unchanged-patch: the patch is the one that was reviewed at [0-9a-f]{7} \(approved\)/,
  ],
  ['a changed byte is reviewed', () => reviewedWith('p1').push('b'), { late: { patch: 'p2' } }, /^review first$/],
  [
    'a retarget is reviewed, with the same patch too',
    () => reviewedWith('p1').push('b').retarget('next'),
    { late: { patch: 'p1' } },
    /^review first$/,
  ],
  [
    'only the newest verdict is compared',
    () => {
      const story = reviewedWith('p1')
      story.push('b').verdict('F', { patch: 'p2' })
      return story.push('c')
    },
    { late: { patch: 'p1' } },
    /^review first$/,
  ],
  ['a diff without a fingerprint is reviewed', () => reviewedWith('p1').push('b'), { late: { patch: null } }, /^review first$/],
  [
    'a request passes an unchanged patch',
    () => {
      const story = reviewedWith('p1').push('b')
      story.asks()
      return story
    },
    { late: { patch: 'p1' } },
    /^review c/,
  ],
  [
    'a failing required check skips',
    () => new Story().push('a'),
    { ...required, late: read(check({ state: 'failed', required: true })) },
    /^skip checks: failing: test$/,
  ],
  [
    'a pending required check waits',
    () => new Story().push('a'),
    { ...required, late: read(check({ state: 'pending', required: true })) },
    /^wait checks: not finished: test$/,
  ],
  [
    'a check that is not required is no reason to wait for the required ones',
    () => new Story().push('a'),
    { ...required, late: read(check({ state: 'failed' })) },
    /^review first$/,
  ],
  [
    'it is one when all are waited for',
    () => new Story().push('a'),
    { ...all, late: read(check({ state: 'failed' })) },
    /^skip checks: failing/,
  ],
  [
    'a failing one speaks before a pending one',
    () => new Story().push('a'),
    { ...all, late: read(check({ state: 'pending' }), check({ name: 'lint', state: 'failed' })) },
    /^skip checks: failing: lint$/,
  ],
  [
    'checks that cannot be read are waited for, not guessed',
    () => new Story().push('a'),
    { ...all, late: { checks: { kind: 'unreadable', why: 'Resource not accessible' } } },
    /^wait checks: the checks of this head cannot be read: Resource not accessible$/,
  ],
  [
    'a head of ours without any check waits',
    () => ownPush(1_799),
    { ...all, late: read() },
    /^wait checks: no check has begun on our own push of 29 minutes ago$/,
  ],
  [
    'a check that has begun on it is waited for as ever',
    () => ownPush(1_800),
    { ...all, late: read(check({ state: 'pending' })) },
    /^wait checks: not finished/,
  ],
  ['half an hour after our push it is reviewed without', () => ownPush(1_800), { ...all, late: read() }, /^review first$/],
  [
    'a head of somebody else without checks does not wait',
    () => new Story().push('a'),
    { ...all, late: read() },
    /^review first$/,
  ],
  [
    'a request passes pending checks',
    () => {
      const story = new Story().push('a')
      story.asks()
      return story
    },
    { ...all, late: read(check({ state: 'pending' })) },
    /^review c/,
  ],
  [
    'without the policy nobody waits',
    () => new Story().push('a'),
    { late: read(check({ state: 'failed', required: true })) },
    /^review first$/,
  ],
  [
    'a pull whose linked issues are all closed is skipped',
    () => new Story().push('a'),
    { policy: { 'linked-issue': 'require-open' }, late: { linked: { open: 0, closed: 2 } } },
    /^skip linked-issue: all 2 linked issues are closed$/,
  ],
  [
    'one open issue is enough',
    () => new Story().push('a'),
    { policy: { 'linked-issue': 'require-open' }, late: { linked: { open: 1, closed: 2 } } },
    /^review first$/,
  ],
  [
    'a pull that closes nothing is reviewed',
    () => new Story().push('a'),
    { policy: { 'linked-issue': 'require-open' }, late: { linked: { open: 0, closed: 0 } } },
    /^review first$/,
  ],
])('%s', (_, story, change, words) => {
  expect(says(story(), change)).toMatch(words)
})

test('a request for a pull with closed issues is refused with the reason', () => {
  const story = new Story().push('a')
  story.asks()
  const late: Late = { patch: null, files: null, checks: null, linked: { open: 0, closed: 1 }, day: null }
  const decision = decide({
    snapshot: story.snapshot(),
    policy: { ...defaultPolicy(), 'linked-issue': 'require-open' },
    owner: null,
    late,
  })
  expect(decision.effects).toEqual([
    expect.objectContaining({ kind: 'post-answer', why: 'the linked issue is closed; reopen an issue, or link an open one' }),
  ])
})

test('an approval that GitHub dismissed is carried to the equal patch; without approve: true nothing is written', () => {
  const story = reviewedWith('p1')
  const review = story.facts.reviews.at(-1)
  if (review === undefined) throw new Error('Expected a review.')
  review.state = 'DISMISSED'
  story.push('b')
  const effects = (approve: boolean) =>
    decide({
      snapshot: story.snapshot(),
      policy: { ...defaultPolicy(), approve },
      owner: null,
      late: { patch: 'p1', files: null, checks: null, linked: null, day: null },
    }).effects
  expect(effects(true)).toEqual([expect.objectContaining({ kind: 'carry-approval' })])
  expect(effects(false)).toEqual([])
})

test('the rules that are read last say so before they were asked', () => {
  const decision = decide({ snapshot: new Story().push('a').snapshot(), policy: defaultPolicy(), owner: null })
  expect(decision.trail.filter(report => report.passed === 'unread').map(report => report.rule)).toEqual([
    'linked-issue',
    'unchanged-patch',
    'docs-only',
    'checks',
    'daily-budget',
  ])
})
