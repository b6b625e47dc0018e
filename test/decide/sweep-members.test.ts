import { expect, it } from 'vitest'
import { membersAtWork } from '../../src/decide/sweep-members.ts'
import { Panel } from './panel-story.ts'

const seenBy = (story: Panel, reviewer = 'panel'): string[] => membersAtWork(story.as(reviewer).snapshot())

it('a sweep looks through the eyes of members only where they have runs of their own, and one of them has something left to do', () => {
  const story = new Panel()
  expect(seenBy(story)).toEqual([])
  story.tells('anna', 'A')
  expect(seenBy(story)).toEqual(['anna', 'ben', 'cleo'])
  expect(seenBy(story, 'ben')).toEqual(['anna', 'cleo'])
  story.tells('ben', 'A').tells('cleo', 'A').posts('A', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })
  expect(seenBy(story)).toEqual([])
  story.as('ben').claim({ role: 'enricher', occasion: 'c1' })
  expect(seenBy(story)).toEqual(['anna', 'ben', 'cleo'])
})

it('a panel that is asked in one run has no members to look for', () => {
  const story = new Panel()
  story.as('panel').claim({ role: 'single' })
  story.posts('A', { reviewer: 'anna', role: 'anchor' })
  expect(seenBy(story)).toEqual([])
})
