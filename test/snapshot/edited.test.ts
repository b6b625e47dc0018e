import { describe, expect, it } from 'vitest'
import { claimed } from '../../src/effects/status.ts'
import { Story } from './story.ts'

/** What the snapshot shows of one thing, before and after another account edited the text that says it. */
const beforeAndAfter = (story: Story, edited: number, shown: (story: Story) => unknown): unknown[] => {
  const before = shown(story)
  story.edits(edited, 'dev')
  return [before, shown(story)]
}

describe('what another account edited is not believed', () => {
  it('as the list of findings that a fix was asked for', () => {
    const story = new Story()
    const fix = { verdict: story.verdict('F'), findings: ['f1'] }
    const acts = [story.asks('dev', 'fix f1')]
    const marker = { kind: 'answer' as const, ...story.binding(), acts, outcome: 'answered' as const, fix, nonce: story.nonce() }
    const { id } = story.comment({ by: 'us', body: 'Will be mended.', marker })
    expect(beforeAndAfter(story, id, one => one.snapshot().fixes.asked)).toEqual([[fix], []])
  })

  it('as a thread that a finding of ours opened', () => {
    const story = new Story()
    const first = story.thread('f1').comments[0]?.id ?? 0
    expect(beforeAndAfter(story, first, one => one.snapshot().threads.map(({ finding }) => finding))).toEqual([['f1'], []])
  })

  it('as the status of another reviewer', () => {
    const story = new Story({ settings: { reviewer: 'second' } })
    story.claim()
    const id = story.statusId()
    story.settings.reviewer = 'countersign'
    expect(beforeAndAfter(story, id, one => one.snapshot().others.map(({ marker }) => marker.reviewer))).toEqual([['second'], []])
  })

  it('as what was used today, beyond what verdicts prove', () => {
    const story = new Story()
    story.claim()
    story.ends('error')
    story.verdict('F', { costUsd: 1.25 })
    expect(beforeAndAfter(story, story.statusId(), one => one.snapshot().today.runs)).toEqual([2, 1])
  })

  it('as the history that the next claim goes on with', () => {
    const story = new Story()
    story.verdict('F')
    story.push('B').verdict('F')
    const claim = story.claim()
    const kept = (one: Story) => claimed(one.snapshot(), claim).history.length
    expect(beforeAndAfter(story, story.statusId(), kept)).toEqual([3, 0])
  })

  it('as a member’s failure, which would answer a request for it', () => {
    const story = new Story({ settings: { panel: ['anna', 'ben'], reviewer: 'anna' } })
    story.posts('F', { reviewer: 'panel', role: 'panel' })
    const act = story.asks()
    story.claim({ acts: [act] })
    story.ends('error')
    const state = (one: Story) => one.snapshot().acts.find(({ id }) => id === act)?.state.kind
    expect(beforeAndAfter(story, story.statusId(), state)).toEqual(['answered', 'open'])
  })

  it('as our first word on the pull, after which the label asks for one more review', () => {
    const story = new Story()
    story.claim()
    story.ends('error')
    story.labels('dev', 'ai-review')
    const asked = (one: Story) => one.snapshot().acts.length
    expect(beforeAndAfter(story, story.statusId(), asked)).toEqual([1, 0])
  })
})
