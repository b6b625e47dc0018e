import fc from 'fast-check'
import type { Policy } from '../../src/policy/schema.ts'
import type { Facts } from '../../src/snapshot/facts.ts'
import { Story } from '../snapshot/story.ts'
import { type Agent, type Lag, Undisturbed } from './undisturbed.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const others = ['other[bot]', 'ci', 'listed[bot]', 'guest'] as const

const letterOf = ({ facts }: Story): string => String.fromCharCode(Number.parseInt(facts.pull.head.oid.slice(0, 2), 16))
const newestOf = (story: Story, kind: 'reviews' | 'comments'): number | undefined =>
  story.facts[kind].findLast(one => one.viewerDidAuthor)?.id
const touch = (id: number | undefined, act: (id: number) => unknown): unknown => (id === undefined ? null : act(id))

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
  forges: story =>
    touch(newestOf(story, 'reviews'), id =>
      story.edits(id, 'other[bot]', story.textOf(id).body.replace('"decision":"fix-requested"', '"decision":"approved"')),
    ),
  editsComment: story => touch(newestOf(story, 'comments'), id => story.edits(id, 'other[bot]')),
  minimises: story => touch(newestOf(story, 'reviews'), id => story.minimises(id)),
  dismisses: story => touch(newestOf(story, 'reviews'), id => story.dismisses(id)),
  deletes: story =>
    story.snapshot().verdicts.length > 0 && touch(story.snapshot().statuses[0]?.id, id => story.deletes(id, 'other[bot]')),
  day: story => story.wait(24 * 3600),
} satisfies Record<string, (story: Story) => unknown>

/** `steps` = how many writes a run lives to make; `reviewer` = which of those that work on the pull it is. */
export type Step =
  | { kind: 'person'; name: keyof typeof byPeople }
  | { kind: 'other'; name: keyof typeof byOthers }
  | { kind: 'run'; agent: Agent; steps: number; reviewer: string; isSplit: boolean; lag?: Lag | undefined }

const REVIEWERS = ['countersign', 'second', 'third']
/** One after the other: so panels come to their decisions. */
const EVERYBODY = 'everybody'

const keysOf = <T extends object>(one: T) => Object.keys(one) as (keyof T)[]
const person = fc.constantFrom(...keysOf(byPeople)).map(name => ({ kind: 'person', name }) as const)
const other = fc.constantFrom(...keysOf(byOthers)).map(name => ({ kind: 'other', name }) as const)
export const agent = fc.constantFrom<Agent>('F', 'F', 'F', 'A', 'E')
const push = fc.constant({ kind: 'other', name: 'push' } as const)
export const lag = fc.record({
  comments: fc.integer({ min: 0, max: 2 }),
  reviews: fc.integer({ min: 0, max: 2 }),
  timeline: fc.integer({ min: 0, max: 3 }),
})

const runOf = (reviewers: number) =>
  fc.record({
    kind: fc.constant('run' as const),
    agent,
    steps: fc.constantFrom(0, 1, 2, 3, 4, 99, 99, 99),
    reviewer: fc.constantFrom(...REVIEWERS.slice(0, reviewers), EVERYBODY),
    // Of a panel the others approve of what the first one asks to be mended.
    isSplit: fc.boolean(),
    // Another reviewer's newest words may be missing without a trace.
    lag: reviewers === 1 ? fc.option(lag, { nil: undefined }) : fc.constant(undefined),
  })

// Heads that move and runs that are killed are what most stories are made of; long ones reach the bounds.
const busy = (reviewers: number) => [
  { weight: 6, arbitrary: runOf(reviewers) },
  { weight: 4, arbitrary: push },
  { weight: 2, arbitrary: other },
]
const long = { maxLength: 30, size: 'max' } as const

/** What one to three reviewers (each for itself, or as members of a panel), people, other bots and automation do to one pull, in any order. */
const worldOf = (more: { weight: number; arbitrary: fc.Arbitrary<Step> }[]) =>
  fc.integer({ min: 1, max: REVIEWERS.length }).chain(reviewers =>
    fc.record({
      reviewers: fc.constant(REVIEWERS.slice(0, reviewers)),
      steps: fc.array(fc.oneof(...busy(reviewers), ...more), long),
      sameSecond: fc.boolean(),
      panel: reviewers > 1 ? fc.boolean() : fc.constant(false),
    }),
  )

export type WorldPlan = { reviewers: string[]; steps: Step[]; sameSecond: boolean; panel: boolean }
export const withPeople: fc.Arbitrary<WorldPlan> = worldOf([{ weight: 1, arbitrary: person }])
export const withoutPeople: fc.Arbitrary<WorldPlan> = worldOf([])

const runs = (
  undisturbed: Undisturbed,
  { agent, steps, reviewer, isSplit, lag: behind }: Extract<Step, { kind: 'run' }>,
  policy: Policy,
): void => {
  const { panel } = undisturbed.story.settings
  const names = reviewer !== EVERYBODY ? [reviewer] : panel.length > 0 ? panel : REVIEWERS.slice(0, 1)
  for (const [index, name] of names.entries()) {
    const says = isSplit && index > 0 && agent === 'F' ? 'A' : agent
    undisturbed.round({ agent: says, policy, steps, reviewer: name, lag: behind })
  }
}

export const take = (undisturbed: Undisturbed, step: Step, policy: Policy): void => {
  if (step.kind === 'run') runs(undisturbed, step, policy)
  else if (step.kind === 'person') byPeople[step.name](undisturbed.story)
  else byOthers[step.name](undisturbed.story)
}

export const begun = ({ sameSecond, panel, reviewers }: Omit<WorldPlan, 'steps'>): Undisturbed => {
  const story = new Story({ settings: { panel: panel ? reviewers : [] } })
  return new Undisturbed(sameSecond ? story.sameSecond() : story)
}

export const having = (world: WorldPlan, policy: Policy): Undisturbed => {
  const undisturbed = begun(world)
  for (const step of world.steps) take(undisturbed, step, policy)
  return undisturbed
}

const mixed = <T>(list: T[], seed: number): T[] =>
  list
    .map((one, at) => ({ one, key: ((at + 1) * (seed + 7919)) % 104_729 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)

/** The lists as pages bring them: cut at any place, the pages overlapping where something came in between, in any order. */
const paged = <T>(list: T[], { size, overlap, seed }: { size: number; overlap: number; seed: number }): T[] => {
  const pages: T[][] = []
  for (let from = 0; from < list.length; from += size) pages.push(list.slice(Math.max(0, from - overlap), from + size))
  return mixed(pages, seed).flat()
}

export const split = fc.record({
  size: fc.integer({ min: 1, max: 6 }),
  overlap: fc.integer({ min: 0, max: 3 }),
  seed: fc.nat(10_000),
})
type Split = { size: number; overlap: number; seed: number }

export const inPages = (facts: Facts, by: Split): Facts => ({
  ...facts,
  comments: paged(facts.comments, by),
  reviews: paged(facts.reviews, by),
  timeline: paged(facts.timeline, by),
})
