import type { AgentSpec, Limits } from '../agents/types.ts'
import { ConfigError } from '../github/errors.ts'
import { builtInAgents, type Policy } from '../policy/schema.ts'

type BuiltIn = (typeof builtInAgents)[number]

const isBuiltIn = (name: string): name is BuiltIn => (builtInAgents as readonly string[]).includes(name)

const specOf = (policy: Policy, name: string): AgentSpec => {
  const shared = { name, model: policy.models[name] ?? null, extraArgs: policy['extra-args'][name] ?? [] }
  if (isBuiltIn(name)) return { kind: name, argv: [], ...shared }
  const command = policy.commands[name]
  if (command === undefined)
    throw new ConfigError(`agents: found "${name}"; expected ${builtInAgents.join(', ')} or a name of commands in .github/countersign.yml; correct the input agents`)
  return { kind: 'command', argv: command.run, ...shared }
}

/** The agents to try, in order: the input's where it is set, else the reviewer's own, else the policy's. */
export const chainOf = (policy: Policy, wanted: { chain: string[]; reviewer: string }): AgentSpec[] => {
  const own = policy.reviewers[wanted.reviewer]?.agents
  const names = wanted.chain.length > 0 ? wanted.chain : (own ?? policy.agents)
  return names.map(name => specOf(policy, name))
}

const GRACE_MS = 5_000

export const limitsOf = (policy: Policy): Limits => ({
  agentTimeoutMs: policy['agent-timeout'] * 1000,
  silenceTimeoutMs: policy['silence-timeout'] === null ? null : policy['silence-timeout'] * 1000,
  runTimeoutMs: policy['run-timeout'] * 1000,
  maxAttempts: policy['max-attempts'],
  backoffMs: policy.backoff * 1000,
  graceMs: GRACE_MS,
  attemptBudgetUsd: policy['attempt-budget'],
})
