import type { Policy } from '../../policy/schema.ts'
import { isoOf, nextDayOf } from '../../snapshot/ids.ts'
import type { DayUse, Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'
import type { Rule } from './rule.ts'

/** Whether the policy bounds what the repository may use in a day: without that nobody adds it up. */
export const hasDailyBudget = (policy: Policy): boolean => policy['daily-runs'] !== null || policy['daily-cost'] !== null

const reached = (policy: Policy, day: DayUse | null): string | null => {
  if (day === null) return null
  const { 'daily-runs': runs, 'daily-cost': cost } = policy
  if (runs !== null && day.runs >= runs) return `${day.runs} of ${runs} starts (daily-runs) were made in this repository today`
  if (cost !== null && day.usd >= cost)
    return `${day.usd.toFixed(2)} of ${cost.toFixed(2)} USD (daily-cost) were spent in this repository today`
  return null
}

/** What the day's budget says of a further start, of a review or of a fix. `day` = what was used today; null = nobody added it up. */
export const dailyObjection = (
  { snapshot, policy }: { snapshot: Snapshot; policy: Policy },
  day: DayUse | null,
): Objection | null => {
  const evidence = reached(policy, day)
  if (evidence === null) return null
  const reset = isoOf(nextDayOf(snapshot.facts.observedAt))
  return { action: 'wait', evidence, change: `a new day begins at ${reset}; the next sweep then takes it up`, effects: [] }
}

export const dailyBudget: Rule = {
  name: 'daily-budget',
  objects: '`daily-runs` or `daily-cost` of the whole repository is reached for this UTC day; read only when one is set',
  action: 'wait',
  forced: 'refused',
  forcedText: 'refused, with the time',
  judge: input => dailyObjection(input, input.late?.day ?? null),
  late: true,
}
