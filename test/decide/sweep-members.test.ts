import { expect, it } from 'vitest'
import { isWorthALook, membersAtWork } from '../../src/decide/sweep-members.ts'
import { Panel, policy } from './panel-story.ts'

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

it('a member whose word begins before a run could come to read is looked at', () => {
  const story = new Panel().tells('anna', 'A').tells('ben', 'A').fails('cleo').wait(1_740)
  const isWorth = (reviewer: string): boolean => {
    const snapshot = story.as(reviewer).snapshot()
    const rest = { owner: null, isWhole: true, hasConflicts: false, updatedAt: 0 }
    return isWorthALook({ snapshot, policy, ...rest })
  }
  expect(['anna', 'ben', 'cleo'].filter(isWorth)).toEqual(['ben'])
})
