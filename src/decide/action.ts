import type { Plan } from './plan.ts'

/** One word for what a run does with its plan. */
export type Action = 'review' | 'skip' | 'wait' | 'escalate' | 'mend'

export const actionOf = (plan: Plan): Action => {
  if (plan.kind === 'review') return 'review'
  const { decision } = plan
  if (decision.kind === 'review') return plan.kind === 'apply' ? 'mend' : 'wait'
  return plan.kind === 'apply' && decision.kind !== 'escalate' ? 'mend' : decision.kind
}
