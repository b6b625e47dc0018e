import { describe, expect, it } from 'vitest'
import type { FindingState } from '../../src/markers/schema.ts'
import { loginOf } from '../../src/snapshot/ids.ts'
import { checkCount, type Row, type Tell, two } from './counted.ts'
import { Story } from './story.ts'
import { head } from './world.ts'

const finding = (id: string): FindingState => ({
  id,
  severity: 'high',
  blocking: true,
  path: 'a.ts',
  line: 1,
  status: 'new',
  title: id,
})

const rows: Row[] = [
  ['two heads with a fix requested are two', 2, () => {}],
  ['a third one is the third', 3, story => story.verdict('F')],
  [
    'other findings each time are no progress',
    4,
    story => [
      story.verdict('F', { findings: [finding('new')] }),
      story.push('D').verdict('F', { findings: [finding('newer'), finding('newest')] }),
    ],
  ],
  [
    'what is not a verdict of ours raises nothing: a failed start, a fix, an answer, a comment, a plain review',
    3,
    story => [
      story.claim() && story.ends('error'),
      story.claim({ role: 'fix' }) && story.ends('continues'),
      story.answers([]),
      story.says('dev', 'changes requested'),
      story.review({ by: 'us', body: 'Lint: 3 warnings' }),
      story.verdict('F'),
    ],
  ],
  ['an approval starts anew', 0, story => story.verdict('A')],
  ['after an approval the next fix-requested head is the first', 1, story => [story.verdict('A'), story.push('D').verdict('F')]],
  [
    'two heads after an approval are two, however many there were before',
    2,
    story => [story.verdict('A'), story.push('D').verdict('F'), story.push('E').verdict('F')],
  ],
  [
    'an approval that came first and a fix after it on the same head is one',
    1,
    story => [story.posts('A'), story.tick(), story.posts('F', { occasion: 'c9' })],
  ],
  [
    'a head pushed again after another is no second cycle',
    3,
    story => [story.verdict('F'), story.push('A').posts('F', { occasion: 'c9' })],
  ],
  [
    'a push, a merge of the base or a reopening starts nothing anew',
    2,
    story => story.push('D').close().reopen().retarget('next'),
  ],
  [
    'an escalation, its comment deleted by a person, starts nothing anew',
    2,
    story => story.escalates().deletes(story.facts.comments.at(-1)?.id ?? 0, 'dev'),
  ],
  ['nor does the status comment, deleted', 2, story => story.deletes(story.statusId(), 'dev')],
  ['nor the review thread, resolved by a person', 2, story => story.thread('f1', { isResolved: true })],
  [
    'a second verdict on the same head is no second cycle',
    3,
    story => [story.verdict('F'), story.asks(), story.posts('F', { occasion: 'c1' })],
  ],
  [
    'a verdict at another base of the same head is no second cycle',
    3,
    story => [story.verdict('F'), story.retarget('next').verdict('F')],
  ],
  [
    'a fix requested in the second of an approval counts',
    1,
    story => [story.sameSecond().verdict('A'), story.push('D').verdict('F')],
  ],
  ['a superseded one, minimised, counts', 3, story => story.minimises(story.verdict('F'))],
  ['a dismissed one counts', 3, story => story.dismisses(story.verdict('F'))],
  ['one whose inline threads are resolved counts', 3, story => [story.verdict('F'), Object.assign(story.facts, { threads: [] })]],
  ['an approval that GitHub dismissed after a push still starts anew', 0, story => story.dismisses(story.verdict('A'))],
  ['a carried approval does not start anew', 2, story => story.posts('A', { carriedFrom: head('B') })],
  ['a carried verdict is no cycle', 2, story => story.posts('F', { carriedFrom: head('B') })],
  ['a verdict that a person edited counts as a fix requested', 3, story => story.edits(story.verdict('A'), 'dev')],
  ['an approval that a person edited no longer starts anew', 3, story => story.edits(story.verdict('A'), 'lead')],
  [
    'a review of ours whose marker was edited away counts for its commit',
    3,
    story => story.edits(story.verdict('A'), 'dev', 'Approved!'),
  ],
  [
    'a review of ours that never had a marker is another tool’s',
    2,
    story => story.review({ by: 'us', body: 'Lint: 3 warnings' }),
  ],
  ['a person’s approval starts anew', 0, story => story.approves('lead')],
  ['an approval without push access does not', 2, story => story.approves('guest', { canPush: false })],
  ['an automation account’s approval does not', 2, story => story.approves('ci')],
  ['a foreign bot’s approval does not', 2, story => story.approves('other[bot]')],
  ['an approval of a deleted account does not', 2, story => story.approves('ghost')],
  ['a person’s request for changes is no cycle of ours', 2, story => story.requestsChanges('lead')],
  ['a person’s plain comment changes nothing', 2, story => story.says('dev', 'I pushed a fix.')],
  ['a request alone changes nothing', 2, story => story.asks()],
  ['a served request starts anew, and its own verdict is the first', 1, story => [story.asks(), story.verdict('F')]],
  ['a refused request changes nothing', 2, story => story.answers([story.asks()])],
  ['a listed bot’s request is served and starts nothing anew', 3, story => [story.asks('listed[bot]'), story.verdict('F')]],
  ['a foreign bot’s request is none', 3, story => [story.asks('other[bot]'), story.verdict('F')]],
  ['an automation account’s request is none', 3, story => [story.asks('ci'), story.verdict('F')]],
  ['a stranger’s request is none', 3, story => [story.asks('guest'), story.verdict('F')]],
  ['a user who took the name of a listed bot is a stranger', 3, story => [story.asks('listed'), story.verdict('F')]],
  [
    'the pause label taken off by a person starts anew once served',
    1,
    story => [story.escalates(), story.unlabels('dev'), story.verdict('F')],
  ],
  ['taken off by a bot it does not', 3, story => [story.escalates(), story.unlabels('other[bot]'), story.verdict('F')]],
  [
    'the ask label set again by a person starts anew once served',
    1,
    story => [story.labels('dev', 'ai-review'), story.verdict('F')],
  ],
  ['set again by a bot it does not', 3, story => [story.labels('other[bot]', 'ai-review'), story.verdict('F')]],
  [
    'a served request counts on after its verdict was edited as if it had never been',
    3,
    story => [story.asks(), story.edits(story.verdict('F'), 'dev')],
  ],
  [
    'a review request answered once counts on when GitHub has forgotten it',
    1,
    story => {
      story.requestsReview('dev').verdict('F')
      story.facts.pull.reviewRequest = null
    },
  ],
  ['a review request by a bot starts nothing anew', 3, story => story.requestsReview('other[bot]').verdict('F')],
  ['a panel member’s opinion is no cycle', 2, story => story.posts('F', { role: 'enricher', reviewer: 'second' })],
  ['what the panel decided is one', 3, story => story.posts('F', { role: 'panel', reviewer: 'panel' })],
  ['what the panel agreed to starts anew', 0, story => story.posts('A', { role: 'panel', reviewer: 'panel' })],
  ['a second reviewer’s fix is a cycle too', 3, story => story.posts('F', { reviewer: 'second' })],
  [
    'one reviewer’s approval does not outvote another’s fix on that head',
    3,
    story => [story.posts('F', { reviewer: 'second' }), story.verdict('A')],
  ],
  [
    'the slower one’s fix after an approval of that head counts',
    3,
    story => [story.verdict('A'), story.posts('F', { reviewer: 'second' })],
  ],
]

