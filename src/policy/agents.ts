import { limitsOf as agentLimits } from '../agents/limits.ts'
import type { AgentSpec, Limits } from '../agents/types.ts'
import { ConfigError } from '../github/errors.ts'
import { builtInAgents, type Policy } from './schema.ts'

const isBuiltIn = (name: string): name is (typeof builtInAgents)[number] => (builtInAgents as readonly string[]).includes(name)

const specOf = (policy: Policy, name: string): AgentSpec => {
  const common = { name, model: policy.models[name] ?? null, extraArgs: policy['extra-args'][name] ?? [] }
  if (isBuiltIn(name)) return { kind: name, argv: [], ...common }
  const command = policy.commands[name]
  if (command !== undefined) return { kind: 'command', argv: command.run, ...common }
  const known = [...builtInAgents, ...Object.keys(policy.commands)].join(', ')
  throw new ConfigError(
    `agents: found "${name}"; expected one of ${known}; correct the name, or add it to "commands" in the policy`,
  )
}

/** The agents to try, in order: those of the input, else of the reviewer, else of the policy. Throws ConfigError for an unknown one. */
export const chainOf = (policy: Policy, override: readonly string[] = [], reviewer: string | null = null): AgentSpec[] => {
  const own = reviewer === null ? undefined : policy.reviewers[reviewer]?.agents
  const names = override.length > 0 ? override : (own ?? policy.agents)
  return [...new Set(names)].map(name => specOf(policy, name))
}

/** The policy's limits as agents are run with them. `null` = the agents' own default: none. */
export const limitsOf = (policy: Policy): Limits =>
  agentLimits({
    'agent-timeout': policy['agent-timeout'],
    'silence-timeout': policy['silence-timeout'] ?? undefined,
    'run-timeout': policy['run-timeout'],
    'max-attempts': policy['max-attempts'],
    backoff: policy.backoff,
    'attempt-budget': policy['attempt-budget'] ?? undefined,
  })
