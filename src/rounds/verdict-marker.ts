import type { Attempt } from '../agents/types.ts'
import type { ReviewedBy, ReviewInput } from '../comments/review.ts'
import type { Claim, FindingState, VerdictMarker } from '../markers/schema.ts'
import { type PullRun, placeOf } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import { type DismissedById, decisionOf, withDismissals } from '../review/dismissed.ts'
import type { WorkResult } from './work.ts'

type Reviewed = Extract<WorkResult, { kind: 'reviewed' }>

const TITLE = 120

const stateOf = (finding: ReviewedFinding): FindingState => ({
  id: finding.id,
  severity: finding.severity,
  blocking: finding.blocking,
  path: finding.path,
  line: finding.line,
  status: finding.status,
  title: finding.title.slice(0, TITLE),
  ...(finding.dismissedBy === undefined ? {} : { by: finding.dismissedBy }),
})

const sum = (values: (number | null)[]): number | null => {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
}

/** The agents before the one that answered, each with the result of its last attempt. */
const fallbacksOf = (attempts: Attempt[], answering: string): ReviewedBy['fallbackFrom'] =>
  [...new Map(attempts.filter(one => one.agent !== answering).map(one => [one.agent, one.result]))].map(([agent, result]) => ({
    agent,
    result,
  }))

const byOf = ({ agent, attempts, cost }: Reviewed): ReviewedBy => ({
  agent: agent.name,
  model: agent.model,
  attempts: attempts.length,
  costUsd: cost.usd,
  costEstimated: cost.estimated,
  fallbackFrom: fallbacksOf(attempts, agent.name),
})

/** The result with what people dismissed while the agent worked. */
export const withLateDismissals = (result: Reviewed, dismissed: DismissedById): Reviewed => {
  const findings = withDismissals(result.decided.findings, dismissed)
  return {
    ...result,
    decided: { ...result.decided, decision: decisionOf(findings), findings },
    placements: result.placements.filter(({ finding }) => !dismissed.has(finding.id)),
  }
}

/** The verdict in both forms: the marker that counts, and what people read. */
export const verdictMarkerOf = (
  pullRun: PullRun,
  { claim, result, view, acts }: { claim: Claim; result: Reviewed; view: View; acts: string[] },
): { marker: VerdictMarker; input: ReviewInput } => {
  const { snapshot, policy } = view
  const by = byOf(result)
  const { decision, findings } = result.decided
  const counted = snapshot.cycle.counted.some(verdict => verdict.head === claim.head) ? 0 : 1
  const marker: VerdictMarker = {
    kind: 'verdict',
    repo: snapshot.facts.repository.id,
    pull: snapshot.facts.pull.number,
    reviewer: pullRun.reviewer,
    head: claim.head,
    base: claim.base,
    occasion: claim.occasion,
    decision,
    mode: result.mode,
    role: 'single',
    findings: findings.map(stateOf),
    acts,
    patch: result.patch,
    agent: by.model === null ? by.agent : `${by.agent}/${by.model}`,
    attempts: by.attempts,
    costUsd: by.costUsd,
    costEstimated: by.costEstimated,
    inputTokens: sum(result.attempts.map(attempt => attempt.usage.inputTokens)),
    outputTokens: sum(result.attempts.map(attempt => attempt.usage.outputTokens)),
    run: claim.run,
    nonce: claim.nonce,
    carriedFrom: null,
  }
  const cycle = acts.length > 0 ? 1 : snapshot.cycle.count + counted
  const input: ReviewInput = {
    snapshot,
    policy,
    place: placeOf(pullRun),
    decision,
    mode: result.mode,
    summary: result.summary,
    findings,
    placements: result.placements,
    by,
    unread: result.unread,
    cycle,
    refused: null,
  }
  return { marker, input }
}
