import type { Policy } from '../policy/schema.ts'
import { endingOf, isUnended } from '../snapshot/claims.ts'
import type { Instant } from '../snapshot/ids.ts'
import {
  answersAt,
  combinedAt,
  decisionAt,
  isMember,
  primaryAt,
  type Rival,
  type RoundKey,
  rivalOf,
  rivalsAt,
} from '../snapshot/panel.ts'
import type { Round } from '../snapshot/rounds.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type Seen = { snapshot: Snapshot; policy: Policy }

/** This member's own claim beside those of the others. */
const claimsAt = (snapshot: Snapshot, key: RoundKey): Rival[] => {
  const own = snapshot.statuses.slice(0, 1).flatMap(status => rivalOf(status, key))
  return [...own, ...rivalsAt(snapshot, key)]
}

/** Given up: its agents could not answer, or it was cut off too often. */
const isOut = ({ claim }: Rival): boolean => claim.flagged || endingOf(claim)?.kind === 'error'

/** A member that has claimed a later round of the same head will not come back to this one. */
const hasGoneOn = ({ statuses, others }: Snapshot, round: RoundKey & { at: Instant }, name: string): boolean =>
  [...statuses.slice(0, 1), ...others].some(({ marker: { reviewer, claim } }) => {
    const isHere = claim !== null && claim.head === round.head && claim.base === round.base
    return reviewer === name && isHere && claim.occasion !== round.occasion && round.at > 0 && claim.since >= round.at
  })

/** Members that may still answer. One that has not begun is waited for as long as an opinion may wait for the first review. */
const pendingAt = ({ snapshot, policy }: Seen, key: RoundKey): string[] => {
  const claims = claimsAt(snapshot, key)
  const primary = primaryAt(snapshot, key)
  const isLate = primary !== undefined && snapshot.facts.observedAt - primary.at > policy['enrich-timeout']
  return combinedAt(snapshot, key, policy['panel-quorum']).silent.filter(name => {
    const own = claims.find(one => one.member === name)
    if (own !== undefined) return !isOut(own)
    return !isLate && !hasGoneOn(snapshot, { ...key, at: primary?.at ?? 0 }, name)
  })
}

/** Members that will not answer any more. */
export const deadAt = (seen: Seen, key: RoundKey): string[] => {
  const pending = pendingAt(seen, key)
  return combinedAt(seen.snapshot, key, seen.policy['panel-quorum']).silent.filter(name => !pending.includes(name))
}

/** The rounds that may still be decided, the newest last. */
const undecidedHere = ({ snapshot }: Seen): Round[] =>
  isMember(snapshot) ? snapshot.rounds.filter(round => decisionAt(snapshot, round) === undefined && !round.overtaken) : []

/** Nobody is left who could complete it: a new round is the only way on. */
const isStuck = (seen: Seen, key: RoundKey): boolean =>
  deadAt(seen, key).length > 0 &&
  pendingAt(seen, key).length === 0 &&
  combinedAt(seen.snapshot, key, seen.policy['panel-quorum']).decision === 'incomplete'

/** The undecided round that the others began and that waits for this member, with the requests that it serves. */
export const roundToJoin = (seen: Seen): Round | null => {
  const { snapshot } = seen
  const open = undecidedHere(seen).filter(
    round =>
      !isStuck(seen, round) &&
      !answersAt(snapshot, round).some(one => one.reviewer === snapshot.reviewer) &&
      !claimsAt(snapshot, round).some(one => one.member === snapshot.reviewer && isOut(one)) &&
      (primaryAt(snapshot, round) !== undefined || rivalsAt(snapshot, round).some(({ claim }) => isUnended(claim))),
  )
  const joined = open.at(-1)
  return joined === undefined ? null : { ...joined, acts: primaryAt(snapshot, joined)?.acts ?? joined.acts }
}

/** In a tie, and where all have gone on to a later round, the ids say who: of any state one member speaks, or none. */
const lastToLeave = (snapshot: Snapshot, key: RoundKey): string | undefined => {
  const left = claimsAt(snapshot, key).sort((a, b) => a.writtenAt - b.writtenAt || a.commentId - b.commentId)
  return left.at(-1)?.member ?? answersAt(snapshot, key).at(-1)?.reviewer
}

/**
 * Whose turn it is to speak for the panel: of those that have answered and not yet left the one with the highest review, else
 * whoever left last, by the server's time of that write. Everybody reads again after having left, so the last one sees all that
 * the others did.
 */
const hasTheWord = (snapshot: Snapshot, key: RoundKey): boolean => {
  const present = claimsAt(snapshot, key)
    .filter(({ claim }) => isUnended(claim))
    .map(one => one.member)
  const staying = answersAt(snapshot, key)
    .filter(one => present.includes(one.reviewer))
    .sort((a, b) => a.id - b.id)
  if (staying.length > 0) return staying.at(-1)?.reviewer === snapshot.reviewer
  return present.length === 0 && lastToLeave(snapshot, key) === snapshot.reviewer
}

const isDue = (seen: Seen, round: Round): boolean => {
  const { snapshot, policy } = seen
  if ((snapshot.pause.live || snapshot.pause.label.on) && round.acts.length === 0) return false
  if (combinedAt(snapshot, round, policy['panel-quorum']).decision === 'incomplete') return false
  return pendingAt(seen, round).length === 0 && hasTheWord(snapshot, round)
}

/** The round whose decision is complete, not yet published, and this member's to publish. */
export const dueDecision = (seen: Seen): RoundKey | null =>
  seen.snapshot.facts.pull.state === 'OPEN' ? (undecidedHere(seen).find(round => isDue(seen, round)) ?? null) : null

/** The round that can no longer be decided, with the members that did not answer; `speaks` = this member tells it. */
export const stuckRound = (seen: Seen): { round: Round; dead: string[]; speaks: boolean } | null => {
  const round = undecidedHere(seen).at(-1)
  if (round === undefined || !isStuck(seen, round)) return null
  return { round, dead: deadAt(seen, round), speaks: hasTheWord(seen.snapshot, round) }
}

export type Turn = 'work' | 'promote' | 'wait'

/**
 * What a member without a primary to judge does: the leader reviews, the others wait for it. A promotion outranks the time of the
 * claim, and the newest promotion the older ones. `gone` = members whose owners are dead; an anchor older than `anchor-ttl` leads no
 * more. So of any number of dead and stale ones somebody alive leads, and waiting ends.
 */
export const turnOf = (seen: Seen, key: RoundKey, gone: readonly string[]): { turn: Turn; leader: Rival | null } => {
  const { snapshot, policy } = seen
  const ageOf = ({ claim }: Rival): number => snapshot.facts.observedAt - (claim.promoted ?? claim.since)
  const isStale = (one: Rival): boolean => one.claim.role === 'anchor' && ageOf(one) > policy['anchor-ttl']
  const open = claimsAt(snapshot, key).filter(({ claim }) => isUnended(claim))
  const leading = open
    .filter(one => one.member === snapshot.reviewer || (!gone.includes(one.member) && !isStale(one)))
    .sort(
      (a, b) => (b.claim.promoted ?? 0) - (a.claim.promoted ?? 0) || a.claim.since - b.claim.since || a.commentId - b.commentId,
    )
  const leader = leading[0] ?? null
  if (leader === null || leader.member !== snapshot.reviewer) return { turn: leader === null ? 'promote' : 'wait', leader }
  return { turn: leader.claim.role === 'anchor' ? 'work' : 'promote', leader }
}
