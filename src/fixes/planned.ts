import { type FixPlan, fixPlanOf } from '../decide/fix.ts'
import { hasDailyBudget } from '../decide/rules/daily-budget.ts'
import type { PullRun } from '../observe/context.ts'
import { readDay } from '../observe/day.ts'
import type { View } from '../observe/look.ts'
import { limitsOf } from '../policy/agents.ts'
import { withTimeLeft } from '../rounds/time-left.ts'
import type { DayUse } from '../snapshot/snapshot.ts'
import type { FixDeps } from './publish.ts'

/** A try that has less time mends nothing. */
const SHORTEST_TRY_MS = 60_000

/** Whether `run-timeout` leaves this run time for another try. */
export const hasTimeForMore = ({ policy }: View, deps: FixDeps): boolean =>
  withTimeLeft(limitsOf(policy), deps).runTimeoutMs >= SHORTEST_TRY_MS

/** The day's budget is added up only where a fix is due, and before the lock is taken: a pull that only waits is not written on. */
export const planned = async (
  pullRun: PullRun,
  view: View,
  { push }: FixDeps,
): Promise<{ plan: FixPlan; day: DayUse | null }> => {
  const plan = fixPlanOf(view, push)
  if (plan.kind !== 'fix' || !hasDailyBudget(view.policy)) return { plan, day: null }
  const day = await readDay(pullRun, view.policy)
  return { plan: fixPlanOf({ ...view, day }, push), day }
}
