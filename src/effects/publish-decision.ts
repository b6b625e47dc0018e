import type { ReviewInput } from '../comments/review.ts'
import type { SecondOpinions } from '../comments/second-opinions.ts'
import { code, type Place, reviewLink } from '../comments/words.ts'
import type { FindingState, VerdictMarker } from '../markers/schema.ts'
import { type PullRun, placeOf } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import type { Combined, Weighed } from '../panel/combine.ts'
import { PANEL } from '../panel/names.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import { endingOf } from '../snapshot/claims.ts'
import { shaOf } from '../snapshot/ids.ts'
import { answersAt, combinedAt, primaryAt, type RoundKey, seatsOf } from '../snapshot/panel.ts'
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

/** Why a member is silent, in the words of its own claim's end. */
const silenceOf = (snapshot: Snapshot, name: string): string => {
  const claim = seatsOf(snapshot).find(one => one.marker.reviewer === name)?.marker.claim ?? null
  const ending = claim === null ? null : endingOf(claim)
  return ending?.kind === 'error' ? ending.reason : ''
}

type Gathered = { snapshot: Snapshot; round: RoundKey; combined: Combined<FindingState>; place: Place }

const opinionsOf = ({ snapshot, round, combined, place }: Gathered, said: Said): SecondOpinions => ({
  missing: null,
  members: said.map(one => {
    const answer = answersAt(snapshot, round).find(({ reviewer }) => reviewer === one.name)
    if (answer === undefined) return { ...one, agent: null, summary: silenceOf(snapshot, one.name), link: null }
    return { ...one, agent: answer.marker?.agent ?? null, summary: '', link: reviewLink(snapshot.facts, answer, place) }
  }),
  findings: combined.findings.map(one => ({
    id: one.finding.id,
    title: one.finding.title ?? one.finding.id,
    body: '',
    stands: one.stands,
    words: wordsOf(one),
  })),
})

const SUMMARY = 'What the members of the panel said, each in a review of its own, comes to this decision.'

/** The findings that make it a no: their texts stand in the members' reviews. */
const summaryOf = ({ findings }: Combined<FindingState>): string => {
  const must = findings.filter(({ finding, stands }) => stands && finding.blocking)
  const rows = must.map(({ finding: { id, title, path, line } }) => {
    const where = path === null ? '' : ` ${code(line === null ? path : `${path}:${line}`)}`
    return `- ${(title ?? '').replace(/\s+/g, ' ')}${where} (${code(id)})`
  })
  return rows.length === 0 ? SUMMARY : [SUMMARY, '', 'To be fixed:', '', ...rows].join('\n')
}

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
    summary: summaryOf(combined),
    findings: findings.map(reviewedOf),
    placements: [],
    by: { agent: PANEL, model: null, attempts: 0, costUsd: 0, costEstimated: false, fallbackFrom: [] },
    panel: opinionsOf({ snapshot, round, combined, place: placeOf(pullRun) }, said),
    member: null,
    refused: null,
    unread: [],
    unchecked: null,
    cycle: primary.acts.length > 0 ? 1 : snapshot.cycle.count + (isCounted ? 0 : 1),
  }
  await publish(pullRun, held, { view, marker, input })
}
