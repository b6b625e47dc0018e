import type { Policy } from '../../policy/schema.ts'
import { isoOf, nextDayOf } from '../../snapshot/ids.ts'
import type { Rule, RuleInput } from './rule.ts'

/** Whether the policy bounds what the repository may use in a day: without that nobody adds it up. */
export const hasDailyBudget = (policy: Policy): boolean => policy['daily-runs'] !== null || policy['daily-cost'] !== null

const reached = ({ policy, late }: RuleInput): string | null => {
  const day = late?.day ?? null
  if (day === null) return null
  const { 'daily-runs': runs, 'daily-cost': cost } = policy
  if (runs !== null && day.runs >= runs) return `${day.runs} of ${runs} starts (daily-runs) were made in this repository today`
  if (cost !== null && day.usd >= cost)
    return `${day.usd.toFixed(2)} of ${cost.toFixed(2)} USD (daily-cost) were spent in this repository today`
  return null
}

export const dailyBudget: Rule = {
  name: 'daily-budget',
  objects: '`daily-runs` or `daily-cost` of the whole repository is reached for this UTC day; read only when one is set',
  action: 'wait',
  forced: 'refused',
  forcedText: 'refused, with the time',
  judge: input => {
    const evidence = reached(input)
    if (evidence === null) return null
    const reset = isoOf(nextDayOf(input.snapshot.facts.observedAt))
    return { action: 'wait', evidence, change: `a new day begins at ${reset}; the next sweep then takes it up`, effects: [] }
  },
  late: true,
}
