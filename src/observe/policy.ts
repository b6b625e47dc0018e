import { ConfigError } from '../github/errors.ts'
import { POLICY_PATH, parsePolicy, policyErrorText } from '../policy/parse.ts'
import { defaultPolicy, type Policy } from '../policy/schema.ts'
import type { Facts } from '../snapshot/facts.ts'

/** The policy of the default branch's tip, never of the pull. Without the file the defaults hold; one that cannot be read stops the run. */
export const policyOf = (facts: Pick<Facts, 'policy'>): Policy => {
  if (facts.policy === null) return defaultPolicy()
  const parsed = parsePolicy(facts.policy.text)
  if (parsed.kind === 'ok') return parsed.policy
  throw new ConfigError(
    `the policy ${POLICY_PATH} of the default branch cannot be used\n${parsed.errors.map(policyErrorText).join('\n')}`,
  )
}
