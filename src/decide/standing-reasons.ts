import type { EscalationReason } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { isTaskOf, tasksOf } from '../snapshot/fixes.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { reviewToMend } from './fix-tasks.ts'
import { plainRun } from './late.ts'
import { cycleCap } from './rules/cycle-cap.ts'
import { noVerdict } from './rules/no-verdict.ts'
import { pullBudget } from './rules/pull-budget.ts'
import type { Rule } from './rules/rule.ts'
import { starts } from './rules/starts.ts'
import { statusKept } from './rules/status-kept.ts'

const counting: Rule[] = [statusKept, cycleCap, starts, noVerdict, pullBudget]

const hasGivenUpFix = (snapshot: Snapshot): boolean => {
  const verdict = reviewToMend(snapshot)
  return verdict !== null && tasksOf(snapshot).some(task => isTaskOf(verdict, task) && task.state === 'given-up')
}

/** For what a person would be called now: what can be counted again when the comment that told it is gone. */
export const standingReasons = (snapshot: Snapshot, policy: Policy): EscalationReason[] => {
  const bounds = counting.flatMap((rule): EscalationReason[] => {
    const objection = rule.judge({ snapshot, policy, owner: null, byPerson: false, run: plainRun, late: null })
    return objection?.reason === undefined ? [] : [objection.reason]
  })
  return hasGivenUpFix(snapshot) ? [...bounds, 'fix-failed'] : bounds
}
