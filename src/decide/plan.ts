import type { Claim } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { isUnended } from '../snapshot/claims.ts'
import type { Owner, Snapshot } from '../snapshot/snapshot.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { Effect } from './effect.ts'
import { lastEscalatedAt, settle, verdictOf } from './settle.ts'

export const MAX_RECOVERIES = 2
export const ORPHAN_MAX_AGE_S = 24 * 3600

export type PlanInput = { snapshot: Snapshot; policy: Policy; owner: Owner }

/** What a run that holds (or may take) the lock has to do: reconcile first, then decide. `target` = the dead claim to be closed. */
export type Plan =
  | { kind: 'none'; why: string; decision: Decision }
  | { kind: 'apply'; why: string; effects: Effect[]; target: Claim | null; decision: Decision }
  | { kind: 'review'; why: string; decision: Extract<Decision, { kind: 'review' }>; recoveries: number }

const close = (reason: string): Effect => ({ kind: 'write-ending', ending: 'continues', reason, flagged: false })
const flag = (reason: string): Effect => ({ kind: 'write-ending', ending: 'continues', reason, flagged: true })
const labelOn = (snapshot: Snapshot): Effect[] => (snapshot.pause.label.on ? [] : [{ kind: 'add-pause-label' }])

const flagInterrupted = (input: PlanInput, claim: Claim, why: string): Effect[] => [
  ...labelOn(input.snapshot),
  ...(lastEscalatedAt(input.snapshot) > claim.since ? [] : [{ kind: 'post-escalation', reason: 'interrupted', head: claim.head } as const]),
  flag(why),
]

const reconcileMoved = (claim: Claim, decision: Decision): Plan =>
  decision.kind === 'review'
    ? { kind: 'review', why: 'a dead claim was for an older head or base', decision, recoveries: 0 }
    : { kind: 'apply', why: 'a dead claim was for an older head or base', effects: [...decision.effects, close('superseded')], target: claim, decision }

const tooOften = ({ snapshot }: PlanInput, claim: Claim): string | null => {
  if (claim.recoveries >= MAX_RECOVERIES) return `recovered ${claim.recoveries} times already at this head`
  const ageS = snapshot.facts.observedAt - claim.since
  return ageS > ORPHAN_MAX_AGE_S ? `the claim is ${Math.round(ageS / 3600)} h old` : null
}

/** The table of the recovery section for a claim whose owner is known to be dead, first match. */
const reconcile = (input: PlanInput, claim: Claim, decision: Decision): Plan => {
  const { snapshot, policy } = input
  const { pull } = snapshot.facts
  const apply = (why: string, effects: Effect[]): Plan => ({ kind: 'apply', why, effects, target: claim, decision })
  if (verdictOf(snapshot, claim) !== undefined)
    return apply('the dead claim has its verdict: settle what is missing', settle({ snapshot, policy, claim }))
  if (pull.state !== 'OPEN')
    return apply('the dead claim’s pull request is closed', [...labelOn(snapshot), ...decision.effects, flag('closed while a review was claimed')])
  if (claim.head !== pull.head.oid || claim.base !== pull.base.ref) return reconcileMoved(claim, decision)
  const worn = tooOften(input, claim)
  if (worn !== null) return apply(`interrupted: ${worn}`, flagInterrupted(input, claim, worn))
  if (decision.kind === 'review') return { kind: 'review', why: 'the run that claimed this head died: start again', decision, recoveries: claim.recoveries + 1 }
  return apply('a dead claim, and nothing to review', [...decision.effects, close(`${decision.rule}: ${decision.evidence}`)])
}

const whyOf = (decision: Decision): string => (decision.kind === 'review' ? 'review' : `${decision.rule}: ${decision.evidence}`)

const tidy = ({ snapshot }: PlanInput): Effect[] => [
  ...snapshot.statuses.slice(1).map(status => ({ kind: 'delete-status', id: status.id, nodeId: status.nodeId }) as const),
  ...snapshot.duplicates.map(verdict => ({ kind: 'tidy-duplicate', verdict }) as const),
]

export const plan = (input: PlanInput): Plan => {
  const decision = decide(input)
  const claim = input.snapshot.statuses[0]?.marker.claim ?? null
  const orphaned = claim !== null && isUnended(claim) && input.owner !== 'ours'
  if (orphaned && input.owner !== 'dead') return { kind: 'none', why: whyOf(decision), decision }
  if (decision.kind !== 'review' && decision.rule === 'in-progress') return { kind: 'none', why: whyOf(decision), decision }
  const loose = tidy(input)
  if (loose.length > 0) return { kind: 'apply', why: 'two of what there may be one of', effects: loose, target: null, decision }
  if (orphaned && claim !== null) return reconcile(input, claim, decision)
  if (decision.kind === 'review') return { kind: 'review', why: whyOf(decision), decision, recoveries: 0 }
  if (decision.effects.length > 0) return { kind: 'apply', why: whyOf(decision), effects: decision.effects, target: null, decision }
  return { kind: 'none', why: whyOf(decision), decision }
}
