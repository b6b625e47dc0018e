import type { Claim } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { isByPerson, isWithoutArguments, openActs } from '../snapshot/acts.ts'
import { isUnended, verdictForKey } from '../snapshot/claims.ts'
import { newest } from '../snapshot/order.ts'
import { decisionAt, isMember, primaryAt, type RoundKey, rivalOf, unansweredActs } from '../snapshot/panel.ts'
import type { Act, Snapshot, Verdict } from '../snapshot/snapshot.ts'
import { afterVerdict, hideEarlier } from './after-verdict.ts'
import { autoMergeEffects, autoMergeNote } from './auto-merge.ts'
import type { Effect, EndingKind } from './effect.ts'
import { closeEffects, mintEffects } from './fix-tasks.ts'

/** What a claim is for: one key, and the requests it serves. */
export type ClaimKey = Pick<Claim, 'nonce' | 'head' | 'base' | 'occasion' | 'acts' | 'lock'>

type Seen = { snapshot: Snapshot; policy: Policy }
export type SettleInput = Seen & { claim: ClaimKey }

export type Withheld = 'lock-lost' | 'closed' | 'moved' | 'paused' | 'capped' | 'decided'

/** Whether the verdict may be published now, decided on the last read before the write. */
export type Permit =
  /** `acts` = the ids that the verdict lists. */
  | { kind: 'publish'; acts: string[] }
  | { kind: 'exists'; verdict: Verdict }
  | { kind: 'withhold'; why: Withheld; detail: string; effects: Effect[] }

export const endWith = (ending: EndingKind, reason: string): Effect => ({ kind: 'write-ending', ending, reason, flagged: false })
const endOvertaken = (reason: string): Effect => ({
  kind: 'write-ending',
  ending: 'continues',
  reason,
  flagged: false,
  overtaken: true,
})

/** Lock and nonce are still ours. A list of reactions that was cut short is trusted for the nonce alone. */
export const isHeld = (snapshot: Snapshot, claim: Pick<ClaimKey, 'lock' | 'nonce'>): boolean => {
  const { lock } = snapshot.facts
  const lockOurs = lock.entries.some(entry => entry.id === claim.lock) || (lock.held && !lock.complete)
  return lockOurs && snapshot.statuses[0]?.marker.claim?.nonce === claim.nonce
}

export const verdictOf = (snapshot: Snapshot, claim: RoundKey): Verdict | undefined =>
  verdictForKey(snapshot.verdicts, snapshot.reviewer, claim)

/** In a panel the first member refuses what nobody serves any more. */
const refuseAll = (snapshot: Snapshot, why: string): Effect[] => {
  if (isMember(snapshot) && snapshot.panel[0] !== snapshot.reviewer) return []
  const acts = unansweredActs(snapshot).filter(isByPerson)
  return acts.length === 0 ? [] : [{ kind: 'post-answer', acts, why }]
}

const worldMoved = ({ snapshot, claim }: SettleInput): Permit | null => {
  const { pull } = snapshot.facts
  if (pull.state !== 'OPEN') {
    const detail = `the pull request was ${pull.state.toLowerCase()} while the review ran`
    return { kind: 'withhold', why: 'closed', detail, effects: [...refuseAll(snapshot, detail), endOvertaken(detail)] }
  }
  if (pull.head.oid !== claim.head || pull.base.ref !== claim.base) {
    const detail =
      pull.head.oid !== claim.head
        ? `the head moved from ${claim.head.slice(0, 7)} to ${pull.head.oid.slice(0, 7)} while the review ran`
        : `the base changed from "${claim.base}" to "${pull.base.ref}" while the review ran`
    return { kind: 'withhold', why: 'moved', detail, effects: [endOvertaken(`superseded: ${detail}`)] }
  }
  return null
}

/** Rules 4 and 6 once more: a pause or a cap that came while the agent worked withholds a verdict nobody asked for. */
const pausedMeanwhile = ({ snapshot, policy, claim }: SettleInput): Permit | null => {
  if (snapshot.acts.some(act => isByPerson(act) && (act.state.kind === 'open' || claim.acts.includes(act.id)))) return null
  const others = snapshot.cycle.counted.filter(verdict => verdict.head !== claim.head).length
  if (snapshot.pause.live || snapshot.pause.label.on) {
    const detail = 'the pull request was paused while the review ran'
    return { kind: 'withhold', why: 'paused', detail, effects: [endWith('continues', detail)] }
  }
  if (others >= policy['max-cycles']) {
    const detail = 'the cycle cap was reached while the review ran'
    return { kind: 'withhold', why: 'capped', detail, effects: [endWith('continues', detail)] }
  }
  return null
}

