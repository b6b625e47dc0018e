import { describe, expect, it } from 'vitest'
import { dueDecision, roundToJoin } from '../../src/decide/panel.ts'
import { plan } from '../../src/decide/plan.ts'
import { permitOf, settle, settleUnable } from '../../src/decide/settle.ts'
import type { Claim } from '../../src/markers/schema.ts'
import { members, Panel, policy } from './panel-story.ts'

describe('whose turn it is to review first', () => {
  const three = (): Panel => {
    const story = new Panel()
    for (const name of members) story.as(name).claim({ role: name === 'anna' ? 'anchor' : 'enricher' })
    return story
  }

  it('is that of the earliest claim; the others wait', () => {
    const story = three()
    expect(members.map(name => story.turn(name))).toEqual(['work', 'wait', 'wait'])
  })

  it('passes to the earliest survivor when the leader is dead', () => {
    const story = three()
    expect(story.turn('ben', ['anna'])).toBe('promote')
    expect(story.turn('cleo', ['anna'])).toBe('wait')
    expect(story.turn('cleo', ['anna', 'ben'])).toBe('promote')
  })

  it('passes on when the anchor is older than anchor-ttl, and a promotion outranks the time of a claim', () => {
    const story = three().wait(policy['anchor-ttl'] + 1)
    expect(story.turn('ben')).toBe('promote')
    story.as('cleo').claim({ role: 'anchor', promoted: story.facts.observedAt })
    expect([story.turn('ben'), story.turn('cleo')]).toEqual(['wait', 'work'])
  })

  it('never waits in a circle: of any number of dead and stale ones, whoever is alive leads or waits for one that does', () => {
    for (let dead = 0; dead < 8; dead++) {
      const story = three().wait(policy['anchor-ttl'] + 1)
      const gone = members.filter((_, index) => (dead & (1 << index)) !== 0)
      const alive = members.filter(name => !gone.includes(name))
      const turns = alive.map(name =>
        story.turn(
          name,
          gone.filter(one => one !== name),
        ),
      )
      if (alive.length > 0)
        expect(
          turns.some(turn => turn !== 'wait'),
          gone.join(),
        ).toBe(true)
    }
  })
})

describe('the decision of the panel', () => {
  it('is due when all have answered, for the one that left last', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A')
    expect(dueDecision(story.as('ben').seen())).toBeNull()
    story.tells('cleo', 'A')
    expect(members.map(name => dueDecision(story.as(name).seen()) !== null)).toEqual([false, false, true])
    expect(plan({ ...story.as('cleo').seen(), owner: null })).toMatchObject({ effects: [{ kind: 'publish-decision' }] })
  })

  it('is due for the highest review of those that have not left', () => {
    const story = new Panel().tells('anna', 'A')
    story.as('ben').claim({ role: 'enricher' })
    story.posts('A', { reviewer: 'ben', role: 'enricher', findings: [] })
    story.as('cleo').claim({ role: 'enricher' })
    story.posts('A', { reviewer: 'cleo', role: 'enricher', findings: [] })
    expect(members.map(name => dueDecision(story.as(name).seen()) !== null)).toEqual([false, false, true])
  })

  it('is due for whoever wrote last, whatever it had read before', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A')
    const early = story.as('cleo').claim({ role: 'enricher' })
    story.posts('A', { reviewer: 'cleo', role: 'enricher', findings: [] })
    story.ends('continues')
    // Its ending tells the time of an older read.
    const marker = story.snapshot().statuses[0]?.marker
    if (!marker?.claim?.ending) throw new Error('Expected an ending, found none.')
    const claim = { ...marker.claim, ending: { ...marker.claim.ending, at: early.since } }
    story.writeStatus({ ...marker, claim })
    expect(members.map(name => dueDecision(story.as(name).seen()) !== null)).toEqual([false, false, true])
  })

  it('is due for one member only when two left in the same second', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A')
    story.sameSecond().tells('cleo', 'A')
    story.as('ben')
    const marker = story.snapshot().statuses[0]?.marker
    if (!marker) throw new Error('Expected a status, found none.')
    story.writeStatus(marker)
    expect(members.map(name => dueDecision(story.as(name).seen()) !== null)).toEqual([false, false, true])
  })

  it('is due no more when it stands', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A').tells('cleo', 'A')
    story.posts('A', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })
    expect(members.map(name => dueDecision(story.as(name).seen()))).toEqual([null, null, null])
    expect(plan({ ...story.as('ben').seen(), owner: null })).toMatchObject({ kind: 'none' })
  })

  it('waits for a member that has claimed and not answered', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A')
    story.as('cleo').claim({ role: 'enricher' })
    expect(dueDecision(story.as('ben').seen())).toBeNull()
  })

  it('is not made while a person has paused the pull', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A').tells('cleo', 'A')
    story.labels('dev')
    expect(dueDecision(story.as('cleo').seen())).toBeNull()
  })

  it('cannot be made without a member that failed: a person is called once, by the one that left last', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A').fails('cleo')
    expect(plan({ ...story.as('anna').seen(), owner: null })).toMatchObject({ kind: 'none' })
    const told = plan({ ...story.as('cleo').seen(), owner: null })
    expect(told).toMatchObject({
      decision: { kind: 'escalate', rule: 'panel-undecided', evidence: expect.stringContaining('no answer from cleo') },
      effects: [{ kind: 'add-pause-label' }, { kind: 'post-escalation', reason: 'cannot-review' }],
    })
  })

  it('is made without it where the quorum is met', () => {
    const story = new Panel().tells('anna', 'A').tells('ben', 'A').fails('cleo')
    const seen = { ...story.as('cleo').seen(), policy: { ...policy, 'panel-quorum': 2 } }
    expect(dueDecision(seen)).toMatchObject({ occasion: 'first' })
  })
})

