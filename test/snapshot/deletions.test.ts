import { describe, expect, it } from 'vitest'
import type { Tell } from './counted.ts'
import { Story } from './story.ts'

/** A start whose status comment is deleted. */
const lost = (story: Story): Story => {
  story.claim()
  return story.deletes(story.statusId(), 'other[bot]')
}

describe('of starts that deletions may have hidden,', () => {
  it.each<[string, number, Tell]>([
    [
      'a comment of ours that another account deleted may have told of a start',
      1,
      story => story.deletes(story.answers([]), 'dev'),
    ],
    ['each of them', 2, story => [story.deletes(story.answers([]), 'dev'), story.deletes(story.answers([]), 'other[bot]')]],
    ['one that we deleted ourselves has not', 0, story => story.deletes(story.answers([]), 'us')],
    ['nor has another’s, deleted by whomever', 0, story => story.deletes(story.says('lead', 'hm'), 'dev')],
    ['what is started after it is counted on', 2, story => [story.deletes(story.answers([]), 'dev'), story.claim()]],
    [
      'what is deleted beside a status comment was not that one',
      1,
      story => [story.claim(), story.deletes(story.answers([]), 'dev')],
    ],
    ['status comments that are deleted one after another are all counted', 3, story => [lost(story), lost(story), story.claim()]],
  ])('%s', (_, life, tell) => {
    const story = new Story()
    tell(story)
    expect(story.snapshot().starts.life).toBe(life)
  })
})
