import { expect, it } from 'vitest'
import { selfReviewText } from '../../src/mention/self-review.ts'

it('a self-review is three parts, in any order and over several lines', () => {
  const body =
    '@countersign self-review\n\n- **Verified**: npm test\n  and by hand\nWhat changed: the mean\nReady: small and tested'
  expect(selfReviewText(body)).toEqual({
    changed: 'the mean',
    verified: 'npm test\n  and by hand',
    ready: 'small and tested',
    passed: true,
  })
})

it('one that says what is missing has not passed, whatever else it says', () => {
  const said = selfReviewText('Changed: a\nVerified: b\nReady: c\nNot ready: the migration')
  expect(said).toMatchObject({ passed: false, ready: 'the migration' })
})

it.each(['', 'Changed: a\nReady: b', 'Changed: a\nVerified:\nReady: b'])('%j lacks a part', body => {
  expect(selfReviewText(body)).toBeNull()
})
