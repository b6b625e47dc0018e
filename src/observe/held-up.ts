import type { Plan } from '../decide/plan.ts'
import { reviewingEyes } from '../request/answers.ts'
import type { PullRun } from './context.ts'
import type { View } from './look.ts'
import { whatIfLabelled } from './what-if.ts'

/** Of the one the request itself tells; what the other holds up is served by who holds it. */
const TOLD = ['already-reviewed', 'in-progress']

const objectionTo = ({ decision }: Plan): string | null =>
  decision.kind === 'review' || TOLD.includes(decision.rule)
    ? null
    : `no review follows yet: ${decision.rule}: ${decision.evidence}; ${decision.change}`

/**
 * What keeps a run from reviewing though a review is asked for, and what to do about it: told, so that the request does not end in
 * silence. `asks` = the ask label is about to be set.
 */
export const heldUp = async (
  pullRun: PullRun,
  view: View,
  { reviewsAs, asks }: { reviewsAs: string | null; asks: boolean },
): Promise<string | null> => {
  const { facts } = view.snapshot
  // A label's event starts a run for the head that it was set at.
  const run = { ...pullRun.run, facts: { ...pullRun.run.facts, head: facts.pull.head.oid } }
  const eyes = { ...pullRun, run, viewAs: reviewingEyes(facts, reviewsAs) }
  const by = { kind: facts.viewer.isBot ? 'Bot' : 'User', login: facts.viewer.login } as const
  const after = await whatIfLabelled(eyes, view, asks ? { by, label: view.policy.labels.ask } : null)
  return objectionTo(after.plan)
}
