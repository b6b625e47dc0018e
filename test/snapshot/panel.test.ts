import { describe, expect, it } from 'vitest'
import { combinedAt, decisionAt, primaryAt } from '../../src/snapshot/panel.ts'
import { Story } from './story.ts'

const members = ['anna', 'ben', 'cleo']

/** One of three members with runs of their own. */
const seated = (reviewer = 'anna'): Story => new Story({ settings: { panel: members, reviewer } })

const round = (story: Story, letters: 'FFF' | 'AAA' | 'AFA'): void => {
  for (const [index, name] of members.entries())
    story.posts(letters[index] === 'F' ? 'F' : 'A', { reviewer: name, role: index === 0 ? 'anchor' : 'enricher', findings: [] })
}

const keyOf = (story: Story) => ({ head: story.facts.pull.head.oid, base: story.facts.pull.base.ref, occasion: 'first' })

describe('of a panel with a run for each member', () => {
  it('a head counts once, by the decision, whatever the members said one by one', () => {
    const story = seated()
    round(story, 'FFF')
    expect(story.snapshot().cycle.count).toBe(0)
    story.posts('F', { reviewer: 'panel', role: 'panel' })
    expect(story.snapshot().cycle.count).toBe(1)
  })

  it('no member’s approval starts anything anew', () => {
    const story = seated()
    story.posts('F', { reviewer: 'panel', role: 'panel' })
    story.push('B')
    round(story, 'AAA')
    expect(story.snapshot().cycle.count).toBe(1)
    story.posts('A', { reviewer: 'panel', role: 'panel' })
    expect(story.snapshot().cycle.count).toBe(0)
  })

  it('a request is answered for the member that listed it, open for the others, and served by the decision', () => {
    const story = seated()
    const act = story.asks()
    story.posts('A', { reviewer: 'anna', role: 'anchor', acts: [act], occasion: act })
    const stateFor = (reviewer: string): unknown => {
      story.settings.reviewer = reviewer
      return story.snapshot().acts.map(one => one.state.kind)
    }
    expect([stateFor('anna'), stateFor('ben')]).toEqual([['answered'], ['open']])
    expect(story.snapshot().engagement).toBeNull()
    story.posts('A', { reviewer: 'panel', role: 'panel', acts: [act], occasion: act })
    expect([stateFor('anna'), stateFor('ben')]).toEqual([['served'], ['served']])
    expect(story.snapshot().engagement).toMatchObject({ act })
  })

  it('starts and cost count for each member, and together for the pull', () => {
    const story = seated('ben')
    story.claim()
    story.settings.reviewer = 'anna'
    story.claim()
    story.posts('F', { reviewer: 'anna', role: 'anchor', costUsd: 2 })
    expect(story.snapshot()).toMatchObject({
      starts: { life: 1, sinceEngagement: 1 },
      elsewhere: { starts: { life: 1, sinceEngagement: 1 }, spend: { life: 0 } },
    })
    story.settings.reviewer = 'ben'
    expect(story.snapshot()).toMatchObject({ elsewhere: { starts: { life: 1 }, spend: { life: 2 } } })
  })

  it('one run that asked the whole panel is a start for each member', () => {
    const story = seated('panel')
    const said = members.map(name => ({ name, said: 'agree' as const }))
    story.posts('F', { reviewer: 'panel', role: 'panel', attempts: 3, members: said })
    expect(story.snapshot().starts.life).toBe(3)
  })

  it('of two reviews of their own the first is the primary, and the other weighs as an opinion', () => {
    const story = seated()
    const shared = { id: 'aaaaaaaaaaaa', severity: 'high', blocking: true, path: null, line: null, status: 'new' } as const
    const first = story.posts('F', { reviewer: 'ben', role: 'anchor', findings: [shared] })
    story.posts('F', { reviewer: 'anna', role: 'anchor', findings: [shared, { ...shared, id: 'bbbbbbbbbbbb', blocking: false }] })
    const snapshot = story.snapshot()
    expect(primaryAt(snapshot, keyOf(story))?.id).toBe(first)
    expect(combinedAt(snapshot, keyOf(story), 2)).toMatchObject({
      decision: 'fix-requested',
      findings: [
        { by: 'ben', confirmedBy: ['anna'] },
        { by: 'anna', confirmedBy: [] },
      ],
      silent: ['cleo'],
    })
  })

  it('decides once, whichever account says so: the lowest id counts', () => {
    const story = seated()
    story.settings.marker.trusted = ['second[bot]']
    const first = story.posts('F', { reviewer: 'panel', role: 'panel', by: 'second[bot]' })
    const second = story.posts('A', { reviewer: 'panel', role: 'panel' })
    const snapshot = story.snapshot()
    expect(decisionAt(snapshot, keyOf(story))?.id).toBe(first)
    expect(snapshot.duplicates.map(one => one.id)).toEqual([second])
  })

  it('what an account that is not trusted says is nothing', () => {
    const story = seated()
    story.posts('A', { reviewer: 'panel', role: 'panel', by: 'second[bot]' })
    expect(decisionAt(story.snapshot(), keyOf(story))).toBeUndefined()
  })
})
