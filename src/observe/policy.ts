import { ConfigError } from '../github/errors.ts'
import { parsePolicy } from '../policy/parse.ts'
import { defaultPolicy, type Policy } from '../policy/schema.ts'
import type { Facts } from '../snapshot/facts.ts'

const FILE = '.github/countersign.yml'

/** The policy of the default branch's tip, never of the pull. Without the file the defaults hold; one that cannot be read stops the run. */
export const policyOf = (facts: Pick<Facts, 'policy'>): Policy => {
  if (facts.policy === null) return defaultPolicy()
  const parsed = parsePolicy(facts.policy.text)
  if (parsed.kind === 'ok') return parsed.policy
  const lines = parsed.errors.map(error => `${FILE}:${error.line}:${error.column}: ${error.key}: found ${error.found}; expected ${error.expected}${error.hint ? `; ${error.hint}` : ''}`)
  throw new ConfigError(`the policy cannot be read\n${lines.join('\n')}`)
}
