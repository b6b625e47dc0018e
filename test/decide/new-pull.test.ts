import { describe, expect, it } from 'vitest'
import { loginOf } from '../../src/snapshot/ids.ts'
import { Story } from '../snapshot/story.ts'
import { actor } from '../snapshot/world.ts'
import { check, labelAndComment, type Row } from './rows.ts'
import { openKinds } from './says.ts'

const by = (name: string, more: object = {}) => ({ author: actor(name), ...more })
const held = { held: true }

const rows: Row[] = [
  ['a new head is reviewed', 'review', [], () => {}],
  ['a closed pull is left alone', 'skip: open', [], story => story.close()],
  ['a merged pull is left alone', 'skip: open', [], story => story.close('MERGED')],
  ['a request on a merged pull is answered', 'skip: open', ['answer to c101'], story => [story.asks(), story.close('MERGED')]],
  ['a bot’s request on it gets no answer', 'skip: open', [], story => [story.asks('listed[bot]'), story.close()]],
  ['a draft waits', 'skip: draft', [], story => Object.assign(story.facts.pull, { isDraft: true })],
  [
    'a draft is reviewed by policy',
    'review',
    [],
    story => Object.assign(story.facts.pull, { isDraft: true }),
    { policy: { drafts: true } },
  ],
  ['a request passes the draft', 'review', [], story => [story.asks(), Object.assign(story.facts.pull, { isDraft: true })]],
  ['our own App’s pull is left alone', 'skip: eligible', [], story => Object.assign(story.facts.pull, by('us'))],
  ['a bot’s pull waits for a person', 'skip: eligible', [], story => Object.assign(story.facts.pull, by('other[bot]'))],
  ['a person asks for a bot’s pull', 'review', [], story => [story.asks(), Object.assign(story.facts.pull, by('other[bot]'))]],
  [
    'a stranger’s pull waits for a person',
    'skip: eligible',
    [],
    story => Object.assign(story.facts.pull, by('guest', { authorAssociation: 'NONE' })),
  ],
  [
    'so does that of a collaborator who may only read',
    'skip: eligible',
    [],
    story => {
      Object.assign(story.facts.pull, by('guest', { authorAssociation: 'COLLABORATOR' }))
      story.facts.permissions[loginOf('guest')] = 'read'
    },
  ],
  [
    'outside of organisations a collaborator may write',
    'review',
    [],
    story => {
      Object.assign(story.facts.pull, by('guest', { authorAssociation: 'COLLABORATOR' }))
      story.facts.repository.isInOrganization = false
    },
  ],
  ['without its label nothing is reviewed', 'skip: eligible', [], () => {}, { policy: { review: 'labeled' } }],
  ['the label of any case will do', 'review', [], story => story.labels('dev', 'AI-Review'), { policy: { review: 'labeled' } }],
  ['opened and labeled within a second is one review', 'review', [], story => story.sameSecond().labels('dev', 'ai-review')],
  ['and stays one', 'skip: already-reviewed', [], story => [story.sameSecond().labels('dev', 'ai-review'), story.verdict('F')]],
  [
    'labeled in the second of our verdict is no request',
    'skip: already-reviewed',
    [],
    story => [story.sameSecond().verdict('F'), story.labels('dev', 'ai-review')],
  ],
  [
    'a code owner’s automatic request is none',
    'skip: eligible',
    [],
    story => Object.assign(story.facts.pull, { reviewRequest: { id: 5, asCodeOwner: true } }),
    { policy: { review: 'requested' } },
  ],
  ['an excluded branch is left alone', 'skip: eligible', [], () => {}, { policy: { 'excluded-branches': ['lo*'] } }],
  ['an excluded author is left alone', 'skip: eligible', [], () => {}, { policy: { 'excluded-authors': [loginOf('dev')] } }],
  [
    'the lock of a living run is respected',
    'wait: in-progress',
    [],
    story => Object.assign(story.facts.lock, held),
    { owner: 'alive' },
  ],
  [
    'a lock taken just now is respected',
    'wait: in-progress',
    [],
    story => Object.assign(story.facts.lock, held),
    { owner: 'unknown' },
  ],
  ['a request waits for the living run', 'wait: in-progress', [], story => [story.asks(), story.claim()], { owner: 'alive' }],
  ['the pause label of a person is waited for', 'wait: paused', [], story => story.labels('dev')],
  ['the pause label in capitals too', 'wait: paused', [], story => story.labels('dev', 'Needs-Human-Review')],
  ['a request passes a person’s pause', 'review', [], story => [story.labels('dev'), story.asks()]],
  ['a stranger’s request passes nothing', 'wait: paused', [], story => [story.labels('dev'), story.asks('guest')]],
  ['a listed bot’s request passes no pause', 'wait: paused', [], story => [story.labels('dev'), story.asks('listed[bot]')]],
  ['the label of a bot is waited for', 'wait: paused', [], story => story.labels('other[bot]')],
  [
    'a label whose setting is not listed yet is waited for',
    'wait: paused',
    [],
    story => story.facts.pull.labels.push('needs-human-review'),
  ],
  [
    'a label that a person set since, not listed yet, stays',
    'wait: paused',
    [],
    story => [story.labels('us'), story.unlabels('us'), story.facts.pull.labels.push('needs-human-review')],
  ],
]

