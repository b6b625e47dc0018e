import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plan } from '../../src/decide/plan.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { rebuild } from '../../src/snapshot/rebuild.ts'
import { type Agent, lagging, type Undisturbed } from './undisturbed.ts'
import { agent, begun, having, inPages, lag, split, take, type WorldPlan, withoutPeople, withPeople } from './worlds.ts'

const common: Policy = { ...defaultPolicy(), 'max-cycles': 2, 'max-starts': 4, 'max-starts-life': 1_000, 'max-cost': 1_000 }
/** Room for as many rounds, whoever sits in them. */
const policyOf = ({ panel, reviewers }: WorldPlan): Policy => ({ ...common, 'max-starts': panel ? 4 * reviewers.length : 4 })
const MOST_PER_ACT = 3
/** Whose verdicts decide on a head; written down once more, so that the code is not its own judge. */
const speaks: (string | undefined)[] = ['single', 'panel']

// The same stories every time; another seed tells others.
const runs = { numRuns: 100, seed: 4711 }
/** On a machine with other work. */
const patient = { timeout: 100_000 }

/** Twice round: of members that left in one second the one with the word may have run before the others. */
const restAll = (undisturbed: Undisturbed, world: WorldPlan, last: Agent): (number | null)[] =>
  [...world.reviewers, ...world.reviewers].map(reviewer => undisturbed.rest({ agent: last, policy: policyOf(world), reviewer }))

describe('law 1', () => {
  it('no key has two verdicts, whatever dies or is asked in between', patient, () => {
    const once = (world: WorldPlan): void => {
      const undisturbed = having(world, policyOf(world))
      restAll(undisturbed, world, 'F')
      expect(undisturbed.story.snapshot().duplicates).toEqual([])
      expect(undisturbed.repeated).toBe(0)
    }
    fc.assert(fc.property(withPeople, once), runs)
  })
})

describe('law 3: without a person’s act', () => {
  it('there are never more fix-requested heads in a row than max-cycles, nor more starts than max-starts', patient, () => {
    const bounded = (world: WorldPlan): void => {
      const undisturbed = begun(world)
      let before = 0
      let heads = new Set<string>()
      for (const step of world.steps) {
        const known = new Set(undisturbed.story.facts.reviews.map(one => one.id))
        take(undisturbed, step, policyOf(world))
        if (step.kind === 'person') before = undisturbed.starts
        if (step.kind === 'person') heads = new Set()
        const fresh = undisturbed.story.snapshot().verdicts.filter(one => !known.has(one.id) && speaks.includes(one.marker?.role))
        for (const published of fresh) {
          if (published.decision === 'approved') heads = new Set()
          else heads.add(published.head)
        }
        expect(heads.size).toBeLessThanOrEqual(common['max-cycles'])
        expect(undisturbed.starts - before).toBeLessThanOrEqual(
          policyOf(world)['max-starts'] + MOST_PER_ACT * world.reviewers.length,
        )
      }
    }
    fc.assert(fc.property(withPeople, bounded), runs)
  })

  it(
    'there are never more starts than max-starts at all, of all reviewers together, and nothing starts the count anew',
    patient,
    () => {
      const bounded = (world: WorldPlan): void => {
        const { starts, story } = having(world, policyOf(world))
        expect(starts).toBeLessThanOrEqual(policyOf(world)['max-starts'])
        expect(story.snapshot().engagement).toBeNull()
      }
      fc.assert(fc.property(withoutPeople, bounded), runs)
    },
  )
})

describe('law 4: after a person’s act', () => {
  it('there is a verdict that lists it, or an answer', patient, () => {
    const answered = (world: WorldPlan, last: Agent): void => {
      const undisturbed = having(world, policyOf(world))
      const act = undisturbed.story.asks('lead')
      restAll(undisturbed, world, last)
      expect(['served', 'refused']).toContain(undisturbed.story.snapshot().acts.find(one => one.id === act)?.state.kind)
    }
    fc.assert(fc.property(withPeople, agent, answered), runs)
  })
})

describe('laws 7 and 9: undisturbed runs', () => {
  it('come to rest, with no claim open, and the next one writes nothing', patient, () => {
    const settles = (world: WorldPlan, last: Agent): void => {
      const undisturbed = having(world, policyOf(world))
      expect(restAll(undisturbed, world, last)).not.toContain(null)
      // A reviewer may have left work to the ones before it.
      restAll(undisturbed, world, last)
      const settled = structuredClone(undisturbed.story.facts)
      for (const reviewer of world.reviewers)
        expect(undisturbed.round({ agent: last, policy: policyOf(world), reviewer })).toBe('none')
      expect(undisturbed.story.facts).toEqual(settled)
    }
    fc.assert(fc.property(withPeople, agent, settles), runs)
  })
})

describe('what pages and replicas show', () => {
  it('does not depend on where pages are cut, on their order, nor on entries that stand on two of them', patient, () => {
    const same = (world: WorldPlan, by: { size: number; overlap: number; seed: number }): void => {
      const { facts, settings } = having(world, policyOf(world)).story
      expect(rebuild(inPages(facts, by), settings)).toEqual(rebuild(facts, settings))
    }
    fc.assert(fc.property(withPeople, split, same), runs)
  })

  it('engages nobody while the newest entries are missing, and starts nothing while a claim may be another’s', patient, () => {
    const careful = (world: WorldPlan, by: { comments: number; reviews: number; timeline: number }): void => {
      const { story } = having({ ...world, steps: world.steps.filter(step => step.kind !== 'person') }, common)
      const snapshot = rebuild(lagging(story.facts, by), story.settings)
      expect(plan({ snapshot, policy: common, owner: 'unknown' }).kind).toBe('none')
      expect(snapshot.engagement).toBeNull()
    }
    fc.assert(fc.property(withPeople, lag, careful), runs)
  })

  it('counts no more cycles, starts or cost than the whole lists do', patient, () => {
    const fewer = (world: WorldPlan, by: { comments: number; reviews: number; timeline: number }): void => {
      const { story } = having(world, policyOf(world))
      const whole = story.snapshot()
      const part = rebuild(lagging(story.facts, by), story.settings)
      expect(part.verdicts.length).toBeLessThanOrEqual(whole.verdicts.length)
      expect(part.starts.life).toBeLessThanOrEqual(whole.starts.life)
      expect(part.spend.life).toBeLessThanOrEqual(whole.spend.life)
    }
    fc.assert(fc.property(withPeople, lag, fewer), runs)
  })
})
