import type { Attempt } from '../agents/types.ts'
import type { Plan } from '../decide/plan.ts'
import type { View } from '../observe/look.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import type { Placement } from '../review/placement.ts'
import type { Sha } from '../snapshot/ids.ts'
import { isMember } from '../snapshot/panel.ts'
import { standingOf } from '../snapshot/standing.ts'

export type OutcomeKind = 'reviewed' | 'fixed' | 'skipped' | 'waiting' | 'escalated' | 'superseded' | 'failed' | 'terminated'

export type ReviewedWork = {
  /** `null` = a member's own answer: the panel has not decided yet. */
  decision: 'approved' | 'fix-requested' | null
  findings: ReviewedFinding[]
  placements: Placement<ReviewedFinding>[]
  agent: string
  url: string | null
}

/** How one run ended, for outputs, summary and log. `view` = the newest look that it rests on. */
export type RunReport = {
  outcome: OutcomeKind
  reason: string
  rule: string | null
  /** The claim was cut off: another run takes it up, not this one. */
  cutOff: boolean
  view: View
  review: ReviewedWork | null
  /** The text of a review that GitHub did not take: paid for, and kept in the job summary. */
  unpublished: string | null
  attempts: Attempt[]
  costUsd: number
  journal: string | null
  verdictFile: string | null
  /** What would change the outcome of a fix: the rules speak of reviews. */
  change?: string
  /** The commit that a fix pushed. `silent` = by a token for whose pushes GitHub starts no runs. */
  fix?: { commit: Sha; silent: boolean }
}

const outcomes = { skip: 'skipped', wait: 'waiting', escalate: 'escalated' } as const

/** The report of a run that had nothing to review. */
export const quietReport = (view: View, plan: Plan): RunReport => {
  const { decision } = plan
  const outcome: OutcomeKind = decision.kind === 'review' ? 'waiting' : outcomes[decision.kind]
  const reason = decision.kind === 'review' ? plan.why : `${decision.rule}: ${decision.evidence}`
  return {
    outcome,
    reason,
    rule: decision.kind === 'review' ? null : decision.rule,
    cutOff: false,
    view,
    review: null,
    unpublished: null,
    attempts: [],
    costUsd: 0,
    journal: null,
    verdictFile: null,
  }
}

const QUIET: OutcomeKind[] = ['skipped', 'waiting', 'superseded']

/** What the panel came to in a round of this run that only mended: told with what this member did for it. */
const withDecision = (report: RunReport, view: View): RunReport => {
  const { review } = report
  const decision = isMember(view.snapshot) ? standingOf(view.snapshot, false)?.decision : undefined
  if (decision === undefined || review?.decision != null) return { ...report, view }
  return review === null
    ? { ...report, view, reason: `${report.reason}; the panel decided without this answer: ${decision}` }
    : { ...report, view, reason: `answered; the panel decided: ${decision}`, review: { ...review, decision } }
}

/** A review of this run, or its failure, is what it is about, whatever the next round had to mend. */
export const moreTelling = (earlier: RunReport, later: RunReport): RunReport => {
  const isReview = earlier.review !== null && later.review === null
  const isFailure = earlier.outcome === 'failed' && later.review === null && QUIET.includes(later.outcome)
  return isReview || isFailure ? withDecision(earlier, later.view) : later
}
