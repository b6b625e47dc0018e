import { expect, it } from 'vitest'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { moreTelling, quietReport, type RunReport } from '../../src/rounds/report.ts'
import { planOf } from '../decide/says.ts'
import { Story } from '../snapshot/story.ts'

const panel = { settings: { panel: ['anna', 'ben'], reviewer: 'anna' } }

const quiet = (story: Story): RunReport => {
  const snapshot = story.snapshot()
  const policy = { ...defaultPolicy(), panel: snapshot.panel }
  const plan = planOf(story, { policy })
  return quietReport({ snapshot, policy, plan, owner: { owner: null, endedAt: null, why: 'free' }, readAtMs: 0 }, plan)
}

const failed = (story: Story): RunReport => ({ ...quiet(story), outcome: 'failed', reason: 'anna: exit code 3', rule: null })

const answered = (story: Story): RunReport => ({
  ...quiet(story),
  outcome: 'reviewed',
  reason: 'answered; the panel decides when all its members have',
  review: { decision: null, findings: [], placements: [], agent: 'anna', url: null },
})

const decided = (): Story => {
  const story = new Story(panel)
  story.claim()
  story.ends('error')
  story.verdict('F', { reviewer: 'panel', role: 'panel' })
  return story
}

it('a member that failed stays so when the same run publishes the decision of its panel, which is told too', () => {
  const story = decided()
  expect(moreTelling(failed(new Story(panel)), quiet(story))).toMatchObject({
    outcome: 'failed',
    reason: 'anna: exit code 3; the panel decided without this answer: fix-requested',
  })
})

it('a member that answered tells the decision that the same run publishes later', () => {
  const story = decided()
  expect(moreTelling(answered(new Story(panel)), quiet(story))).toMatchObject({
    outcome: 'reviewed',
    reason: 'answered; the panel decided: fix-requested',
    review: { decision: 'fix-requested' },
  })
})

it('a failure is not told of a run that called a person or reviewed after it', () => {
  const story = new Story(panel)
  const escalated: RunReport = { ...quiet(story), outcome: 'escalated', reason: 'the panel cannot decide' }
  expect(moreTelling(failed(story), escalated)).toBe(escalated)
  const reviewed = answered(story)
  expect(moreTelling(failed(story), reviewed)).toBe(reviewed)
})
