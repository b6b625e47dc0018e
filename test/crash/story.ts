import { approves, asksForFix, stillOpen } from '../scenarios/reports.ts'
import type { CrashWorld } from './world.ts'

/** What an agent says, as the scripted reviewer reads it. */
export type AgentAnswer = object

/** A run that is not disturbed, or something that people do. */
export type Step =
  | { kind: 'run'; answer: AgentAnswer }
  /** A run that is killed once it has claimed the head. */
  | { kind: 'killed' }
  | { kind: 'deed'; do: (world: CrashWorld) => void }

/**
 * One whole story. `before` is played undisturbed; then comes the run that is killed, interrupted or robbed of an answer. `outcome` =
 * how that run ends when nothing disturbs it, so that a story that no longer tells what its name says is a failure.
 */
export type Story = {
  name: string
  policy: Record<string, unknown>
  before: Step[]
  answer: AgentAnswer
  outcome: string
  /** The last run is a sweep, or the job that mends; a review without it. */
  last?: 'sweep' | 'fix'
  /** Inputs of the action beside the ordinary ones. */
  inputs?: Record<string, string>
}

const run = (answer: AgentAnswer): Step => ({ kind: 'run', answer })
const killed: Step = { kind: 'killed' }
const push = (text: string): Step => ({
  kind: 'deed',
  do: ({ github }) => void github.as('author').commit('topic', { 'src/more.js': `${text}\n` }),
})
const asks = (words = 'review'): Step => ({
  kind: 'deed',
  do: ({ github }) => void github.as('dev').comment(1, `@countersign ${words}`),
})
const passes = (seconds: number): Step => ({ kind: 'deed', do: ({ github }) => github.tick(seconds) })
const unlabels: Step = { kind: 'deed', do: ({ github }) => github.as('dev').unlabel(1, 'needs-human-review') }

const confirms = { opinion: { overall: 'agree', summary: 'It holds.' }, says: 'confirm' }
const closes: Step = { kind: 'deed', do: ({ github }) => github.as('dev').close(1) }
const members = ['anna', 'ben', 'cleo']
const panel = { panel: members, reviewers: Object.fromEntries(members.map(name => [name, { agents: ['scripted'] }])) }

const fixes = { fix: 'run' }
const guarded = 'export const mean = list =>\n  list.length === 0 ? 0 : list.reduce((a, b) => a + b) / list.length\n'
const mends = { write: { 'src/mean.js': guarded }, text: 'Guarded the division.' }
const overreaches = { write: { '.github/workflows/review.yml': 'on: push\n' }, text: 'Mended the workflow.' }

const capOf = (cycles: number) => ({ 'max-cycles': cycles })

export const stories: Story[] = [
  { name: 'first review with findings', policy: {}, before: [], answer: asksForFix(), outcome: 'reviewed' },
  { name: 'first review, approved', policy: {}, before: [], answer: approves(), outcome: 'reviewed' },
  {
    name: 'second round, not mended',
    policy: {},
    before: [run(asksForFix()), push('1')],
    answer: stillOpen(),
    outcome: 'reviewed',
  },
  {
    name: 'second round, approved',
    policy: {},
    before: [run(asksForFix()), push('1')],
    answer: approves(),
    outcome: 'reviewed',
  },
  {
    name: 'escalation at the cap',
    policy: capOf(2),
    before: [run(asksForFix()), push('1')],
    answer: stillOpen(),
    outcome: 'escalated',
  },
  {
    name: 'asked for by a person',
    policy: {},
    before: [run(asksForFix()), asks()],
    answer: approves(),
    outcome: 'reviewed',
  },
  {
    name: 'taken up again after an escalation',
    policy: capOf(1),
    before: [run(asksForFix()), unlabels],
    answer: approves(),
    outcome: 'reviewed',
  },
  {
    name: 'no agent can answer',
    policy: { 'max-attempts': 1 },
    before: [run(asksForFix()), asks()],
    answer: { text: 'no credit left', exit: 1 },
    outcome: 'failed',
  },
  {
    name: 'given up after two recoveries',
    policy: {},
    before: [killed, killed, killed],
    answer: approves(),
    outcome: 'escalated',
  },
  {
    name: 'a sweep for a request whose run was lost',
    policy: {},
    before: [run(asksForFix()), asks(), passes(1_000)],
    answer: approves(),
    outcome: 'waiting',
    last: 'sweep',
  },
  {
    name: 'panel of three, asks for a fix',
    policy: panel,
    before: [],
    answer: { ...asksForFix(), ...confirms },
    outcome: 'reviewed',
  },
  {
    name: 'panel of three, second round, approved',
    policy: panel,
    before: [run({ ...asksForFix(), ...confirms }), push('1')],
    answer: { ...approves(), ...confirms },
    outcome: 'reviewed',
  },
  {
    name: 'closed under a dead claim',
    policy: {},
    before: [killed, closes],
    answer: approves(),
    outcome: 'skipped',
  },
  {
    name: 'closed with a request open',
    policy: {},
    before: [run(asksForFix()), asks(), closes],
    answer: approves(),
    outcome: 'skipped',
  },
  {
    name: 'a fix that is pushed and approved',
    policy: fixes,
    before: [run(asksForFix())],
    answer: { ...approves(), mends },
    outcome: 'fixed',
    last: 'fix',
  },
  {
    name: 'a fix twice that may not be pushed',
    policy: fixes,
    before: [run(asksForFix())],
    answer: { ...stillOpen(), mends: overreaches },
    outcome: 'escalated',
    last: 'fix',
  },
]