describe('of two fix-requested heads, the count of cycles: ', () => {
  it.each(rows)('%s (%i)', (...row) => checkCount(row))

  it('is told with the heads that make it, oldest first', () => {
    const story = two()
    story.verdict('F')
    expect(story.snapshot().cycle.counted.map(one => one.head)).toEqual([head('A'), head('B'), head('C')])
  })
})

describe('under a personal token', () => {
  const personal = (): Story => {
    const story = new Story({ facts: { viewer: { login: loginOf('dev'), id: 2, isBot: false } } })
    story.verdict('F')
    story.push('B')
    return story
  }

  it.each<[string, string[], Tell]>([
    [
      'our own output never asks, whatever it says',
      [],
      story =>
        story.comment({
          by: 'dev',
          body: '@countersign review',
          marker: { kind: 'answer', repo: 900, pull: 7, acts: [], outcome: 'answered', nonce: 'x' },
        }),
    ],
    ['the person’s own words do', ['request'], story => story.asks('dev')],
    ['another person’s label does', ['unlabel'], story => [story.labels('lead'), story.unlabels('lead')]],
    [
      'the person’s own label does not: we set it with the same account',
      [],
      story => [story.labels('dev'), story.unlabels('dev')],
    ],
  ])('%s', (_, kinds, tell) => {
    const story = personal()
    tell(story)
    expect(
      story
        .snapshot()
        .acts.filter(act => act.state.kind === 'open')
        .map(act => act.kind),
    ).toEqual(kinds)
  })

  it('the person’s own approval starts nothing anew', () => {
    const story = personal()
    story.approves('dev')
    expect(story.snapshot().cycle.count).toBe(1)
  })
})

describe('starts and cost', () => {
  it('are what verdicts and pushed fixes prove, where another account edited what the status comment says', () => {
    const story = two()
    const push = { commit: head('C'), parent: head('B'), at: story.facts.observedAt, silent: true }
    const marker = { kind: 'fix-tasks' as const, ...story.binding(), reviewer: 'countersign', tasks: [], pushes: [push] }
    story.comment({ by: 'us', body: 'Fixes', marker })
    const counted = story.snapshot().statuses[0]?.marker
    if (counted === undefined) throw new Error('Expected a status comment, found none.')
    story.writeStatus({ ...counted, starts: { ...counted.starts, life: 90 } })
    expect(story.snapshot().starts).toMatchObject({ life: 90 })
    story.edits(story.statusId(), 'dev')
    expect(story.snapshot().starts).toEqual({ life: 3, sinceEngagement: 3, noVerdict: 0 })
    story.deletes(story.statusId(), 'dev')
    expect(story.snapshot().starts).toMatchObject({ life: 4 })
  })

  it('are those of all reviewers of the pull, each counted once', () => {
    const story = two()
    story.settings.reviewer = 'second'
    story.verdict('F', { reviewer: 'second' })
    story.push('D').verdict('F', { reviewer: 'second' })
    expect(story.snapshot()).toMatchObject({ starts: { life: 2 }, elsewhere: { starts: { life: 2 } } })
    story.settings.reviewer = 'countersign'
    expect(story.snapshot()).toMatchObject({ starts: { life: 2 }, elsewhere: { starts: { life: 2 } } })
  })
})
