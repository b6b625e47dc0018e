import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dueDecision, turnOf } from '../../src/decide/panel.ts'
import { plan } from '../../src/decide/plan.ts'
import { permitOf } from '../../src/decide/settle.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { combinedAt, primaryAt } from '../../src/snapshot/panel.ts'
import { Story } from '../snapshot/story.ts'

const members = ['anna', 'ben', 'cleo'] as const
type Member = (typeof members)[number]
/** What a member's agents come to: approve, ask for a fix, or nothing. */
type Agent = 'A' | 'F' | 'X'

const policy: Policy = { ...defaultPolicy(), panel: [...members] }
const blocker = { id: 'aaaaaaaaaaaa', severity: 'high', blocking: true, path: null, line: null, status: 'new' } as const

/** Three runs of one request a step, each with the code's own decisions between its reads and its writes. */
class Sitting extends Story {
  phase: Record<Member, 'looking' | 'claimed' | 'answered' | 'deciding' | 'telling'> = {
    anna: 'looking',
    ben: 'looking',
    cleo: 'looking',
  }

  agents: Record<Member, Agent>

  constructor(agents: Record<Member, Agent>) {
    super({ settings: { panel: [...members], reviewer: 'anna' } })
    this.agents = agents
    this.facts.lock = { held: true, entries: [{ id: 9, at: 0 }], complete: true }
  }

  key() {
    const { head, base } = this.facts.pull
    return { head: head.oid, base: base.ref, occasion: 'first' }
  }

  step(name: Member): void {
    this.settings.reviewer = name
    const snapshot = this.snapshot()
    const seen = { snapshot, policy }
    switch (this.phase[name]) {
      case 'looking':
        this.look(name)
        return
      case 'claimed':
        this.work(name)
        return
      case 'answered':
        if (dueDecision(seen) !== null) this.phase[name] = 'deciding'
        else this.leave(name, 'continues')
        return
      case 'deciding':
        this.decide(name)
        this.phase[name] = this.isOpen(name) ? 'answered' : 'looking'
        return
      case 'telling':
        this.escalates('cannot-review')
        this.phase[name] = 'looking'
    }
  }

  isOpen(name: Member): boolean {
    this.settings.reviewer = name
    const claim = this.snapshot().statuses[0]?.marker.claim ?? null
    return claim !== null && claim.ending === null
  }

  look(name: Member): void {
    const planned = plan({ snapshot: this.snapshot(), policy, owner: 'ours' })
    if (planned.kind === 'review') {
      const first = this.snapshot().others.length === 0
      this.claim({ role: first ? 'anchor' : 'enricher' })
      this.phase[name] = 'claimed'
    }
    const kinds = planned.kind === 'apply' ? planned.effects.map(effect => effect.kind) : []
    if (kinds.includes('publish-decision')) this.phase[name] = 'deciding'
    if (kinds.includes('post-escalation')) this.phase[name] = 'telling'
  }

  work(name: Member): void {
    const [snapshot, agent] = [this.snapshot(), this.agents[name]]
    const claim = snapshot.statuses[0]?.marker.claim
    const primary = primaryAt(snapshot, this.key())
    if (primary === undefined && turnOf({ snapshot, policy }, this.key(), []).turn === 'wait') return
    if (agent === 'X') {
      this.leave(name, 'error')
      return
    }
    if (!claim || permitOf({ snapshot, policy, claim }).kind !== 'publish') throw new Error(`${name} may not publish.`)
    const raised = agent === 'F' ? [blocker.id] : []
    const opinion = { overall: 'mixed' as const, confirms: raised, refutes: [] }
    const own = { reviewer: name, findings: agent === 'F' ? [blocker] : [] }
    this.posts(agent, primary === undefined ? { ...own, role: 'anchor' } : { ...own, role: 'enricher', opinion })
    this.phase[name] = 'answered'
  }

  leave(name: Member, ending: 'continues' | 'error'): void {
    this.ends(ending)
    this.phase[name] = 'looking'
  }

  decide(name: Member): void {
    const { decision } = combinedAt(this.snapshot(), this.key(), policy['panel-quorum'])
    this.posts(decision === 'fix-requested' ? 'F' : 'A', { reviewer: 'panel', role: 'panel', publisher: name })
  }

  rest(): void {
    for (let rounds = 0; rounds < 12; rounds++) {
      const before = this.facts.observedAt
      for (const name of members) this.step(name)
      if (this.facts.observedAt === before && Object.values(this.phase).every(phase => phase === 'looking')) return
    }
  }
}

const agents = fc.record({
  anna: fc.constantFrom<Agent>('A', 'F', 'X'),
  ben: fc.constantFrom<Agent>('A', 'F', 'X'),
  cleo: fc.constantFrom<Agent>('A', 'F', 'X'),
})

it('however the members’ steps fall, the panel decides once or calls a person once, and each answered once', () => {
  fc.assert(
    fc.property(agents, fc.array(fc.constantFrom(...members), { maxLength: 24 }), (set, steps) => {
      const story = new Sitting(set)
      for (const name of steps) story.step(name)
      story.rest()
      const snapshot = story.snapshot()
      const decisions = snapshot.verdicts.filter(one => one.reviewer === 'panel')
      const combined = combinedAt(snapshot, story.key(), policy['panel-quorum'])
      const escalations = snapshot.pause.escalations.length
      expect([decisions.length + snapshot.duplicates.length, escalations]).toEqual(
        combined.decision === 'incomplete' ? [0, 1] : [1, 0],
      )
      expect(decisions.map(one => one.decision)).toEqual(combined.decision === 'incomplete' ? [] : [combined.decision])
      for (const name of members)
        expect(snapshot.verdicts.filter(one => one.reviewer === name)).toHaveLength(set[name] === 'X' ? 0 : 1)
    }),
    { numRuns: 30 },
  )
}, 60_000)
