import { describe, expect, it } from 'vitest'
import { escalationBody } from '../../src/comments/escalation.ts'
import { withCost } from '../../src/effects/ending.ts'
import type { EscalationReason, FindingState } from '../../src/markers/schema.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { capped, reviewed, used } from '../decide/rows.ts'
import { Story } from '../snapshot/story.ts'

const finding = (more: Partial<FindingState> = {}): FindingState => ({
  id: 'abcdefabcdef',
  severity: 'high',
  blocking: true,
  path: 'src/mean.js',
  line: 2,
  status: 'new',
  title: 'Division by zero',
  ...more,
})

const text = (story: Story, reason: EscalationReason, policy: Partial<Policy> = {}): string =>
  escalationBody({
    reason,
    snapshot: story.snapshot(),
    policy: { ...defaultPolicy(), ...policy },
    place: { serverUrl: 'https://github.test', runUrl: 'https://github.test/run/1' },
  })

describe('who is called reads', () => {
  it('what was counted, each round with a link, what it cost, and the ways back', () => {
    const said = text(capped(), 'cycle-cap')
    expect(said).toContain('3 heads in a row ended with changes requested since the pull request was opened; the limit is 3')
    expect(said.match(/\/pull\/7#pullrequestreview-\d+/g)).toHaveLength(3)
    expect(said).toMatch(/\nCost so far: \$\d+\.\d\d\. \[job log\]/)
    expect(said).toContain('- remove the label `needs-human-review`: a review at once, and all counts begin anew')
    expect(said).toContain('- comment `@countersign review`: a review at once, and the count of rounds begins anew')
    expect(said).not.toContain('converge')
  })

  it('of a panel’s jobs, what the round cost that came to the decision, which itself asked nobody', () => {
    const story = new Story({ settings: { panel: ['anna', 'ben'], reviewer: 'ben' } })
    story.posts('F', { reviewer: 'anna', role: 'anchor', costUsd: 0.5, costEstimated: true })
    story.posts('F', { reviewer: 'ben', role: 'enricher', costUsd: 0.25, costEstimated: false })
    story.posts('F', { reviewer: 'panel', role: 'panel', agent: 'panel', attempts: 0, costUsd: 0, costEstimated: false })
    expect(text(story, 'cycle-cap')).toContain(' | panel | about $0.75 | ')
  })

  it('since when it was counted: our approval, or the last person', () => {
    const approved = new Story()
    approved.verdict('A')
    approved.push('B').verdict('F')
    expect(text(approved, 'cycle-cap')).toContain('1 head in a row ended with changes requested since the last approval (')
    const asked = capped()
    asked.asks()
    asked.push('D').verdict('F')
    expect(text(asked, 'cycle-cap')).toContain('since the last time a person stepped in (')
  })

  it('what must still be fixed, and what went to and fro', () => {
    const story = new Story()
    story.verdict('F', { findings: [finding()] })
    story.push('B').verdict('F', { findings: [finding({ status: 'fixed' }), finding({ id: 'b00000000000', title: 'Leak' })] })
    story.push('C').verdict('F', { findings: [finding({ status: 'still-open' })] })
    const said = text(story, 'cycle-cap')
    expect(said).toContain('**Still to be fixed**\n\n- **high** `src/mean.js:2` Division by zero (`abcdefabcdef`)')
    expect(said).toContain('**Went to and fro (gone, then back)**\n\n- **high** `src/mean.js:2` Division by zero')
    expect(said).not.toContain('Leak')
  })

  it('who deleted the comment that this one stands in for, and what is counted now', () => {
    const story = capped()
    story.labels('us')
    expect(text(story, 'restored')).toContain('the comment that explains it: the run that set it was cut off. 3 heads in a row')
    story.deletes(story.escalationComment(), 'lead')
    const said = text(story, 'restored')
    expect(said).toMatch(/explains it: `lead` deleted a comment of my account \(.* UTC\)\. 3 heads in a row ended with changes/)
    expect(said).not.toContain('cut off')
  })

  it('where nothing can be counted any more, where the reason stands', () => {
    const story = reviewed()
    story.labels('us')
    story.deletes(story.escalationComment('interrupted'), 'lead')
    expect(text(story, 'restored')).toContain('The reason is in the review or status comment above.')
  })

  it('the way back of what is counted, where the comment was deleted', () => {
    const story = reviewed()
    used(story, { starts: { life: 100 } })
    story.labels('us')
    story.deletes(story.escalationComment('starts'), 'lead')
    expect(text(story, 'restored')).toMatch(/100 times in all .*\*\*To go on\*\*, raise `max-starts-life`/s)
  })

  it('whose deletion it was, and whether it is known that the status comment was meant', () => {
    const unsure = new Story()
    unsure.deletes(unsure.answers([]), 'other[bot]')
    expect(text(unsure, 'status-gone')).toMatch(/^`other` deleted a comment of my account .*it may have been mine/m)
    const sure = reviewed()
    sure.deletes(sure.statusId(), 'lead')
    expect(text(sure, 'status-gone')).toMatch(/^My status comment is gone \(`lead` deleted a comment of my account/m)
  })

  it('what this run has cost too: the sum that its ending writes into the status comment', () => {
    const story = reviewed()
    used(story, { spend: { life: 0.5, sinceEngagement: 0.5 } })
    story.push('B').claim()
    story.posts('F', { costUsd: 0.5 })
    const snapshot = story.snapshot()
    expect(snapshot.spend.life).toBe(0.5)
    expect(withCost(snapshot, { usd: 0.5, estimated: false }).spend).toEqual({ life: 1, sinceEngagement: 1 })
  })

  it('nothing that must be fixed after an approval', () => {
    const story = reviewed()
    story.push('B').verdict('A', { findings: [finding({ status: 'fixed' })] })
    expect(text(story, 'starts')).not.toContain('Still to be fixed')
  })

  it.each<[string, EscalationReason, object, RegExp]>([
    [
      'a request gets one review when the starts are used up',
      'starts',
      { starts: { sinceEngagement: 20 } },
      /review`: one review, and no more/,
    ],
    [
      'a request alone is refused when the money is spent',
      'pull-budget',
      { spend: { sinceEngagement: 6 } },
      /a request alone is refused/,
    ],
    [
      'only the policy helps at the end of all starts',
      'starts',
      { starts: { life: 100 } },
      /\*\*To go on\*\*, raise `max-starts-life` in the policy, then/,
    ],
    [
      'only the policy helps at the end of all money',
      'pull-budget',
      { spend: { life: 25 } },
      /\*\*To go on\*\*, raise `max-cost` in the policy, then/,
    ],
  ])('the way back as the rules have it: %s', (_, reason, change, words) => {
    const story = reviewed()
    used(story, change)
    expect(text(story, reason)).toMatch(words)
  })
})
