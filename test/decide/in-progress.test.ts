import { expect, it } from 'vitest'
import type { Owner } from '../../src/snapshot/snapshot.ts'
import { Story } from '../snapshot/story.ts'
import { planOf } from './says.ts'

const told = (owner: Owner, tell: (story: Story) => unknown): string => {
  const story = new Story()
  tell(story)
  const { decision } = planOf(story, { owner })
  return decision.kind === 'review' ? 'review' : `${decision.evidence}; ${decision.change}`
}

const locks = (story: Story, id: number): unknown =>
  Object.assign(story.facts.lock, { held: true, entries: [{ id, at: Date.UTC(2026, 0, 31, 12) / 1000 }] })

const UNCLAIMED =
  /^the lock is held by a run that has claimed nothing yet, since 2026-01-31T12:00:00Z; .* ten minutes after it was set, at 2026-01-31T12:10:00Z$/

it.each<[string, Owner, (story: Story) => unknown, RegExp]>([
  ['has claimed nothing yet', 'unknown', story => locks(story, 3), UNCLAIMED],
  ['has not closed the claim of a run that is gone', 'unknown', story => [story.claim(), locks(story, 3)], UNCLAIMED],
  [
    'has claimed and cannot be looked up',
    'unknown',
    story => [story.claim(), locks(story, 9)],
    /^a review was claimed by run \d+, attempt 1, since .*, and its owner cannot be looked up; it ends by itself/,
  ],
  ['works', 'alive', story => [story.claim(), locks(story, 9)], /^a review is in progress by run \d+, attempt 1, since /],
])('of a lock whose run %s it is told since when, and what follows', (_, owner, tell, words) =>
  expect(told(owner, tell)).toMatch(words),
)
