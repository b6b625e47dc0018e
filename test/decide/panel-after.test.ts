import { describe, expect, it } from 'vitest'
import { effectLine } from '../../src/decide/effect.ts'
import { settle } from '../../src/decide/settle.ts'
import type { FindingState } from '../../src/markers/schema.ts'
import { combinedAt } from '../../src/snapshot/panel.ts'
import { Panel } from './panel-story.ts'

const finding: FindingState = {
  id: 'aaaaaaaaaaaa',
  severity: 'high',
  blocking: true,
  path: 'a.ts',
  line: 1,
  status: 'new',
  title: 'Leak',
}

describe('the decision of the panel, after it', () => {
  const asked = (): Panel => {
    const story = new Panel().tells('anna', 'F', { findings: [finding] }).tells('ben', 'F')
    return story.tells('cleo', 'F')
  }

  it('lets a finding count no more that a person has dismissed since', () => {
    const story = asked()
    const decision = () => combinedAt(story.snapshot(), story.key(), null).decision
    expect(decision()).toBe('fix-requested')
    story.comment({
      by: 'us',
      body: 'Dismissed.',
      marker: {
        kind: 'answer',
        ...story.binding(),
        acts: ['c1/dismiss'],
        outcome: 'answered',
        nonce: 'd',
        dismissed: [{ finding: finding.id, by: 'dev', why: 'known' }],
      },
    })
    expect(decision()).toBe('approved')
  })

  it('takes back what an earlier one of another account of the panel asked for, hides that and what the speaker itself said before', () => {
    const story = asked()
    story.settings.marker.trusted = ['second[bot]']
    const earlier = story.posts('F', { reviewer: 'panel', role: 'panel', publisher: 'cleo', by: 'second[bot]' })
    Object.assign(story.textOf(earlier), { state: 'CHANGES_REQUESTED' })
    story.push('B')
    const claim = story.as('anna').claim({ role: 'anchor' })
    story.posts('A', { reviewer: 'anna', role: 'anchor' })
    story.posts('A', { reviewer: 'panel', role: 'panel', publisher: 'anna' })
    const does = (reviewer: string) => settle({ ...story.as(reviewer).seen(), claim }).map(effectLine)
    const hidden = (count: number) => `hide ${count} of our reviews as outdated`
    expect(does('anna')).toEqual([`dismiss own review ${earlier}`, hidden(2), 'ending consensus'])
    story.posts('A', { reviewer: 'ben', role: 'enricher' })
    expect(does('ben')).toEqual([hidden(1), 'ending consensus'])
  })
})
