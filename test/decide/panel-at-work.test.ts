import { expect, it } from 'vitest'
import { plan } from '../../src/decide/plan.ts'
import { Panel } from './panel-story.ts'

/** What a run makes of it that asks all members itself. */
const told = (story: Panel): string => {
  const { kind, why } = plan({ ...story.as('panel').seen(), owner: null })
  return `${kind}: ${why}`
}
const met = 'none: panel-at-work: the members of the panel review this head in runs of their own'

it('a run that asks all members itself leaves a round to the runs of theirs, for as long as each may speak', () => {
  const story = new Panel()
  expect(told(story)).toBe('review: no rule objects')
  story.as('anna').claim({ role: 'anchor' })
  expect(told(story)).toBe(`${met} (awaited: anna, ben, cleo)`)
  expect(told(story.wait(2 * 3_600))).toBe(`${met} (awaited: anna, ben, cleo)`)
  const failed = new Panel().tells('anna', 'A').fails('ben')
  expect(told(failed)).toBe(`${met} (answered: anna; awaited: cleo; no answer from ben)`)
  failed.tells('cleo', 'A')
  // What they say themselves, so that the check of the head does not change with who asks.
  const stuck = 'none: panel-undecided: the panel cannot decide: no answer from ben (its status comment says why); a run of cleo'
  expect(told(failed)).toBe(`${stuck} calls a person`)
  // Half an hour for the first of three, an hour for the second, one and a half for the last.
  expect(told(failed.wait(3 * 3_600 - 60))).toMatch(/^none: panel-undecided/)
  expect(told(failed.wait(120))).toBe('review: no rule objects')
})

it('a round that is complete names who publishes its decision', () => {
  const story = new Panel().tells('anna', 'A').tells('ben', 'A').tells('cleo', 'A')
  expect(told(story)).toBe(`${met} (answered: anna, ben, cleo; a run of cleo is next)`)
})

it('a round that the members have decided, or left for a newer one, keeps nobody waiting', () => {
  const story = new Panel().tells('anna', 'A').tells('ben', 'A').tells('cleo', 'A')
  story.posts('A', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })
  expect(told(story)).toMatch(/^none: already-reviewed/)
})

it('what one run of a whole panel left without a decision is no round of members with runs of their own', () => {
  const story = new Panel().as('panel')
  const said = [
    { name: 'anna', said: 'primary' as const },
    { name: 'ben', said: 'nothing' as const },
  ]
  story.claim({ role: 'panel' })
  story.posts('A', { reviewer: 'anna', role: 'anchor', attempts: 1, members: said })
  story.ends('continues')
  expect(told(story)).toBe('review: no rule objects')
  expect(told(story.wait(1_800))).toBe('review: no rule objects')
})

it('a round of the members keeps nobody waiting once a newer one of the head was decided, whoever did', () => {
  const story = new Panel().tells('anna', 'A').tells('cleo', 'A')
  const act = story.asks()
  story.posts('A', { reviewer: 'panel', role: 'panel', occasion: act, acts: [act], publisher: 'ben' })
  story.wait(3_600)
  expect(told(story)).toMatch(/^none: already-reviewed/)
  for (const name of ['anna', 'cleo'])
    expect(plan({ ...story.as(name).seen(), owner: null })).toMatchObject({
      kind: 'none',
      decision: { rule: 'already-reviewed' },
    })
})

it('a member’s own run does not wait for itself', () => {
  const story = new Panel().tells('anna', 'A')
  expect(plan({ ...story.as('ben').seen(), owner: null })).toMatchObject({ kind: 'review' })
})
