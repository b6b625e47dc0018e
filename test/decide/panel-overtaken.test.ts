import { describe, expect, it } from 'vitest'
import { dueDecision, stuckRound } from '../../src/decide/panel.ts'
import { plan } from '../../src/decide/plan.ts'
import { standingOf } from '../../src/snapshot/standing.ts'
import { members, Panel, policy } from './panel-story.ts'

const two = { ...policy, 'panel-quorum': 2 }
const planOf = (story: Panel, name: string) => plan({ snapshot: story.as(name).snapshot(), policy: two, owner: null })
const dueOf = (story: Panel) => members.filter(name => dueDecision({ snapshot: story.as(name).snapshot(), policy: two }) !== null)

/** Two of three have answered when a person asks. */
const asked = (): { story: Panel; act: string } => {
  const story = new Panel().tells('anna', 'A').tells('cleo', 'A')
  return { story, act: story.asks() }
}

const anew = (story: Panel, act: string, upTo = 3): Panel => {
  for (const [index, name] of ['cleo', 'anna', 'ben'].slice(0, upTo).entries()) {
    const role = index === 0 ? 'anchor' : 'enricher'
    const claim = story.as(name).claim({ role, occasion: act, acts: [act] })
    story.posts('F', { reviewer: name, role, occasion: act, acts: [act], nonce: claim.nonce })
    story.ends('continues')
  }
  return story
}

describe('a round that a newer one overtakes', () => {
  it('is not decided while members work on the newer one, though nobody is left to answer in it', () => {
    const { story, act } = asked()
    expect(dueOf(story)).toEqual([])
    story.as('cleo').claim({ role: 'anchor', occasion: act, acts: [act] })
    expect(dueOf(story)).toEqual([])
    expect(dueOf(anew(story, act, 2).wait(policy['enrich-timeout'] + 1))).toEqual(['anna'])
  })

  it('is not decided after the newer one: later runs find the head reviewed', () => {
    const { story, act } = asked()
    anew(story, act).posts('F', { reviewer: 'panel', role: 'panel', publisher: 'ben', occasion: act, acts: [act] })
    expect(dueOf(story.wait(policy['enrich-timeout'] + 1))).toEqual([])
    for (const name of members)
      expect(planOf(story, name)).toMatchObject({ kind: 'none', decision: { kind: 'skip', rule: 'already-reviewed' } })
  })

  it('calls nobody for its own dead member', () => {
    const story = new Panel().tells('anna', 'A').fails('ben')
    story.tells('cleo', 'A')
    const act = story.asks()
    anew(story, act).posts('F', { reviewer: 'panel', role: 'panel', publisher: 'ben', occasion: act, acts: [act] })
    expect(members.map(name => stuckRound({ snapshot: story.as(name).snapshot(), policy }))).toEqual([null, null, null])
  })

  it('is due again where the newer one has only failed', () => {
    const { story, act } = asked()
    story.as('cleo').claim({ role: 'anchor', occasion: act, acts: [act] })
    story.ends('error').wait(policy['enrich-timeout'] + 1)
    expect(dueOf(story)).toEqual(['anna'])
  })

  it('leaves its requests to the newer one', () => {
    const story = new Panel()
    const [first, answered] = [story.tells('ben', 'A'), story.asks()]
    const claim = first.as('ben').claim({ role: 'anchor' })
    story.posts('A', { reviewer: 'ben', role: 'anchor', occasion: answered, acts: [answered], nonce: claim.nonce })
    story.ends('continues')
    const act = story.asks('lead')
    expect(planOf(story, 'ben')).toMatchObject({ decision: { occasion: act, acts: [{ id: answered }, { id: act }] } })
  })

  it('answers no request for a member that spoke in it', () => {
    const story = new Panel()
    story.as('ben').claim({ role: 'anchor' })
    const act = story.asks()
    story.as('anna').claim({ role: 'anchor', occasion: act, acts: [act] })
    story.as('ben').posts('A', { reviewer: 'ben', role: 'anchor', acts: [act] })
    story.ends('continues')
    expect(planOf(story, 'ben')).toMatchObject({ kind: 'review', decision: { occasion: act, acts: [{ id: act }] } })
  })
})

describe('a decision of an older round that was published too late', () => {
  const late = (): Panel => {
    const { story, act } = asked()
    anew(story, act).posts('F', { reviewer: 'panel', role: 'panel', publisher: 'ben', occasion: act, acts: [act] })
    story.posts('A', { reviewer: 'panel', role: 'panel', publisher: 'anna' })
    return story
  }

  it('neither stands nor resets the count', () => {
    const snapshot = late().snapshot()
    expect(standingOf(snapshot, false)?.decision).toBe('fix-requested')
    expect(snapshot.cycle).toMatchObject({ count: 1, since: { why: 'engagement' } })
  })

  it('is tidied away by the next run', () => {
    expect(planOf(late(), 'anna')).toMatchObject({
      effects: [{ kind: 'tidy-duplicate', verdict: { decision: 'approved', occasion: 'first' } }],
    })
  })
})

describe('a request that was answered for an older head', () => {
  it('is open again for the member that answered it, since the panel did not decide there', () => {
    const story = new Panel()
    const act = story.asks()
    const claim = story.as('anna').claim({ role: 'anchor' })
    story.posts('A', { reviewer: 'anna', role: 'anchor', occasion: act, acts: [act], nonce: claim.nonce })
    story.ends('continues').push('B')
    expect(planOf(story, 'anna')).toMatchObject({ kind: 'review', decision: { occasion: act, acts: [{ id: act }] } })
  })
})
