import { describe, expect, it } from 'vitest'
import { loginOf } from '../../src/snapshot/ids.ts'
import { Story } from '../snapshot/story.ts'
import { actor } from '../snapshot/world.ts'
import { check, type Row } from './rows.ts'
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

describe('on a new pull,', () => {
  it.each(rows)('%s → %s', (...row) => check(new Story(), row))
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