/** The panel did without this member. */
const decidedMeanwhile = ({ snapshot, claim }: SettleInput): Permit | null => {
  if (!isMember(snapshot) || decisionAt(snapshot, claim) === undefined) return null
  const detail = 'the panel decided on this head while the review ran'
  return { kind: 'withhold', why: 'decided', detail, effects: [endOvertaken(detail)] }
}

const ANSWERED = new Set(['served', 'refused'])

/**
 * A verdict lists its claim's acts and every act without arguments open at the last read: only a listed act is answered.
 * An act of the claim that this read does not show (its list may lag), or that an edit closed since, is listed all the same.
 */
const listedActs = ({ snapshot, claim }: SettleInput): string[] => {
  // A second opinion answers what the review answers that it is about: all members serve the same requests.
  const primary = isMember(snapshot) ? primaryAt(snapshot, claim) : undefined
  if (primary !== undefined) return primary.acts
  const stateOf = new Map(snapshot.acts.map(act => [act.id, act.state.kind]))
  const claimed = claim.acts.filter(id => !ANSWERED.has(stateOf.get(id) ?? 'open'))
  const plain = openActs(snapshot.acts).filter(isWithoutArguments)
  return [...new Set([...claimed, ...plain.map(act => act.id)])]
}

/** Judged in the order of what was lost: the lock, the pull or its head, the key, and then whether a person is waited for. */
export const permitOf = (input: SettleInput): Permit => {
  const { snapshot, claim } = input
  if (!isHeld(snapshot, claim))
    return { kind: 'withhold', why: 'lock-lost', detail: 'another run took the lock or the claim over', effects: [] }
  const moved = worldMoved(input)
  if (moved !== null) return moved
  const exists = verdictOf(snapshot, claim)
  if (exists !== undefined) return { kind: 'exists', verdict: exists }
  return decidedMeanwhile(input) ?? pausedMeanwhile(input) ?? { kind: 'publish', acts: listedActs(input) }
}

export const isCapReached = ({ snapshot, policy }: Seen, verdict: Verdict): boolean =>
  verdict.decision === 'fix-requested' && snapshot.cycle.count >= policy['max-cycles']

const escalation = (snapshot: Snapshot, verdict: Verdict): Effect[] => {
  const told = snapshot.pause.escalations.some(one => one.at >= verdict.at && one.head === verdict.head)
  return [
    ...(snapshot.pause.label.on ? [] : [{ kind: 'add-pause-label' } as const]),
    ...(told ? [] : [{ kind: 'post-escalation', reason: 'cycle-cap', head: verdict.head } as const]),
  ]
}

/** Our own label goes once a person's act was served; a person's own pause only by `resume`, and only one set before it. */
const labelOff = (snapshot: Snapshot, served: Act[]): Effect[] => {
  const { label, live } = snapshot.pause
  const people = served.filter(isByPerson)
  const isResumed = people.some(act => act.kind === 'resume' && label.at !== null && label.at < act.at)
  return label.on && ((label.by === 'us' && !live && people.length > 0) || isResumed) ? [{ kind: 'remove-pause-label' }] : []
}

/** Whether this reviewer published the verdict: what follows from it is then its own to do. */
const isSpokenHere = (snapshot: Snapshot, { marker }: Verdict): boolean =>
  !isMember(snapshot) || marker?.publisher === snapshot.reviewer

/** A member that did not speak for the panel has nothing to do but leave. */
const settleMember = ({ snapshot, claim }: SettleInput, own: Verdict, decision: Verdict | undefined): Effect[] => {
  const at = claim.head.slice(0, 7)
  const reason =
    decision === undefined ? `answered at ${at}; the decision is the panel’s` : `${decision.decision} by the panel at ${at}`
  return [
    ...snapshot.duplicates.map(duplicate => ({ kind: 'tidy-duplicate', verdict: duplicate }) as const),
    ...hideEarlier({ snapshot, claim, verdict: own }),
    endWith(decision?.decision === 'approved' ? 'consensus' : 'continues', reason),
  ]
}

type Following = { verdict: Verdict; own: Verdict | undefined; key: RoundKey }

