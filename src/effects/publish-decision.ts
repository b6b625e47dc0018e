import type { ReviewInput } from '../comments/review.ts'
import type { SecondOpinions } from '../comments/second-opinions.ts'
import type { FindingState, VerdictMarker } from '../markers/schema.ts'
import { type PullRun, placeOf } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import type { Combined, Weighed } from '../panel/combine.ts'
import { PANEL } from '../panel/names.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import { shaOf } from '../snapshot/ids.ts'
import { answersAt, combinedAt, primaryAt, type RoundKey } from '../snapshot/panel.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Held } from './held.ts'
import { publish } from './publish.ts'

type Said = NonNullable<VerdictMarker['members']>

const saidBy = (snapshot: Snapshot, round: RoundKey): Said =>
  snapshot.panel.map(name => {
    const answer = answersAt(snapshot, round).find(one => one.reviewer === name)
    if (answer === undefined) return { name, said: 'nothing' }
    return { name, said: answer === primaryAt(snapshot, round) ? 'primary' : (answer.marker?.opinion?.overall ?? 'agree') }
  })

/** Refuted by everybody else: kept as withdrawn, so that no later round finds it anew. */
const stateOf = ({ finding, stands }: Weighed<FindingState>): FindingState =>
  stands || (finding.status !== 'new' && finding.status !== 'still-open') ? finding : { ...finding, status: 'withdrawn' }

const reviewedOf = (finding: FindingState): ReviewedFinding => ({
  ...finding,
  title: finding.title ?? finding.id,
  body: '',
  startLine: null,
  side: 'RIGHT',
  confidence: 'confirmed',
  origin: 'introduced',
  reason: null,
  reported: false,
})

const wordsOf = ({ confirmedBy, refutedBy }: Weighed<FindingState>): SecondOpinions['findings'][number]['words'] => [
  ...confirmedBy.map(member => ({ member, says: 'confirm' as const, reason: '' })),
  ...refutedBy.map(member => ({ member, says: 'refute' as const, reason: '' })),
]

const opinionsOf = (combined: Combined<FindingState>, said: Said): SecondOpinions => ({
  missing: null,
  members: said.map(one => ({ ...one, agent: null, summary: '' })),
  findings: combined.findings.map(one => ({
    id: one.finding.id,
    title: one.finding.title ?? one.finding.id,
    body: '',
    stands: one.stands,
    words: wordsOf(one),
  })),
})

const SUMMARY = 'What the members of the panel said, each in its own review, comes to this decision.'

/** The members' verdicts of a round as one decision: the only thing of theirs that counts, approves or resets. */
export const publishDecision = async (
  pullRun: PullRun,
  held: Held,
  { view, round }: { view: View; round: RoundKey },
): Promise<void> => {
  const { snapshot, policy } = view
  const combined = combinedAt(snapshot, round, policy['panel-quorum'])
  const primary = primaryAt(snapshot, round)
  const head = shaOf(round.head)
  if (combined.decision === 'incomplete' || primary === undefined || head === null) return
  const said = saidBy(snapshot, round)
  const findings = combined.findings.map(stateOf)
  const marker: VerdictMarker = {
    kind: 'verdict',
    repo: snapshot.facts.repository.id,
    pull: snapshot.facts.pull.number,
    reviewer: PANEL,
    head,
    base: round.base,
    occasion: round.occasion,
    decision: combined.decision,
    mode: primary.marker?.mode ?? 'initial',
    role: 'panel',
    findings,
    acts: primary.acts,
    patch: primary.marker?.patch ?? null,
    agent: PANEL,
    attempts: 0,
    costUsd: 0,
    costEstimated: false,
    inputTokens: null,
    outputTokens: null,
    run: { id: pullRun.run.id, attempt: pullRun.run.attempt },
    nonce: pullRun.nonce(),
    carriedFrom: null,
    members: said,
    publisher: pullRun.reviewer,
  }
  const isCounted = snapshot.cycle.counted.some(verdict => verdict.head === head)
  const input: ReviewInput = {
    snapshot,
    policy,
    place: placeOf(pullRun),
    decision: combined.decision,
    mode: marker.mode,
    summary: SUMMARY,
    findings: findings.map(reviewedOf),
    placements: [],
    by: { agent: PANEL, model: null, attempts: 0, costUsd: 0, costEstimated: false, fallbackFrom: [] },
    panel: opinionsOf(combined, said),
    member: null,
    refused: null,
    unread: [],
    unchecked: null,
    cycle: primary.acts.length > 0 ? 1 : snapshot.cycle.count + (isCounted ? 0 : 1),
  }
  await publish(pullRun, held, { view, marker, input })
}
