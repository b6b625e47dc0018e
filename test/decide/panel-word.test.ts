import { describe, expect, it } from 'vitest'
import { dueDecision } from '../../src/decide/panel.ts'
import { plan } from '../../src/decide/plan.ts'
import { members, Panel, policy } from './panel-story.ts'

const HALF_HOUR = 1_800
const planOf = (story: Panel, name: string) => plan({ ...story.as(name).seen(), owner: null })
const tellersOf = (story: Panel) => members.filter(name => planOf(story, name).kind === 'apply')
const decidersOf = (story: Panel) => members.filter(name => dueDecision(story.as(name).seen()) !== null)

describe('the word for the panel', () => {
  it('passes on, so that a member whose jobs come no more keeps nobody waiting', () => {
    const stuck = new Panel().tells('anna', 'A').fails('ben')
    stuck.tells('cleo', 'A')
    const complete = new Panel().tells('anna', 'A').tells('ben', 'A').tells('cleo', 'A')
    for (const [turn, name] of ['cleo', 'ben', 'anna', 'cleo', 'ben'].entries()) {
      expect([tellersOf(stuck), decidersOf(complete)]).toEqual([[name], [name]])
      stuck.wait(HALF_HOUR * (turn + 1))
      complete.wait(HALF_HOUR * (turn + 1))
    }
  })

  it.each([15, 30, 60, 90, 120, 360])('comes to each member in its time, though runs come every %i minutes only', minutes => {
    for (const first of [0, 1, 14, 28, 29]) {
      const story = new Panel().tells('anna', 'A').tells('ben', 'A').tells('cleo', 'A')
      const met = new Set<string>()
      story.wait(first * 60)
      // A turn as long as two of their distances meets one outside its end; before it come so many turns.
      const turns = 2 * Math.ceil(minutes / 30) + 3
      for (let waited = 0; waited <= turns * (turns + 1) * 15; waited += minutes) {
        for (const name of decidersOf(story)) met.add(name)
        story.wait(minutes * 60)
      }
      expect([...met].sort()).toEqual(members)
    }
  })

  it('is nobody’s in the two minutes before it passes on: what was read then may be written when the next one has it', () => {
    const complete = new Panel()
      .tells('anna', 'A')
      .tells('ben', 'A')
      .tells('cleo', 'A')
      .wait(HALF_HOUR - 121)
    expect(decidersOf(complete)).toEqual(['cleo'])
    for (let waited = 0; waited < 120; waited += 30) expect(decidersOf(complete.wait(waited === 0 ? 1 : 30))).toEqual([])
    expect(decidersOf(complete.wait(30))).toEqual(['ben'])
  })

  it('is one member’s at any time, and never one’s that has not begun', () => {
    const story = new Panel()
      .tells('anna', 'A')
      .tells('cleo', 'A')
      .wait(policy['enrich-timeout'] - 60)
    const met = new Set<string>()
    for (let waited = 0; waited < 4 * HALF_HOUR; waited += 60) {
      const tellers = tellersOf(story.wait(60))
      expect(tellers.length).toBeLessThanOrEqual(1)
      for (const name of tellers) met.add(name)
    }
    expect([...met]).toEqual(['cleo', 'anna'])
  })
})

it('a round that was begun on request is gone on with by the other members, though the first answer has used the request up', () => {
  const asked = (story: Panel, name: string) => {
    const { snapshot, policy: given } = story.as(name).seen()
    return plan({ snapshot, policy: { ...given, review: 'requested' }, owner: null })
  }
  expect(asked(new Panel(), 'ben')).toMatchObject({ decision: { rule: 'eligible' } })
  const story = new Panel().tells('anna', 'A')
  expect(asked(story, 'ben').kind).toBe('review')
  story.tells('ben', 'A').fails('cleo')
  expect(asked(story, 'cleo')).toMatchObject({ kind: 'apply', decision: { rule: 'panel-undecided' } })
})

describe('a round that cannot be decided', () => {
  it('has the members that do not tell it wait for the one that does', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A').fails('cleo')
    const evidence = 'the panel cannot decide: no answer from cleo (its status comment says why); a run of cleo calls a person'
    for (const name of ['anna', 'ben'])
      expect(planOf(story, name)).toMatchObject({ kind: 'none', decision: { kind: 'wait', rule: 'panel-undecided', evidence } })
    expect(planOf(story, 'cleo')).toMatchObject({ kind: 'apply', decision: { kind: 'escalate' } })
  })

  it('names a member that has not begun as that', () => {
    const story = new Panel()
      .tells('anna', 'A')
      .tells('cleo', 'A')
      .wait(policy['enrich-timeout'] + 60)
    expect(planOf(story, 'cleo')).toMatchObject({
      decision: { kind: 'escalate', evidence: 'the panel cannot decide: no answer from ben (its job has not begun)' },
    })
  })

  it('says from when on the next member tells it, where the word is about to pass on', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A').fails('cleo')
    expect(planOf(story.wait(HALF_HOUR - 60), 'anna')).toMatchObject({
      decision: { evidence: expect.stringMatching(/; a run of ben calls a person, from \S+Z on$/) },
    })
    expect(planOf(story, 'ben').kind).toBe('none')
    expect(planOf(story.wait(60), 'ben').kind).toBe('apply')
  })
})
