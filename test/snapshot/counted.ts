import { expect } from 'vitest'
import type { RebuildSettings } from '../../src/snapshot/snapshot.ts'
import { Story } from './story.ts'

export type Tell = (story: Story) => unknown
/** What a maintainer expects; how many cycles are then counted; what has happened. */
export type Row = [claim: string, count: number, tell: Tell, settings?: Partial<RebuildSettings>]

/** Two heads in a row for which a fix was requested. */
export const two = (): Story => {
  const story = new Story()
  story.verdict('F')
  story.push('B').verdict('F')
  story.push('C')
  return story
}

export const checkCount = ([, count, tell, settings]: Row): void => {
  const story = two()
  if (settings) Object.assign(story.settings, settings)
  tell(story)
  expect(story.snapshot().cycle.count).toBe(count)
}