describe('a member', () => {
  it('joins the round that the others began, with its requests', () => {
    const story = new Panel()
    const act = story.asks()
    story.as('anna').claim({ role: 'anchor' })
    story.asks('lead')
    expect(roundToJoin(story.as('ben').seen())).toMatchObject({ occasion: act, acts: [act] })
    expect(plan({ ...story.as('ben').seen(), owner: null })).toMatchObject({ kind: 'review', decision: { occasion: act } })
  })

  it('begins a new round when nobody is left who could complete the old one', () => {
    const story = new Panel().tells('anna', 'A').fails('ben')
    story.fails('cleo').escalates('cannot-review')
    const act = story.asks()
    expect(plan({ ...story.as('ben').seen(), owner: null })).toMatchObject({ kind: 'review', decision: { occasion: act } })
  })

  it('does not answer a request by its own failure', () => {
    const story = new Panel()
    story.asks()
    const claim: Claim = story.as('anna').claim({ role: 'anchor' })
    expect(settleUnable({ ...story.seen(), claim }, 'no agent').map(one => one.kind)).toEqual(['write-ending'])
  })

  it('publishes nothing when the panel has decided without it', () => {
    const story = new Panel()
    const claim = story.as('cleo').claim({ role: 'enricher' })
    story.facts.lock = { held: true, entries: [{ id: 9, at: 0 }], complete: true }
    story.posts('A', { reviewer: 'panel', role: 'panel' })
    expect(permitOf({ ...story.seen(), claim })).toMatchObject({ kind: 'withhold', why: 'decided' })
  })

  it('leaves what follows from the decision to the one that published it', () => {
    const story = new Panel()
    const claim = story.as('ben').claim({ role: 'enricher' })
    story.posts('F', { reviewer: 'ben', role: 'enricher' })
    story.posts('F', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })
    const capped = { ...policy, 'max-cycles': 1 }
    expect(settle({ snapshot: story.snapshot(), policy: capped, claim }).map(one => one.kind)).toEqual(['write-ending'])
    expect(plan({ snapshot: story.as('cleo').snapshot(), policy: capped, owner: null })).toMatchObject({
      decision: { rule: 'cycle-cap' },
      effects: [{ kind: 'add-pause-label' }, { kind: 'post-escalation', reason: 'cycle-cap' }],
    })
  })

  it('does not answer twice what is the pull’s: refusals are the first member’s', () => {
    const story = new Panel()
    story.asks()
    story.close()
    expect(plan({ ...story.as('anna').seen(), owner: null })).toMatchObject({ effects: [{ kind: 'post-answer' }] })
    expect(plan({ ...story.as('ben').seen(), owner: null })).toMatchObject({ kind: 'none' })
  })

  it('refuses on a closed pull what members have answered and the panel has not, by the first of them', () => {
    const story = new Panel()
    const act = story.asks()
    const claim = story.as('anna').claim({ role: 'anchor' })
    story.posts('A', { reviewer: 'anna', role: 'anchor', occasion: act, acts: [act], nonce: claim.nonce })
    story.ends('continues').close()
    expect(plan({ ...story.as('anna').seen(), owner: null })).toMatchObject({
      effects: [{ kind: 'post-answer', acts: [{ id: act }] }],
    })
    const late = story.as('ben').claim({ role: 'enricher' })
    story.facts.lock = { held: true, entries: [{ id: 9, at: 0 }], complete: true }
    expect(permitOf({ ...story.seen(), claim: late })).toMatchObject({ why: 'closed', effects: [{ kind: 'write-ending' }] })
  })

  it('begins no round that the starts that are left cannot end', () => {
    const story = new Panel()
    const most = (starts: number) =>
      plan({ snapshot: story.as('anna').snapshot(), policy: { ...policy, 'max-starts': starts }, owner: null })
    expect([most(2).kind, most(3).kind]).toEqual(['apply', 'review'])
  })
})

it('a member whose panel has not decided says that it has answered, and who decides; after the decision, what it was', () => {
  const story = new Panel()
  story.as('anna').claim({ role: 'anchor' })
  story.posts('A', { reviewer: 'anna', role: 'anchor' })
  story.ends('continues')
  const said = (): string => {
    const { decision } = plan({ snapshot: story.as('anna').snapshot(), policy, owner: null })
    return decision.kind === 'review' ? 'review' : `${decision.rule}: ${decision.evidence}`
  }
  expect(said()).toMatch(
    /^already-reviewed: this member of the panel answered head \w{7} at \S+; the panel decides when all its members have$/,
  )
  story.verdict('F', { reviewer: 'panel', role: 'panel' })
  expect(said()).toMatch(/^already-reviewed: head \w{7} was reviewed at \S+: fix-requested$/)
})
