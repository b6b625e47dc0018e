import type { Attempt } from '../agents/types.ts'
import type { ReviewedBy, ReviewInput } from '../comments/review.ts'
import type { SecondOpinions } from '../comments/second-opinions.ts'
import type { Claim, FindingState, VerdictMarker } from '../markers/schema.ts'
import { type PullRun, placeOf } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import { type DismissedById, decisionOf, withDismissals } from '../review/dismissed.ts'
import { leaningOf } from './opinion-work.ts'
import type { PanelWork } from './panel-work.ts'
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

/** The result with what people dismissed while the agent worked: where that leaves nothing in the way of an approval, the quorum is. */
export const withLateDismissals = (result: Reviewed, dismissed: DismissedById): Reviewed => {
  const findings = withDismissals(result.decided.findings, dismissed)
  const { opinion } = result
  const said = opinion && { ...opinion, words: opinion.words.filter(word => !dismissed.has(word.id)) }
  const decision = said ? leaningOf(said, findings) : decisionOf(findings)
  return {
    ...result,
    opinion: said,
    panel: result.panel && decision === 'approved' ? { ...result.panel, missing: result.panel.short } : result.panel,
    decided: { ...result.decided, decision, findings },
    placements: result.placements.filter(({ finding }) => !dismissed.has(finding.id)),
  }
}

const agentText = ({ name, model }: { name: string; model: string | null }): string =>
  model === null ? name : `${name} (${model})`

const wordsOn = (id: string, { answers }: PanelWork): SecondOpinions['findings'][number]['words'] =>
  answers.flatMap(({ name, words }) =>
    words.filter(word => word.id === id).map(({ says, reason }) => ({ member: name, says, reason })),
  )

/** What a panel's members said, as people read it. */
const opinionsOf = ({ panel, decided }: Reviewed, members: string[]): SecondOpinions | null => {
  if (panel === null) return null
  const { answers, dead, missing } = panel
  return {
    missing,
    members: members.map(name => {
      const answer = answers.find(one => one.name === name)
      if (answer === undefined)
        return { name, said: 'nothing', agent: null, summary: dead.find(one => one.name === name)?.why ?? '', link: null }
      const { agent, overall, summary } = answer
      return { name, said: overall ?? 'primary', agent: agentText(agent), summary: overall === null ? '' : summary, link: null }
    }),
    findings: decided.findings.map(finding => {
      const words = wordsOn(finding.id, panel)
      const isRefuted = finding.status === 'withdrawn' && words.some(word => word.says === 'refute')
      return { id: finding.id, title: finding.title, body: finding.body, stands: !isRefuted, words }
    }),
  }
}

/** A panel of which too few answered decides nothing: what its first member said is kept as that member's own. */
const speakerFields = (
  pullRun: PullRun,
  { panel, opinion }: Reviewed,
  opinions: SecondOpinions | null,
): Pick<VerdictMarker, 'reviewer' | 'role' | 'members' | 'opinion'> => {
  if (opinion !== null) {
    const idsOf = (says: string): string[] => opinion.words.filter(word => word.says === says).map(word => word.id)
    const said = { overall: opinion.overall, confirms: idsOf('confirm'), refutes: idsOf('refute') }
    return { reviewer: pullRun.reviewer, role: 'enricher', opinion: said }
  }
  if (pullRun.panel.includes(pullRun.reviewer)) return { reviewer: pullRun.reviewer, role: 'anchor' }
  if (panel === null || opinions === null) return { reviewer: pullRun.reviewer, role: 'single' }
  const members = opinions.members.map(({ name, said }) => ({ name, said }))
  if (panel.missing !== null) return { reviewer: panel.answers[0]?.name ?? pullRun.reviewer, role: 'anchor', members }
  return { reviewer: pullRun.reviewer, role: 'panel', members }
}

/** Where this is one member's answer and the panel's decision comes later. */
const memberOf = ({ reviewer, panel }: PullRun, { opinion }: Reviewed): ReviewInput['member'] =>
  panel.includes(reviewer) ? { name: reviewer, opinion } : null

/** The verdict in both forms: the marker that counts, and what people read. */
export const verdictMarkerOf = (
  pullRun: PullRun,
  {
    claim,
    result,
    view,
    acts,
    unchecked,
  }: { claim: Claim; result: Reviewed; view: View; acts: string[]; unchecked: number | null },
): { marker: VerdictMarker; input: ReviewInput } => {
  const { snapshot, policy } = view
  const by = byOf(result)
  const panel = opinionsOf(result, policy.panel)
  const { decision, findings } = result.decided
  const counted = snapshot.cycle.counted.some(verdict => verdict.head === claim.head) ? 0 : 1
  const marker: VerdictMarker = {
    kind: 'verdict',
    repo: snapshot.facts.repository.id,
    pull: snapshot.facts.pull.number,
    ...speakerFields(pullRun, result, panel),
    head: claim.head,
    base: claim.base,
    occasion: claim.occasion,
    decision,
    mode: result.mode,
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
    panel,
    member: memberOf(pullRun, result),
    unread: result.unread,
    unchecked,
    cycle,
    refused: null,
  }
  return { marker, input }
}
