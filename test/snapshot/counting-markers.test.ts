import { describe, it } from 'vitest'
import { appendMarker } from '../../src/markers/encode.ts'
import type { RebuildSettings } from '../../src/snapshot/snapshot.ts'
import { verdict } from '../markers/sample.ts'
import { checkCount, type Row } from './counted.ts'
import { head } from './world.ts'

const noKeys = { current: null, previous: null }
const marker = (change: Parameters<typeof verdict>[0] = {}) => verdict({ decision: 'fix-requested', head: head('C'), ...change })
const markerText = (change: Parameters<typeof verdict>[0] = {}): string => appendMarker('', marker(change), noKeys)

function trusting(trusted: string[]): RebuildSettings['marker'] {
  return { keys: noKeys, unsignedBefore: null, trusted, legacy: false }
}

const rows: Row[] = [
  ['a marker that a person pasted is nothing', 2, story => story.review({ by: 'dev', body: 'x', marker: marker() })],
  ['a marker that a foreign bot wrote is nothing', 2, story => story.review({ by: 'other[bot]', body: 'x', marker: marker() })],
  ['a marker of a deleted account is nothing', 2, story => story.review({ by: 'ghost', body: 'x', marker: marker() })],
  ['a marker of another pull is nothing', 2, story => story.review({ by: 'us', body: 'x', marker: marker({ pull: 8 }) })],
  ['a marker of another repository is nothing', 2, story => story.review({ by: 'us', body: 'x', marker: marker({ repo: 901 }) })],
  ['a marker that is quoted is nothing', 2, story => story.review({ by: 'us', body: `> ${markerText()}` })],
  ['a marker that is not on the last line is nothing', 2, story => story.review({ by: 'us', body: `${markerText()}\nmore` })],
  ['a marker in a code block is nothing', 2, story => story.review({ by: 'us', body: `\`\`\`\n${markerText()}` })],
  [
    'words that read like a verdict are nothing',
    2,
    story => story.review({ by: 'us', body: 'READY FOR REVIEW @ C - BLOCK addressed at the root, changes requested' }),
  ],
  ['nor are they in a comment', 2, story => story.comment({ by: 'us', body: 'Changes requested: 1 blocking finding' })],
  ['a marker with an empty head is nothing', 2, story => story.review({ by: 'us', body: markerText().replace(head('C'), '') })],
  [
    'a marker with the beginning of a head is nothing',
    2,
    story => story.review({ by: 'us', body: markerText().replace(head('C'), head('C').slice(0, 7)) }),
  ],
  [
    'a marker whose head is a word is nothing',
    2,
    story => story.review({ by: 'us', body: markerText().replace(head('C'), '<unknown>') }),
  ],
  ['a verdict marker in a comment is nothing', 2, story => story.comment({ by: 'us', body: 'x', marker: marker() })],
  [
    'a pending review is nothing',
    2,
    story => Object.assign(story.review({ by: 'us', body: 'x', marker: marker() }), { submittedAt: null, state: 'PENDING' }),
  ],
  [
    'an account in trusted-markers counts',
    3,
    story => story.posts('F', { by: 'older[bot]' }),
    { marker: { ...trusting(['older[bot]']) } },
  ],
  [
    'an approval by a trusted account starts nothing anew: it may be another member of the panel',
    2,
    story => story.approves('lead'),
    { marker: { ...trusting(['lead']) } },
  ],
  [
    'a user of that App’s name does not',
    2,
    story => story.posts('F', { by: 'older' }),
    { marker: { ...trusting(['older[bot]']) } },
  ],
]

describe('of two fix-requested heads and a text that looks like ours, the count of cycles: ', () => {
  it.each(rows)('%s (%i)', (...row) => checkCount(row))
})
