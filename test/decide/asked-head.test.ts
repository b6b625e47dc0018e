import { expect, test } from 'vitest'
import { Story } from '../snapshot/story.ts'
import { actor, head } from '../snapshot/world.ts'
import { type Change, says } from './decided.ts'

const strangers = (): Story => {
  const story = new Story()
  Object.assign(story.facts.pull, { author: actor('stranger'), authorAssociation: 'NONE' })
  story.push('a')
  return story
}

const asked = (): Story => {
  const story = strangers()
  story.asks()
  return story
}

test.each<[string, () => Story, Change, RegExp]>([
  [
    'the work of a stranger is not reviewed unasked',
    strangers,
    {},
    /^skip eligible: the author "stranger" has no write access here$/,
  ],
  ['a run that was not started for the asked commit leaves the request to its own run', asked, {}, /^wait asked-head: /],
  ['the run that was started for this head serves it', asked, { run: { head: head('a') } }, /^review c/],
  [
    'on another head the request is refused',
    () => asked().push('b'),
    { run: { head: head('a') } },
    /^skip asked-head: the request was made at [0-9a-f]{7}, and the head has moved to [0-9a-f]{7} since$/,
  ],
  [
    'a request whose run was lost is refused after 15 minutes, since nobody knows what it was for',
    () => asked().wait(900),
    {},
    /^skip asked-head: the run that was to serve the request at the commit it was made for was lost$/,
  ],
  [
    'a member’s work is served by any run',
    () => {
      const story = new Story().push('a')
      story.asks()
      return story
    },
    {},
    /^review c/,
  ],
  [
    'the ask label is a request for a stranger’s work the first time too',
    () => {
      const story = strangers()
      story.labels('dev', 'ai-review')
      return story
    },
    { run: { head: head('a') } },
    /^review /,
  ],
])('%s', (_, story, change, words) => {
  expect(says(story(), change)).toMatch(words)
})

test('a job that a person runs again passes a failed head', () => {
  const story = new Story().push('a')
  story.claim()
  story.ends('error')
  expect(says(story)).toMatch(/^skip finished: /)
  expect(says(story, { run: { byHand: true } })).toBe('review first')
})
