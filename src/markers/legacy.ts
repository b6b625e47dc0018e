import type { Authored, ReviewFact } from '../snapshot/facts.ts'
import { type Instant, instantOf, type Sha, shaOf } from '../snapshot/ids.ts'
import { type LegacyComments, legacyComments } from './legacy-comments.ts'
import type { EscalationMarker, VerdictMarker } from './schema.ts'

/** The name under which verdicts of the older family are known: it is no reviewer of the policy. */
export const LEGACY_REVIEWER = 'pr-review-agent'

/** `base` is empty: the older family did not record it. `at` = the time that counts, when it is not that of the creation. */
export type LegacyMarker = { marker: VerdictMarker | EscalationMarker; at: Instant | null }

/** What a body is read from: a review brings its state along, a comment has none. */
export type LegacySource = Authored & { state?: ReviewFact['state'] }

type Place = { repo: number; pull: number }

const unknownRun = { id: 'unknown', attempt: 0 }

const verdictOf = (
  found: { head: Sha; carriedFrom: Sha | null },
  decision: VerdictMarker['decision'],
  place: Place,
): VerdictMarker => ({
  kind: 'verdict',
  ...place,
  reviewer: LEGACY_REVIEWER,
  head: found.head,
  base: '',
  occasion: 'first',
  decision,
  mode: 'initial',
  role: 'single',
  findings: [],
  acts: [],
  patch: null,
  agent: LEGACY_REVIEWER,
  attempts: 1,
  costUsd: null,
  costEstimated: false,
  inputTokens: null,
  outputTokens: null,
  run: unknownRun,
  nonce: LEGACY_REVIEWER,
  carriedFrom: found.carriedFrom,
})

const escalationOf = (head: Sha | null, place: Place): EscalationMarker => ({
  kind: 'escalation',
  ...place,
  head,
  reason: 'legacy',
  reviewer: LEGACY_REVIEWER,
  run: unknownRun,
  nonce: LEGACY_REVIEWER,
})

const timeOf = (reset: string | null): Instant | null => {
  const at = reset === null ? Number.NaN : instantOf(reset)
  return Number.isFinite(at) ? at : null
}

/** `approved` stood in approving reviews only; its alias, and what was collapsed later, stood in either. */
const mayApprove = (found: LegacyComments, source: LegacySource): boolean => {
  if (!found.opensWithVerdict) return false
  if (source.state !== undefined) return source.state === 'APPROVED' || source.state === 'DISMISSED'
  return found.superseded || found.decisions[0] === 'approve'
}

/**
 * The one event that a body of the older family tells. Several markers are one event, the first gives the commit and
 * the strictest decision counts; an approval only from the opening marker. A commit id that is not whole is malformed.
 * `null` = no verdict: none of its markers, or an interrupted run that decided nothing.
 */
export const readLegacy = (source: LegacySource, place: Place): LegacyMarker | 'malformed' | null => {
  const found = legacyComments(source.body)
  const { repo, pull } = place
  const head = shaOf(found.sha)
  const said = (...words: string[]): boolean => found.decisions.some(decision => words.includes(decision))
  if (found.escalated || said('escalated', 'escalate'))
    return { marker: escalationOf(head, { repo, pull }), at: timeOf(found.reset) }
  if (found.sha === null || found.decisions.length === 0) return null
  const carriedFrom = found.carried === null ? null : shaOf(found.carried.from)
  if (head === null || (found.carried !== null && (carriedFrom === null || found.carried.to !== head))) return 'malformed'
  if (said('fix-requested')) return { marker: verdictOf({ head, carriedFrom: null }, 'fix-requested', { repo, pull }), at: null }
  if (!found.decisions.every(decision => decision === 'approved' || decision === 'approve')) return 'malformed'
  if (!mayApprove(found, source)) return null
  return { marker: verdictOf({ head, carriedFrom }, 'approved', { repo, pull }), at: null }
}
