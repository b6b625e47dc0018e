import type { Claim } from '../markers/schema.ts'
import { isByPerson } from '../snapshot/acts.ts'
import { isUnended } from '../snapshot/claims.ts'
import { newest } from '../snapshot/order.ts'
import { isMember } from '../snapshot/panel.ts'
import type { Act, Snapshot } from '../snapshot/snapshot.ts'
import { type DecideInput, decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { Effect } from './effect.ts'
import { unsureNotice } from './notice.ts'
import { dueDecision } from './panel.ts'
import { endWith, lastEscalatedAt, settle, settleDecision, verdictOf } from './settle.ts'

export const MAX_RECOVERIES = 2
export const ORPHAN_MAX_AGE_S = 24 * 3600

export type PlanInput = DecideInput

/** Whether rules are left that need to be read late before the plan counts. */
export const needsLate = (plan: Plan): boolean =>
  plan.kind === 'review' && plan.decision.trail.some(report => report.passed === 'unread')

type Review = Extract<Decision, { kind: 'review' }>

/**
 * What a run that holds (or may take) the lock has to do: reconcile first, then decide. `target` = the dead claim to be
 * closed; `resumes` = the dead claim of this head whose time the new one takes over.
 */
export type Plan =
  | { kind: 'none'; why: string; decision: Decision }
  | { kind: 'apply'; why: string; effects: Effect[]; target: Claim | null; decision: Decision }
  | { kind: 'review'; why: string; decision: Review; recoveries: number; resumes: Claim | null }

const close = (reason: string): Effect => ({ kind: 'write-ending', ending: 'continues', reason, flagged: false })
const flag = (reason: string): Extract<Effect, { kind: 'write-ending' }> => ({
  kind: 'write-ending',
  ending: 'continues',
  reason,
  flagged: true,
})
const labelOn = (snapshot: Snapshot): Effect[] => (snapshot.pause.label.on ? [] : [{ kind: 'add-pause-label' }])

/** A person is called once: the loss of the status comment is told in place of the interruption. */
const flagInterrupted = ({ snapshot }: PlanInput, claim: Claim, flagged: { why: string; decision: Decision }): Effect[] => {
  const { why, decision } = flagged
  if (decision.kind === 'escalate' && decision.rule === 'status-kept') return [...decision.effects, flag(why)]
  const told = lastEscalatedAt(snapshot) > claim.since
  const reason = isMember(snapshot) ? 'cannot-review' : 'interrupted'
  const detail = isMember(snapshot) ? { detail: `no answer from ${snapshot.reviewer}, which was cut off: ${why}` } : {}
  return [
    ...labelOn(snapshot),
    ...(told ? [] : [{ kind: 'post-escalation', reason, head: claim.head, ...detail } as const]),
    flag(why),
  ]
}

const tooOften = ({ snapshot }: PlanInput, claim: Claim): string | null => {
  if (snapshot.statusHealth === 'edited') return 'the status comment was edited, so its recoveries are not known'
  if (claim.recoveries >= MAX_RECOVERIES) return `recovered ${claim.recoveries} times already at this head`
  const ageS = snapshot.facts.observedAt - claim.since
  return ageS > ORPHAN_MAX_AGE_S ? `the claim is ${Math.floor(ageS / 3600)} h old` : null
}

/** A person's request that the dead claim did not serve yet begins anew: nothing is left to be recovered. */
const isAskedSince = ({ acts }: Review, claim: Claim): boolean =>
  acts.some(act => isByPerson(act) && !claim.acts.includes(act.id))

/** All it was for has been refused since: that no agent could answer was told, and only the ending is missing. */
const isRefused = ({ snapshot }: PlanInput, claim: Claim): boolean =>
  claim.acts.length > 0 &&
  claim.acts.every(id =>
    snapshot.acts.some(({ id: own, state }) => own === id && state.kind === 'refused' && state.at >= claim.since),
  )

/** The table of the recovery section for a claim whose owner is known to be dead, first match. */
const reconcile = (input: PlanInput, claim: Claim, decision: Decision): Plan => {
  const { snapshot, policy } = input
  const { pull } = snapshot.facts
  const apply = (why: string, effects: Effect[]): Plan => ({ kind: 'apply', why, effects, target: claim, decision })
  if (claim.role === 'fix') {
    const why = 'the run that mended this head died'
    return decision.kind === 'review' ? anew(input, decision, why) : apply(why, [...decision.effects, close(why)])
  }
  if (verdictOf(snapshot, claim) !== undefined)
    return apply('the dead claim has its verdict: settle what is missing', settle({ snapshot, policy, claim }))
  if (pull.state !== 'OPEN')
    return apply('the dead claim’s pull request is closed', [
      ...labelOn(snapshot),
      ...decision.effects,
      { ...flag('closed while a review was claimed'), silent: true },
    ])
  if (claim.head !== pull.head.oid || claim.base !== pull.base.ref) {
    const why = 'a dead claim was for an older head or base'
    return decision.kind === 'review' ? anew(input, decision, why) : apply(why, [...decision.effects, close('superseded')])
  }
  if (decision.kind === 'review' && isAskedSince(decision, claim))
    return anew(input, decision, 'the run that claimed this head died, and a person asked again')
  if (isRefused(input, claim))
    return apply('the dead claim’s requests have their refusal', [endWith('error', 'no agent could review; the answer says why')])
  const worn = tooOften(input, claim)
  if (worn !== null) return apply(`interrupted: ${worn}`, flagInterrupted(input, claim, { why: worn, decision }))
  if (decision.kind !== 'review')
    return apply('a dead claim, and nothing to review', [...decision.effects, close(`${decision.rule}: ${decision.evidence}`)])
  const why = 'the run that claimed this head died: start again'
  return { kind: 'review', why, decision, recoveries: claim.recoveries + 1, resumes: claim }
}

/** Where the status comment cannot be trusted its recoveries count as used up: a run that dies now is not started again. */
const anew = ({ snapshot }: PlanInput, decision: Review, why: string): Plan => {
  const isLost = snapshot.statusHealth === 'gone' || snapshot.statusHealth === 'edited'
  return { kind: 'review', why, decision, recoveries: isLost ? MAX_RECOVERIES : 0, resumes: null }
}

const servedText = (acts: Act[]): string => `serves ${acts.map(act => `${act.kind} ${act.id}`).join(', ')}`

const whyOf = (decision: Decision): string => {
  if (decision.kind !== 'review') return `${decision.rule}: ${decision.evidence}`
  return decision.acts.length > 0 ? servedText(decision.acts) : 'no rule objects'
}

/** Whoever asked is told once, so that the request does not end in silence. */
const tellLost = ({ snapshot }: PlanInput): Effect[] => {
  const acts = snapshot.acts.filter(act => act.state.kind === 'lost' && isByPerson(act))
  const why = 'another account edited a text of ours that may have answered it; what it said is not known any more'
  return acts.length === 0 ? [] : [{ kind: 'post-answer', acts, why }]
}

const tidy = ({ snapshot }: PlanInput): Effect[] => [
  ...[...snapshot.statuses.slice(1), ...snapshot.fixes.comments.slice(1)].map(
    status => ({ kind: 'delete-status', id: status.id, nodeId: status.nodeId }) as const,
  ),
  ...snapshot.duplicates.map(verdict => ({ kind: 'tidy-duplicate', verdict }) as const),
]

/** The lock outlived a run that had a notice to send; this run may have taken it off already. */
const doubts = ({ snapshot, run, owner }: PlanInput): Effect[] => {
  const left = owner === 'dead' ? snapshot.facts.lock.entries.map(entry => entry.id) : []
  const key = unsureNotice(snapshot.statuses[0]?.marker, run?.took === undefined ? left : [...left, run.took])
  return key === null ? [] : [{ kind: 'doubt-notice', key }]
}

/** A decision of the panel that the dead run published, while it held the lock that it left. */
const unfollowed = ({ snapshot, policy }: PlanInput): Effect[] => {
  const since = newest(snapshot.facts.lock.entries.map(entry => entry.at))
  const spoken = snapshot.verdicts.findLast(one => one.marker?.publisher === snapshot.reviewer && one.at >= since)
  if (spoken === undefined || spoken.base === null) return []
  const { head, base, occasion } = spoken
  return settleDecision({ snapshot, policy }, { head, base, occasion })
}

/** Another run holds the pull (or may), or nothing here can be judged: nothing is touched. */
const isLeftAlone = ({ owner }: PlanInput, decision: Decision): boolean =>
  owner === 'alive' || owner === 'unknown' || (decision.kind !== 'review' && decision.rule === 'readable')

const planned = (input: PlanInput): Plan => {
  const decision = decide(input)
  const why = whyOf(decision)
  if (isLeftAlone(input, decision)) return { kind: 'none', why, decision }
  const loose = tidy(input)
  if (loose.length > 0) return { kind: 'apply', why: 'two of what there may be one of', effects: loose, target: null, decision }
  const lost = tellLost(input)
  if (lost.length > 0)
    return { kind: 'apply', why: 'an edited text may have held an answer', effects: lost, target: null, decision }
  const due = dueDecision(input)
  if (due !== null) {
    const effects: Effect[] = [{ kind: 'publish-decision', round: due }]
    return { kind: 'apply', why: 'all members have answered: the panel decides', effects, target: null, decision }
  }
  const claim = input.snapshot.statuses[0]?.marker.claim ?? null
  if (claim !== null && isUnended(claim) && input.owner === 'dead') return reconcile(input, claim, decision)
  if (decision.kind === 'review') return anew(input, decision, why)
  const isLockLeft = input.owner === 'dead' && input.snapshot.facts.lock.held
  const effects = [...doubts(input), ...(isLockLeft ? unfollowed(input) : []), ...decision.effects]
  if (effects.length === 0 && !isLockLeft) return { kind: 'none', why, decision }
  return {
    kind: 'apply',
    why: isLockLeft ? `a dead run left its lock; ${why}` : why,
    effects,
    target: null,
    decision,
  }
}

/** A run whose claim was deleted tells people what is to be told, and leaves the review to a later one, which sees the deletion. */
export const plan = (input: PlanInput): Plan => {
  const made = planned(input)
  if (made.kind !== 'review' || input.run?.claimDeleted !== true) return made
  return { kind: 'none', why: 'the claim of this run was deleted: a later run reviews', decision: made.decision }
}
