import { expect } from 'vitest'
import type { StatusMarker } from '../../src/markers/schema.ts'
import { Story } from '../snapshot/story.ts'
import { type Given, say } from './says.ts'

/** What a maintainer expects; what a run then does; what it writes; what has happened. */
export type Row = [claim: string, does: string, writes: string[], tell: (story: Story) => unknown, given?: Given]

/** A fix was requested at head A. */
export const reviewed = (): Story => {
  const story = new Story()
  story.verdict('F')
  return story
}

/** Three heads in a row got a fix requested; nobody was told. */
export const capped = (): Story => {
  const story = reviewed()
  story.push('B').verdict('F')
  story.push('C').verdict('F')
  return story
}

/** A person was called for it. */
export const escalated = (): Story => capped().escalates()

export const labelAndComment = (reason: string): string[] => ['label on', `escalation comment (${reason})`]

export const statusMarker = (story: Story): StatusMarker => {
  const marker = story.snapshot().statuses[0]?.marker
  if (marker === undefined) throw new Error('Expected a status comment, found none.')
  return marker
}

/** The status comment says that so much was used. */
export const used = (story: Story, change: { starts?: object; spend?: object; startsPerAct?: Record<string, number> }): void => {
  const marker = statusMarker(story)
  story.writeStatus({
    ...marker,
    starts: { ...marker.starts, ...change.starts },
    spend: { ...marker.spend, ...change.spend },
    startsPerAct: change.startsPerAct ?? marker.startsPerAct,
  })
}

/** Tells the row's story on its base, and compares what a run would do and write. */
export const check = (story: Story, [, does, writes, tell, given]: Row): void => {
  tell(story)
  expect(say(story, given)).toEqual({ does, writes })
}