/** A review was started, and a bot deletes the comment that says so. */
const startIsHidden = (story: Story): Story => {
  story.claim()
  return story.deletes(story.statusId(), 'other[bot]')
}
const hidden = (story: Story, times: number): void => {
  for (let time = 0; time < times; time++) startIsHidden(story)
}

const deletions: Row[] = [
  ['a status comment that a bot deletes calls a person', 'escalate: status-kept', labelAndComment('status-gone'), startIsHidden],
  [
    'so does any comment of ours that another deletes: nobody can tell which it was',
    'escalate: status-kept',
    labelAndComment('status-gone'),
    story => story.deletes(story.answers([]), 'dev'),
  ],
  ['one that we delete ourselves does not', 'review', [], story => story.deletes(story.answers([]), 'us')],
  ['nor does another’s', 'review', [], story => story.deletes(story.says('lead', 'hm'), 'dev')],
  ['it is told once', 'wait: paused', [], story => [startIsHidden(story), story.escalates('status-gone')]],
  [
    'after an approval the next head is reviewed, and its loss is told again',
    'escalate: status-kept',
    labelAndComment('status-gone'),
    story => [
      startIsHidden(story).escalates('status-gone').approves('lead'),
      story.unlabels('us'),
      startIsHidden(story.push('B')),
    ],
  ],
  ['a request passes it', 'review', [], story => [startIsHidden(story), story.asks()]],
  ['a request whose starts were hidden twice is started once more', 'review', [], story => [story.asks(), hidden(story, 2)]],
  ['hidden three times, it is refused', 'skip: act-starts', ['answer to c101'], story => [story.asks(), hidden(story, 3)]],
  [
    'starts that a status comment counts are added',
    'skip: act-starts',
    ['answer to c101'],
    story => [story.asks(), hidden(story, 2), story.claim() && story.ends('continues')],
  ],
  ['what was hidden before the request is not its own', 'review', [], story => [hidden(story, 3), story.asks()]],
  [
    'hidden starts use up the starts of a life',
    'escalate: starts',
    ['answer to c105', ...labelAndComment('starts')],
    story => [hidden(story, 2), story.asks()],
    { policy: { 'max-starts-life': 2 } },
  ],
  ['a run whose claim was deleted starts nothing again', 'none', [], story => story.asks(), { run: { claimDeleted: true } }],
  [
    'it still calls a person',
    'escalate: status-kept',
    labelAndComment('status-gone'),
    startIsHidden,
    { run: { claimDeleted: true } },
  ],
]

describe('on a new pull,', () => {
  it.each(rows)('%s → %s', (...row) => check(new Story(), row))
})

describe('where comments of ours are deleted,', () => {
  it.each(deletions)('%s → %s', (...row) => check(new Story(), row))
})

describe('open requests', () => {
  it.each<[string, string[], Row[3]]>([
    ['are listed oldest first', ['request', 'unlabel'], story => [story.asks(), story.labels('dev'), story.unlabels('dev')]],
    ['need write access', [], story => story.asks('guest')],
    ['may stand in a review’s body', ['request'], story => story.review({ by: 'dev', body: '@countersign review' })],
    [
      'stand once, however often the list repeats them',
      ['request'],
      story => [story.asks(), story.facts.comments.push(...story.facts.comments)],
    ],
  ])('%s', (_, kinds, tell) => {
    const story = new Story()
    tell(story)
    expect(openKinds(story)).toEqual(kinds)
  })

  it('of people whose access is not known yet wait for that', () => {
    const story = new Story({ facts: { permissions: {} } })
    story.asks()
    expect(story.snapshot().acts.map(act => act.state.kind)).toEqual(['needs-permission'])
  })
})
