import { describe, it } from 'vitest'
import type { Story } from '../snapshot/story.ts'
import { head } from '../snapshot/world.ts'
import { check, labelAndComment, type Row, reviewed, statusMarker, used } from './rows.ts'

/** The answer stays, but lists nothing any more. */
const emptyAnswer = (story: Story): void => {
  const text = story.answers([story.asks()])
  story.edits(text, 'other[bot]', story.textOf(text).body.replace(/"acts":\[[^\]]*\]/, '"acts":[]'))
}
const failed = (story: Story): Story => {
  story.push('B').claim()
  return story.ends('error')
}
const threeStarts = (story: Story, more: { overtaken?: boolean } = {}): Story => {
  story.push('B').claim()
  story.claim()
  story.claim()
  return story.ends('continues', more)
}
/** As head A, but for the last digit. */
const twin = `${head('A').slice(0, 39)}0`
const statusLost = (story: Story): Story => story.deletes(story.statusId(), 'lead')

const requests: Row[] = [
  ['the same head is not reviewed again', 'skip: already-reviewed', [], () => {}],
  ['reopened, it is still reviewed', 'skip: already-reviewed', [], story => story.close().reopen()],
  ['a push is reviewed', 'review', [], story => story.push('B')],
  ['a head whose name begins the same is another', 'review', [], story => Object.assign(story.facts.pull.head, { oid: twin })],
  ['another base is reviewed', 'review', [], story => story.retarget('next')],
  ['a request at the same head is reviewed', 'review', [], story => story.asks()],
  ['the ask label set again is a request', 'review', [], story => story.labels('dev', 'ai-review')],
  ['set by us it is none', 'skip: already-reviewed', [], story => story.labels('us', 'ai-review')],
  ['a native review request is a request', 'review', [], story => story.requestsReview('dev')],
  ['one that GitHub tells no asker of is a request', 'review', [], story => story.requestsReview(null)],
  [
    'one from before our verdict is none',
    'skip: already-reviewed',
    [],
    story => story.requestsReview('dev') && Object.assign(story.facts.timeline.at(-1) ?? {}, { at: 1 }),
  ],
  ['one by a foreign bot is none', 'skip: already-reviewed', [], story => story.requestsReview('other[bot]')],
  ['one by a person without write access is none', 'skip: already-reviewed', [], story => story.requestsReview('guest')],
  ['the pause label taken off by a person is a request', 'review', [], story => [story.labels('dev'), story.unlabels('dev')]],
  [
    'a bot’s label and its removal are none',
    'skip: already-reviewed',
    [],
    story => [story.labels('other[bot]'), story.unlabels('other[bot]')],
  ],
  [
    'a comment that its author edited may ask',
    'review',
    [],
    story => story.edits(story.says('dev', 'hm'), 'dev', '@countersign review'),
  ],
  [
    'one that another edited does not',
    'skip: already-reviewed',
    [],
    story => story.edits(story.says('dev', 'hm'), 'lead', '@countersign review'),
  ],
  ['a quoted request is none', 'skip: already-reviewed', [], story => story.says('dev', '> @countersign review')],
  ['a served request is done', 'skip: already-reviewed', [], story => [story.asks(), story.verdict('F')]],
  ['a refused request is done', 'skip: already-reviewed', [], story => story.answers([story.asks()])],
  ['a request after the one served is open', 'review', [], story => [story.asks(), story.verdict('F'), story.asks()]],
  [
    'a verdict that another edited keeps its requests',
    'skip: already-reviewed',
    [],
    story => [story.asks(), story.edits(story.verdict('F'), 'dev')],
  ],
  [
    'one that another emptied keeps head and requests; who asked is told',
    'skip: already-reviewed',
    ['answer to c103'],
    story => [story.asks(), story.edits(story.verdict('F'), 'other[bot]', 'gone')],
  ],
  ['an answer that another emptied opens nothing; who asked is told', 'skip: already-reviewed', ['answer to c103'], emptyAnswer],
  ['a failed head is not tried again', 'skip: finished', [], failed],
  ['a person’s request passes the failure', 'review', [], story => failed(story).asks()],
  ['a person’s label after it too', 'review', [], story => failed(story).labels('dev', 'ai-review')],
  ['a listed bot’s request does not', 'skip: finished', [], story => failed(story).asks('listed[bot]')],
  [
    'a newer release’s marker is left alone',
    'skip: readable',
    [],
    story => [story.push('B'), story.comment({ by: 'us', body: '<!-- countersign:v2 {} -->' })],
  ],
  [
    'a person’s request passes it',
    'review',
    [],
    story => [story.asks(), story.comment({ by: 'us', body: '<!-- countersign:v2 {} -->' })],
  ],
  [
    'a signature without a key stops even that',
    'skip: readable',
    [],
    story => [
      story.asks(),
      story.comment({ by: 'us', body: '<!-- countersign:v1 {"kind":"answer","repo":900,"pull":7,"sig":"x"} -->' }),
    ],
  ],
]

