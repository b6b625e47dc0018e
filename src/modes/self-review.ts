import { applySelfReview } from '../effects/request.ts'
import type { SelfReviewText } from '../mention/self-review.ts'
import type { PullRun } from '../observe/context.ts'
import { look, UNHELD, type View } from '../observe/look.ts'
import { planSelfReview } from '../request/plan-self-review.ts'

export type SelfReviewed = { kind: 'refused' | 'recorded'; lines: string[]; reason: string; view: View }

/** The author's own word on the present head, under the author's own token: observe → decide → act. */
export const selfReview = async (
  pullRun: PullRun,
  said: { text: SelfReviewText; head: string | null },
): Promise<SelfReviewed> => {
  const view = await look(pullRun, UNHELD)
  const plan = planSelfReview({ facts: view.snapshot.facts, mention: view.policy.mention, ...said })
  if (plan.kind === 'refused') return { kind: 'refused', lines: [], reason: `${plan.why}; ${plan.cure}`, view }
  const lines = await applySelfReview(pullRun, plan)
  return { kind: 'recorded', lines, reason: lines.length > 0 ? lines.join(', ') : 'it stands already', view }
}
