import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plan } from '../../src/decide/plan.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import type { Facts } from '../../src/snapshot/facts.ts'
import { rebuild } from '../../src/snapshot/rebuild.ts'
import { Story } from '../snapshot/story.ts'
import { type Agent, Undisturbed } from './undisturbed.ts'

const policy: Policy = { ...defaultPolicy(), 'max-cycles': 2, 'max-starts': 4, 'max-starts-life': 1_000, 'max-cost': 1_000 }
const MOST_PER_ACT = 3
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const newestOf = (story: Story, kind: 'reviews' | 'comments'): number | undefined =>
  story.facts[kind].findLast(one => one.viewerDidAuthor)?.id
const others = ['other[bot]', 'ci', 'listed[bot]', 'guest'] as const

const byPeople = {
  asks: story => story.asks('dev'),
  asksWithSkill: story => story.asks('lead', 'review security'),
  resumes: story => story.asks('dev', 'resume'),
  unlabels: story => story.facts.pull.labels.includes('needs-human-review') && story.unlabels('dev'),
  asksByLabel: story => story.labels('dev', 'ai-review'),
  approves: story => story.approves('lead'),
  requestsReview: story => story.requestsReview('dev', story.nextId()),
} satisfies Record<string, (story: Story) => unknown>

/** Nothing of this is a person's act. */
const byOthers = {
  push: story => story.push(ALPHABET[ALPHABET.indexOf(letterOf(story)) + 1] ?? 'A'),
  retarget: story => story.retarget(story.facts.pull.base.ref === 'main' ? 'next' : 'main'),
  comment: story => story.says('dev', 'I will look at it.'),
  pause: story => story.labels('dev'),
  asks: story => others.map(name => story.asks(name)),
  asksByLabel: story => story.labels('other[bot]', 'ai-review'),
  labels: story => story.labels('ci'),
  unlabels: story => story.facts.pull.labels.includes('needs-human-review') && story.unlabels('other[bot]'),
  approves: story => [story.approves('ci'), story.approves('other[bot]'), story.approves('guest', { canPush: false })],
  requestsReview: story => story.requestsReview('other[bot]', story.nextId()),
  edits: story => touch(newestOf(story, 'reviews'), id => story.edits(id, 'other[bot]')),
  empties: story => touch(newestOf(story, 'reviews'), id => story.edits(id, 'other[bot]', 'Nothing to see.')),
  editsComment: story => touch(newestOf(story, 'comments'), id => story.edits(id, 'other[bot]')),
  minimises: story => touch(newestOf(story, 'reviews'), id => story.minimises(id)),
  deletes: story =>
    story.snapshot().verdicts.length > 0 && touch(story.snapshot().statuses[0]?.id, id => story.deletes(id, 'other[bot]')),
  day: story => story.wait(24 * 3600),
} satisfies Record<string, (story: Story) => unknown>

function letterOf({ facts }: Story): string {
  return String.fromCharCode(Number.parseInt(facts.pull.head.oid.slice(0, 2), 16))
}
function touch(id: number | undefined, act: (id: number) => unknown): unknown {
  return id === undefined ? null : act(id)
}

type Step =
  | { kind: 'person'; name: keyof typeof byPeople }
  | { kind: 'other'; name: keyof typeof byOthers }
  | { kind: 'run'; agent: Agent; steps: number }

const person = fc
  .constantFrom(...(Object.keys(byPeople) as (keyof typeof byPeople)[]))
  .map(name => ({ kind: 'person', name }) as const)
const other = fc
  .constantFrom(...(Object.keys(byOthers) as (keyof typeof byOthers)[]))
  .map(name => ({ kind: 'other', name }) as const)
const agent = fc.constantFrom<Agent>('F', 'F', 'F', 'A', 'E')
const run = fc.record({ kind: fc.constant('run' as const), agent, steps: fc.constantFrom(0, 1, 2, 3, 4, 99, 99, 99) })
const push = fc.constant({ kind: 'other', name: 'push' } as const)
// Heads that move and runs that are killed are what most stories are made of; long ones reach the bounds.
const busy = [
  { weight: 6, arbitrary: run },
  { weight: 4, arbitrary: push },
  { weight: 2, arbitrary: other },
]
const long = { maxLength: 30, size: 'max' } as const
const withPeople = fc.array(fc.oneof(...busy, { weight: 1, arbitrary: person }), long)
const withoutPeople = fc.array(fc.oneof(...busy), long)

const take = (undisturbed: Undisturbed, step: Step): void => {
  if (step.kind === 'run') undisturbed.round({ agent: step.agent, policy, steps: step.steps })
  else if (step.kind === 'person') byPeople[step.name](undisturbed.story)
  else byOthers[step.name](undisturbed.story)
}

