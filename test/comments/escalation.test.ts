import { describe, expect, it } from 'vitest'
import { escalationBody } from '../../src/comments/escalation.ts'
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
