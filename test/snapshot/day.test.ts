import { expect, test } from 'vitest'
import { costOfDead } from '../../src/effects/ending.ts'
import { claimed } from '../../src/effects/status.ts'
import { Story } from './story.ts'

const today = (story: Story) => story.snapshot().today

test('a start counts from its claim on, a verdict with its cost', () => {
  const story = new Story()
  expect(today(story)).toEqual({ runs: 0, usd: 0 })
  story.verdict('F', { costUsd: 1.25 })
  expect(today(story)).toEqual({ runs: 1, usd: 1.25 })
})

test('a claim that nobody closed counts as a start and as the estimate', () => {
  const story = new Story()
  story.claim()
  expect(today(story)).toEqual({ runs: 1, usd: 0.5 })
})

test('what was used on another day does not count', () => {
  const story = new Story()
  story.verdict('F', { costUsd: 1.25 })
  story.wait(2 * 86_400)
  expect(today(story)).toEqual({ runs: 0, usd: 0 })
})

test('a status comment that somebody edited counts no less than the verdicts of the day', () => {
  const story = new Story()
  story.verdict('F', { costUsd: 1.25 })
  for (const comment of story.facts.comments)
    Object.assign(comment, { editedAt: story.facts.observedAt, editor: { kind: 'User', login: 'dev' } })
  expect(today(story)).toEqual({ runs: 1, usd: 1.25 })
})

test('a killed start costs the estimate once its claim is closed, by the next claim or by the run that finds it', () => {
  const story = new Story()
  const claim = story.claim()
  expect(costOfDead(story.snapshot(), claim)).toMatchObject({ usd: 0.5, estimated: true })
  const next = claimed(story.snapshot(), { ...claim, nonce: 'next' })
  expect(next.spend).toMatchObject({ life: 0.5, sinceEngagement: 0.5 })
})

test('a dead claim that has its verdict costs what that tells, and one that wrote its ending nothing more', () => {
  const story = new Story()
  story.verdict('F', { costUsd: 1.25 })
  const claim = story.snapshot().statuses[0]?.marker.claim ?? null
  expect(costOfDead(story.snapshot(), claim)).toMatchObject({ usd: 1.25 })
  const other = new Story()
  other.claim()
  other.ends('terminated')
  expect(costOfDead(other.snapshot(), other.snapshot().statuses[0]?.marker.claim ?? null)).toMatchObject({ usd: 0 })
})