/** What follows from a verdict that counts, as far as it is still missing. */
const following = ({ snapshot, policy }: Seen, { verdict, own, key }: Following): Effect[] => {
  const served = snapshot.acts.filter(act => verdict.acts.includes(act.id) && act.state.kind === 'served')
  const unmarked = served.filter(act => act.text !== null && !act.text.reacted.includes('ROCKET'))
  const after = afterVerdict({ snapshot, claim: key, verdict }, own)
  return [
    ...after.first,
    ...snapshot.duplicates.map(duplicate => ({ kind: 'tidy-duplicate', verdict: duplicate }) as const),
    ...(isCapReached({ snapshot, policy }, verdict)
      ? [...closeEffects(snapshot, policy), ...escalation(snapshot, verdict)]
      : [...labelOff(snapshot, served), ...mintEffects(snapshot, policy)]),
    ...(unmarked.length > 0 ? [{ kind: 'mark-answered', acts: unmarked, reaction: 'ROCKET' } as const] : []),
    ...after.last,
    ...autoMergeEffects(snapshot, policy, verdict),
  ]
}

/** The same of a panel's decision that this member published without a claim of its own: its part was over, or it has none in the round. */
export const settleDecision = (seen: Seen, round: RoundKey): Effect[] => {
  const verdict = decisionAt(seen.snapshot, round)
  if (verdict === undefined || !isSpokenHere(seen.snapshot, verdict)) return []
  return following(seen, { verdict, own: verdictOf(seen.snapshot, round), key: round })
}

const endingOf = (seen: Seen, verdict: Verdict): EndingKind =>
  verdict.decision === 'approved' ? 'consensus' : isCapReached(seen, verdict) ? 'exhausted' : 'continues'

/** What that member's claim of the round, ended before the decision, has come to with it. */
export const endDecision = (seen: Seen, round: RoundKey): { claim: Claim; effect: Effect } | null => {
  const { snapshot } = seen
  const verdict = decisionAt(snapshot, round)
  const claim = snapshot.statuses.slice(0, 1).flatMap(status => rivalOf(status, round))[0]?.claim
  if (verdict === undefined || !isSpokenHere(snapshot, verdict) || claim === undefined || isUnended(claim)) return null
  return { claim, effect: endWith(endingOf(seen, verdict), `${verdict.decision} by the panel at ${claim.head.slice(0, 7)}`) }
}

/**
 * Everything that is still missing after the verdict of this claim, on a snapshot that holds it: safe to ask again at any time.
 * The ending comes last, so that a run that dies before leaves the rest to be found.
 */
export const settle = (input: SettleInput): Effect[] => {
  const { snapshot, claim } = input
  const own = verdictOf(snapshot, claim)
  if (own === undefined) return []
  const verdict = isMember(snapshot) ? decisionAt(snapshot, claim) : own
  if (verdict === undefined || !isSpokenHere(snapshot, verdict)) return settleMember(input, own, verdict)
  return [
    ...following(input, { verdict, own, key: claim }),
    endWith(
      endingOf(input, verdict),
      `${verdict.decision} at ${claim.head.slice(0, 7)}${autoMergeNote(snapshot, input.policy, verdict)}`,
    ),
  ]
}

/** No agent could answer: the requests are told why, and the head is closed until a person asks again or pushes. */
export const settleUnable = (input: SettleInput, reason: string): Effect[] => {
  const { snapshot, claim } = input
  if (verdictOf(snapshot, claim) !== undefined) return settle(input)
  // One member's failure answers nobody: the panel does.
  const acts = isMember(snapshot) ? [] : openActs(snapshot.acts).filter(act => isByPerson(act) && claim.acts.includes(act.id))
  return [...(acts.length > 0 ? [{ kind: 'post-answer', acts, why: reason } as const] : []), endWith('error', reason)]
}

/** A person is called because a panel cannot decide on this head, once for each. */
export const cannotReviewEffects = (snapshot: Snapshot, detail: string): Effect[] => [
  ...(snapshot.pause.label.on ? [] : [{ kind: 'add-pause-label' } as const]),
  { kind: 'post-escalation', reason: 'cannot-review', head: snapshot.facts.pull.head.oid, detail },
]

/** A panel of which too few answered: nothing is decided, a person is called, and the requests are told why. */
export const settleUndecided = (input: SettleInput, detail: string): Effect[] => [
  ...cannotReviewEffects(input.snapshot, detail),
  ...settleUnable(input, detail),
]

export const lastEscalatedAt = (snapshot: Snapshot): number => newest(snapshot.pause.escalations.map(one => one.at))