const having = (steps: Step[], sameSecond = false): Undisturbed => {
  const story = new Story()
  const undisturbed = new Undisturbed(sameSecond ? story.sameSecond() : story)
  for (const step of steps) take(undisturbed, step)
  return undisturbed
}

// The same stories every time; another seed tells others.
const runs = { numRuns: 100, seed: 4711 }
const everySpeed = fc.boolean()

describe('law 3: without a person’s act', () => {
  it('there are never more fix-requested heads in a row than max-cycles, nor more starts than max-starts', () => {
    const bounded = (steps: Step[], sameSecond: boolean): void => {
      const undisturbed = having([], sameSecond)
      let before = 0
      let heads = new Set<string>()
      for (const step of steps) {
        const known = undisturbed.story.facts.reviews.length
        take(undisturbed, step)
        if (step.kind === 'person') before = undisturbed.starts
        const published = undisturbed.story.snapshot().verdicts.find(one => one.id === undisturbed.story.facts.reviews[known]?.id)
        if (step.kind === 'person' || published?.decision === 'approved') heads = new Set()
        if (published?.decision === 'fix-requested') heads.add(published.head)
        expect(heads.size).toBeLessThanOrEqual(policy['max-cycles'])
        expect(undisturbed.starts - before).toBeLessThanOrEqual(policy['max-starts'] + MOST_PER_ACT)
      }
    }
    fc.assert(fc.property(withPeople, everySpeed, bounded), runs)
  })

  it('there are never more starts than max-starts at all, and nothing starts the count anew', () => {
    const bounded = (steps: Step[], sameSecond: boolean): void => {
      const { starts, story } = having(steps, sameSecond)
      expect(starts).toBeLessThanOrEqual(policy['max-starts'])
      expect(story.snapshot().engagement).toBeNull()
    }
    fc.assert(fc.property(withoutPeople, everySpeed, bounded), runs)
  })
})

describe('law 4: after a person’s act', () => {
  it('there is a verdict that lists it, or an answer', () => {
    const answered = (steps: Step[], last: Agent): void => {
      const undisturbed = having(steps)
      const act = undisturbed.story.asks('lead')
      undisturbed.rest({ agent: last, policy })
      expect(['served', 'refused']).toContain(undisturbed.story.snapshot().acts.find(one => one.id === act)?.state.kind)
    }
    fc.assert(fc.property(withPeople, agent, answered), runs)
  })
})

describe('laws 7 and 9: undisturbed runs', () => {
  it('come to rest, with no claim open, and the next one writes nothing', () => {
    const settles = (steps: Step[], last: Agent, sameSecond: boolean): void => {
      const undisturbed = having(steps, sameSecond)
      expect(undisturbed.rest({ agent: last, policy })).not.toBeNull()
      const settled = structuredClone(undisturbed.story.facts)
      expect(undisturbed.round({ agent: last, policy })).toBe('none')
      expect(undisturbed.story.facts).toEqual(settled)
    }
    fc.assert(fc.property(withPeople, agent, everySpeed, settles), runs)
  })
})

describe('rebuilding', () => {
  const shuffled = <T>(list: T[], seed: number): T[] =>
    [...list, ...list.slice(0, 2)]
      .map((one, at) => ({ one, key: ((at + 1) * (seed + 7919)) % 104_729 }))
      .sort((a, b) => a.key - b.key)
      .map(({ one }) => one)

  it('does not depend on the order of lists, nor on entries that stand twice', () => {
    const same = (steps: Step[], seed: number, sameSecond: boolean): void => {
      const { facts, settings } = having(steps, sameSecond).story
      const mixed: Facts = {
        ...facts,
        comments: shuffled(facts.comments, seed),
        reviews: shuffled(facts.reviews, seed),
        timeline: shuffled(facts.timeline, seed),
      }
      expect(rebuild(mixed, settings)).toEqual(rebuild(facts, settings))
    }
    fc.assert(fc.property(withPeople, fc.nat(10_000), everySpeed, same), runs)
  })

  it('of a list whose newest entries do not show yet starts no more than the whole list does', () => {
    const careful = (steps: Step[]): void => {
      const { story } = having(steps.filter(step => step.kind !== 'person'))
      const short: Facts = {
        ...story.facts,
        comments: story.facts.comments.slice(0, -1),
        timeline: story.facts.timeline.slice(0, -1),
      }
      const snapshot = rebuild(short, story.settings)
      expect(plan({ snapshot, policy, owner: 'unknown' }).kind).toBe('none')
      expect(snapshot.engagement).toBeNull()
    }
    fc.assert(fc.property(withPeople, careful), { ...runs, numRuns: 50 })
  })
})