const bounds: Row[] = [
  [
    'a second status comment is deleted',
    'skip: already-reviewed',
    ['delete second comment 200'],
    story => {
      story.comment({ by: 'us', body: 'Status', marker: statusMarker(story) }).id = 200
    },
  ],
  ['a second verdict of one key is tidied', 'skip: already-reviewed', ['tidy duplicate review 103'], story => story.posts('A')],
  [
    'one verdict that the list repeats is not',
    'skip: already-reviewed',
    [],
    story => story.facts.reviews.push(...story.facts.reviews),
  ],
  ['a deleted status comment calls a person', 'escalate: status-kept', labelAndComment('status-gone'), statusLost],
  [
    'one that another edited calls a person',
    'escalate: status-kept',
    labelAndComment('status-edited'),
    story => story.edits(story.statusId(), 'lead'),
  ],
  [
    'one that another account wrote is none of ours',
    'skip: already-reviewed',
    [],
    story => story.comment({ by: 'dev', body: 'Status', marker: statusMarker(story) }),
  ],
  ['a request starts a new status comment', 'review', [], story => statusLost(story).asks()],
  [
    'its loss is told once: after an approval a push is reviewed',
    'review',
    [],
    story => {
      statusLost(story).escalates('status-gone').approves('lead')
      story.unlabels('us')
      story.push('B')
    },
  ],
  [
    'lost again it is told again',
    'escalate: status-kept',
    labelAndComment('status-gone'),
    story => {
      statusLost(story).escalates('status-gone').asks()
      story.verdict('F')
      story.unlabels('us')
      statusLost(story)
    },
  ],
  [
    '20 starts call a person',
    'escalate: starts',
    labelAndComment('starts'),
    story => [used(story, { starts: { sinceEngagement: 20 } }), story.push('B')],
  ],
  ['a request starts one more', 'review', [], story => [used(story, { starts: { sinceEngagement: 20 } }), story.asks()]],
  [
    'served, it has not emptied the count',
    'escalate: starts',
    labelAndComment('starts'),
    story => [used(story, { starts: { sinceEngagement: 20 } }), story.asks(), story.verdict('F'), story.push('B')],
  ],
  [
    'a listed bot’s request starts none',
    'escalate: starts',
    labelAndComment('starts'),
    story => [used(story, { starts: { sinceEngagement: 20 } }), story.asks('listed[bot]')],
  ],
  [
    'a person’s approval empties the count',
    'review',
    [],
    story => [used(story, { starts: { sinceEngagement: 20 } }), story.approves('lead'), story.push('B')],
  ],
  [
    '100 starts in its life answer a request',
    'escalate: starts',
    ['answer to c103', ...labelAndComment('starts')],
    story => [used(story, { starts: { life: 100 } }), story.asks()],
  ],
  ['three starts without a verdict call a person', 'escalate: no-verdict', labelAndComment('no-verdict'), threeStarts],
  ['one overtaken by a push is none of the three', 'review', [], story => threeStarts(story, { overtaken: true })],
  ['a person’s request tries once more', 'review', [], story => threeStarts(story).asks()],
  ['a person’s approval begins a new row', 'review', [], story => threeStarts(story).approves('lead')],
  [
    'a listed bot’s request does not',
    'escalate: no-verdict',
    labelAndComment('no-verdict'),
    story => threeStarts(story).asks('listed[bot]'),
  ],
  [
    'three starts for one request are answered',
    'skip: act-starts',
    ['answer to c103'],
    story => used(story, { startsPerAct: { [story.asks()]: 3 } }),
  ],
  [
    '5 USD spent call a person',
    'escalate: pull-budget',
    labelAndComment('pull-budget'),
    story => [used(story, { spend: { sinceEngagement: 5 } }), story.push('B')],
  ],
  [
    'a request is then answered, not served',
    'escalate: pull-budget',
    ['answer to c103', ...labelAndComment('pull-budget')],
    story => [used(story, { spend: { sinceEngagement: 5 } }), story.asks()],
  ],
  [
    'the label taken off by a person passes',
    'review',
    [],
    story => [used(story, { spend: { sinceEngagement: 5 } }), story.labels('us'), story.unlabels('dev')],
  ],
  [
    '25 USD in its life do not let it pass',
    'escalate: pull-budget',
    ['answer to E_104', ...labelAndComment('pull-budget')],
    story => [used(story, { spend: { life: 25 } }), story.labels('us'), story.unlabels('dev')],
  ],
]

describe('after a review,', () => {
  it.each(requests)('%s → %s', (...row) => check(reviewed(), row))
})

describe('with bounds, after a review,', () => {
  it.each(bounds)('%s → %s', (...row) => check(reviewed(), row))
})
