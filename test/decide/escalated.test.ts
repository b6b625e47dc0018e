import { describe, it } from 'vitest'
import { capped, check, escalated, labelAndComment, type Row } from './rows.ts'

const rows: Row[] = [
  ['nothing more happens', 'wait: paused', [], () => {}],
  ['a push changes nothing', 'wait: paused', [], story => story.push('D')],
  ['a request after it is reviewed', 'review', [], story => story.asks()],
  ['the label taken off by a person is a review of the same head', 'review', [], story => story.unlabels('dev')],
  ['taken off by a bot it is put back', 'wait: paused', ['label on'], story => story.unlabels('other[bot]')],
  ['taken off by an automation account it is put back', 'wait: paused', ['label on'], story => story.unlabels('ci')],
  [
    'put back and taken off by a bot again it stays off',
    'wait: paused',
    [],
    story => [story.unlabels('other[bot]'), story.labels('us'), story.unlabels('other[bot]')],
  ],
  [
    'a later escalation has its label put back once too',
    'wait: paused',
    ['label on'],
    story => [
      story.unlabels('other[bot]'),
      story.labels('us'),
      story.asks(),
      story.verdict('F'),
      story.escalates(),
      story.unlabels('other[bot]'),
    ],
  ],
  [
    'in the same second as a person it is not',
    'review',
    [],
    story => story.sameSecond() && [story.unlabels('other[bot]'), story.unlabels('dev')],
  ],
  ['a person’s approval ends it: our label goes', 'wait: paused', ['label off'], story => story.approves('lead')],
  ['an approval in the second of the comment does not', 'wait: paused', [], story => story.sameSecond().approves('lead')],
  [
    'a deleted comment is written again',
    'wait: paused',
    ['escalation comment (restored)'],
    story => story.deletes(story.facts.comments.at(-1)?.id ?? 0, 'dev'),
  ],
  [
    'deleted again it is not: who deletes it twice has seen it',
    'wait: paused',
    [],
    story => {
      const deletesLast = () => story.deletes(story.facts.comments.at(-1)?.id ?? 0, 'dev')
      deletesLast()
      story.escalationComment('restored')
      deletesLast()
    },
  ],
  [
    'what was deleted before a person stepped in does not count',
    'wait: paused',
    ['escalation comment (restored)'],
    story => {
      const deletesLast = () => story.deletes(story.facts.comments.at(-1)?.id ?? 0, 'dev')
      deletesLast()
      story.asks()
      story.verdict('F')
      story.escalates()
      deletesLast()
    },
  ],
  [
    'a label deleted from the repository is deferred',
    'wait: paused',
    [],
    story => {
      story.facts.pull.labels = []
      story.event('dev', { kind: 'unlabeled', label: null })
    },
  ],
  [
    'once served and off, a push is reviewed',
    'review',
    [],
    story => [story.asks(), story.verdict('A'), story.unlabels('us'), story.push('D')],
  ],
  [
    'a label of ours that is still on goes first',
    'wait: paused',
    ['label off'],
    story => [story.asks(), story.verdict('A'), story.push('D')],
  ],
  [
    'a removal that was served stays served when its label is deleted',
    'skip: already-reviewed',
    [],
    story => {
      story.unlabels('dev')
      story.verdict('A')
      for (const event of story.facts.timeline) if (event.kind === 'unlabeled') event.label = null
    },
  ],
  [
    'a served verdict that is edited brings the pause back',
    'wait: paused',
    ['label on'],
    story => {
      story.asks()
      const id = story.verdict('A')
      story.unlabels('us')
      story.edits(id, 'other[bot]')
    },
  ],
]

const atCap: Row[] = [
  ['a cap that a dead run did not tell is told', 'escalate: cycle-cap', labelAndComment('cycle-cap'), () => {}],
  ['before a push is reviewed', 'escalate: cycle-cap', labelAndComment('cycle-cap'), story => story.push('D')],
  ['the label was on already', 'wait: paused', ['escalation comment (restored)'], story => story.labels('us')],
  [
    'a listed bot’s request passes no cap',
    'escalate: cycle-cap',
    labelAndComment('cycle-cap'),
    story => story.asks('listed[bot]'),
  ],
  ['a person’s request passes it', 'review', [], story => story.asks()],
  [
    'three in its life with an approval between are no cap',
    'review',
    [],
    story => [story.asks(), story.verdict('A'), story.push('D')],
  ],
  [
    '`max-cycles=1` of a request holds for its count',
    'escalate: cycle-cap',
    labelAndComment('cycle-cap'),
    story => [story.asks('dev', 'review max-cycles=1'), story.verdict('F'), story.push('D')],
  ],
  [
    'until the next request',
    'review',
    [],
    story => [story.asks('dev', 'review max-cycles=1'), story.verdict('F'), story.asks(), story.verdict('F'), story.push('D')],
  ],
]

describe('after an escalation,', () => {
  it.each(rows)('%s → %s', (...row) => check(escalated(), row))
})

describe('at the cap of cycles,', () => {
  it.each(atCap)('%s → %s', (...row) => check(capped(), row))
})
