import { describe, expect, it } from 'vitest'
import type { Story } from '../snapshot/story.ts'
import { check, labelAndComment, type Row, reviewed } from './rows.ts'
import { planOf, say } from './says.ts'

const dead = { owner: 'dead' } as const
/** The verdict before it is outdated then. */
const hidden = ['hide 1 of our reviews as outdated']
const closed = ['ending continues']
const flagged = ['ending flagged']

/** A run claimed head B and died; the base is a pull whose head A was reviewed. */
const orphaned = (): Story => {
  const story = reviewed()
  story.push('B').claim()
  return story
}

const rows: Row[] = [
  ['while its owner lives it is left', 'wait: in-progress', [], () => {}, { owner: 'alive' }],
  ['while nobody can say, it is left', 'wait: in-progress', [], () => {}, { owner: 'unknown' }],
  ['it is started again', 'review', [], () => {}, dead],
  ['one that says it was cut off is started again too', 'review', [], story => story.ends('terminated'), dead],
  ['one that ended is final', 'skip: finished', [], story => story.ends('error')],
  ['with its verdict it is settled', 'skip: already-reviewed', [...hidden, ...closed], story => story.posts('F'), dead],
  [
    'with an approval it is consensus',
    'skip: already-reviewed',
    [...hidden, 'ending consensus'],
    story => story.posts('A'),
    dead,
  ],
  ['with its verdict at another base it is not', 'review', [], story => story.posts('F', { base: 'next' }), dead],
  ['on a closed pull it is flagged', 'skip: open', ['label on', ...flagged], story => story.close(), dead],
  [
    'and a request there is answered',
    'skip: open',
    ['label on', 'answer to c103', ...flagged],
    story => [story.asks(), story.close()],
    dead,
  ],
  ['of an older head it gives way to the new one', 'review', [], story => story.push('C'), dead],
  [
    'of an older head it is closed where nothing is to be reviewed',
    'wait: paused',
    closed,
    story => [story.push('C'), story.labels('dev')],
    dead,
  ],
  ['while a person pauses it is closed', 'wait: paused', closed, story => story.labels('dev'), dead],
  [
    'at the cap it escalates and is closed',
    'escalate: cycle-cap',
    [...labelAndComment('cycle-cap'), ...closed],
    () => {},
    { ...dead, policy: { 'max-cycles': 1 } },
  ],
  ['recovered once it is started once more', 'review', [], story => story.claim({ recoveries: 1 }), dead],
  [
    'older than a day it goes to a person',
    'apply',
    [...labelAndComment('interrupted'), ...flagged],
    story => story.wait(24 * 3600 + 61),
    dead,
  ],
  [
    'a day old to the second it does not',
    'review',
    [],
    story => (story.facts.observedAt = (story.snapshot().statuses[0]?.marker.claim?.since ?? 0) + 24 * 3600),
    dead,
  ],
  [
    'recovered twice it goes to a person',
    'apply',
    [...labelAndComment('interrupted'), ...flagged],
    story => story.claim({ recoveries: 2 }),
    dead,
  ],
  [
    'of which a request was told that no agent could review it ends in that error',
    'skip: already-reviewed',
    ['ending error'],
    story => {
      story.push('A')
      const act = story.asks()
      story.claim()
      story.answers([act])
    },
    dead,
  ],
  [
    'recovered twice, and then asked for by a person, it begins anew',
    'review',
    [],
    story => [story.claim({ recoveries: 2 }), story.asks()],
    dead,
  ],
  [
    'recovered twice for that very request it goes to a person',
    'apply',
    [...labelAndComment('interrupted'), ...flagged],
    story => [story.asks(), story.claim({ recoveries: 2 })],
    dead,
  ],
  [
    'the person is called once',
    'wait: paused',
    flagged,
    story => [story.claim({ recoveries: 2 }), story.escalates('interrupted')],
    dead,
  ],
  [
    'its status comment edited, the loss is told in its place',
    'escalate: status-kept',
    [...labelAndComment('status-edited'), ...flagged],
    story => story.edits(story.statusId(), 'dev'),
    dead,
  ],
  [
    'flagged, it is never taken up again',
    'wait: paused',
    [],
    story => [story.escalates('interrupted'), story.ends('continues', { flagged: true })],
  ],
  [
    'flagged, a person’s request starts anew',
    'review',
    [],
    story => [story.escalates('interrupted'), story.ends('continues', { flagged: true }), story.asks()],
  ],
]

describe('a dead claim', () => {
  it.each(rows)('%s → %s', (...row) => check(orphaned(), row))

  it('counts its recoveries at one head', () => {
    const story = orphaned()
    expect(planOf(story, dead)).toMatchObject({ kind: 'review', recoveries: 1, resumes: { nonce: 'n3' } })
  })

  it('counts none at another', () => {
    const story = orphaned()
    story.claim({ recoveries: 2 })
    story.push('C')
    expect(planOf(story, dead)).toMatchObject({ kind: 'review', recoveries: 0, resumes: null })
  })

  it('flagged, counts none after a person stepped in', () => {
    const story = orphaned()
    story.escalates('interrupted').ends('continues', { flagged: true }).asks()
    expect(planOf(story)).toMatchObject({ kind: 'review', recoveries: 0 })
  })

  it('counts as often recovered where the status comment was lost', () => {
    const story = reviewed()
    story.deletes(story.statusId(), 'dev').asks()
    expect(planOf(story)).toMatchObject({ kind: 'review', recoveries: 2 })
  })

  it('is not closed by an ending of another attempt', () => {
    const story = orphaned()
    const marker = story.snapshot().statuses[0]?.marker
    if (!marker?.claim) throw new Error('Expected a claim, found none.')
    story.ends('continues')
    const ending = story.snapshot().statuses[0]?.marker.claim?.ending ?? null
    if (ending === null) throw new Error('Expected an ending, found none.')
    story.writeStatus({ ...marker, claim: { ...marker.claim, ending: { ...ending, run: { ...ending.run, attempt: 2 } } } })
    expect(say(story, dead)).toEqual({ does: 'review', writes: [] })
  })
})
