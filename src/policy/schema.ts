import * as z from 'zod'
import { checkExtraArgs } from '../agents/extra-args.ts'
import { PANEL } from '../panel/names.ts'
import { agentKeys } from './keys-agents.ts'
import { eligibilityKeys } from './keys-eligibility.ts'
import { limitKeys } from './keys-limits.ts'
import { publishingKeys } from './keys-publishing.ts'
import { workKeys } from './keys-work.ts'

/** The CLIs that Countersign knows. */
export const builtInAgents = ['claude', 'codex', 'gemini'] as const

/** The groups of the reference, in its order. */
export const keyGroups = {
  'Which pull requests': eligibilityKeys,
  'Agents and reviewers': agentKeys,
  Limits: limitKeys,
  'What is published': publishingKeys,
  'Sweep, fixes, merging': workKeys,
}

/** `.github/countersign.yml`, key by key; no key may be unknown. Durations are read as seconds, times as Instants. */
export const policySchema = z.strictObject(
  { ...eligibilityKeys, ...agentKeys, ...limitKeys, ...publishingKeys, ...workKeys },
  { error: 'keys with values, like `max-cycles: 3`' },
)

export type Policy = z.output<typeof policySchema>
export type PolicyKey = keyof Policy

export const defaultPolicy = (): Policy => policySchema.parse({})

/** A complaint about keys that are each right but do not fit together. */
export type Misfit = { path: (string | number)[]; expected: string; known: readonly string[] }

const isBuiltIn = (name: string): name is (typeof builtInAgents)[number] => (builtInAgents as readonly string[]).includes(name)

const argumentMisfits = (policy: Policy): Misfit[] =>
  Object.entries(policy['extra-args']).flatMap(([agent, args]) => {
    const checked = checkExtraArgs(isBuiltIn(agent) ? agent : 'command', args)
    return checked.ok
      ? []
      : [{ path: ['extra-args', agent], expected: `arguments ${agent} may be given: ${checked.complaint}`, known: [] }]
  })

const agentMisfits = (policy: Policy): Misfit[] => {
  const known = [...builtInAgents, ...Object.keys(policy.commands)]
  const unknown = (names: readonly string[], path: (string | number)[]): Misfit[] =>
    names.flatMap(name =>
      known.includes(name) ? [] : [{ path, expected: `${builtInAgents.join(', ')} or a name of commands`, known }],
    )
  const shadowing = Object.keys(policy.commands).filter(isBuiltIn)
  return [
    ...unknown(policy.agents, ['agents']),
    ...unknown(Object.keys(policy.models), ['models']),
    ...unknown(Object.keys(policy['extra-args']), ['extra-args']),
    ...Object.entries(policy.reviewers).flatMap(([name, { agents }]) => unknown(agents ?? [], ['reviewers', name, 'agents'])),
    ...shadowing.map(name => ({
      path: ['commands', name],
      expected: `a name that is not one of ${builtInAgents.join(', ')}`,
      known: [],
    })),
    ...argumentMisfits(policy),
  ]
}

const panelMisfits = (policy: Policy): Misfit[] => {
  const known = Object.keys(policy.reviewers)
  const { panel } = policy
  const quorum = policy['panel-quorum']
  return [
    ...panel.flatMap((name, index) =>
      known.includes(name) ? [] : [{ path: ['panel', index], expected: 'a name of reviewers', known }],
    ),
    ...(known.includes(PANEL)
      ? [{ path: ['reviewers', PANEL], expected: 'another name: the panel decides as this one', known: [] }]
      : []),
    ...(new Set(panel).size < panel.length ? [{ path: ['panel'], expected: 'each name once', known: [] }] : []),
    ...(quorum !== null && quorum > panel.length
      ? [{ path: ['panel-quorum'], expected: `at most the ${panel.length} members of panel`, known: [] }]
      : []),
  ]
}

const limitMisfits = (policy: Policy): Misfit[] => {
  const atMost = (key: PolicyKey & keyof typeof limitKeys, limit: keyof typeof limitKeys): Misfit[] =>
    Number(policy[key]) > Number(policy[limit])
      ? [{ path: [key], expected: `at most ${limit}, which is ${policy[limit]}`, known: [] }]
      : []
  return [
    ...atMost('agent-timeout', 'run-timeout'),
    ...atMost('silence-timeout', 'agent-timeout'),
    ...atMost('max-starts', 'max-starts-life'),
    ...(policy['max-starts'] < policy.panel.length
      ? [{ path: ['max-starts'], expected: `at least ${policy.panel.length}, one start for each member of panel`, known: [] }]
      : []),
  ]
}

/** GitHub's labels differ by more than case: one that asks and pauses at once would do neither. */
const labelMisfits = ({ labels: { ask, pause } }: Policy): Misfit[] =>
  ask.toLowerCase() === pause.toLowerCase()
    ? [{ path: ['labels', 'pause'], expected: 'another label than labels.ask', known: [] }]
    : []

/** Everything that does not fit together, in the order of the keys. */
export const misfitsOf = (policy: Policy): Misfit[] => [
  ...agentMisfits(policy),
  ...labelMisfits(policy),
  ...panelMisfits(policy),
  ...limitMisfits(policy),
]
