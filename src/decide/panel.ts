import type { Policy } from '../policy/schema.ts'
import { endingOf, isUnended } from '../snapshot/claims.ts'
import type { Instant } from '../snapshot/ids.ts'
import { newest } from '../snapshot/order.ts'
import {
  answersAt,
  combinedAt,
  isMember,
  primaryAt,
  type Rival,
  type RoundKey,
  rivalOf,
  rivalsAt,
  seatsOf,
} from '../snapshot/panel.ts'
import { type Round, undecidedRounds } from '../snapshot/rounds.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type Seen = { snapshot: Snapshot; policy: Policy }

/** This member's own claim beside those of the others. */
const claimsAt = (snapshot: Snapshot, key: RoundKey): Rival[] => {
  const own = isMember(snapshot) ? snapshot.statuses.slice(0, 1).flatMap(status => rivalOf(status, key)) : []
  return [...own, ...rivalsAt(snapshot, key)]
}

/** Given up: its agents could not answer, or it was cut off too often. */
const isOut = ({ claim }: Rival): boolean => claim.flagged || endingOf(claim)?.kind === 'error'

/** A member that has claimed a later round of the same head will not come back to this one. */
const hasGoneOn = (snapshot: Snapshot, round: RoundKey & { at: Instant }, name: string): boolean =>
  seatsOf(snapshot).some(({ marker: { reviewer, claim } }) => {
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

const undecidedHere = ({ snapshot }: Seen): Round[] => (isMember(snapshot) ? undecidedRounds(snapshot) : [])

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

/** The first turn of the word takes so long, and each one that follows so much longer than the one before it. */
const WORD_S = 1_800
/** Longer than anybody's write can come after the read it rests on: nobody begins to speak when the word is about to pass on. */
const LAST_S = 120

/**
 * Turns that grow: one whose jobs come no more keeps nobody waiting, and runs at any equal distance from each other, as those that a
 * sweep starts, soon come at least once in each turn. Seconds of silence before a turn, and the turn after so many.
 */
const silenceBefore = (turn: number): number => (WORD_S * turn * (turn + 1)) / 2
const turnAfter = (silence: number): number => Math.floor((Math.sqrt(1 + (8 * silence) / WORD_S) - 1) / 2)

/**
 * Who may speak for the panel, the first one first: of those that have answered and not yet left the one with the highest review, then
 * whoever left last, by the server's time of that write; in a tie, and where all have gone on to a later round, the ids say who.
 */
const speakersAt = (snapshot: Snapshot, key: RoundKey): string[] => {
  const claims = claimsAt(snapshot, key).sort((a, b) => b.writtenAt - a.writtenAt || b.commentId - a.commentId)
  const present = claims.filter(({ claim }) => isUnended(claim)).map(one => one.member)
  const answered = answersAt(snapshot, key)
    .sort((a, b) => b.id - a.id)
    .map(one => one.reviewer)
  const staying = answered.filter(name => present.includes(name))
  return [...new Set([...staying, ...claims.map(one => one.member), ...answered])]
}

/** Since when nobody is left to answer, as far as the pull tells: the last write, or the end of the wait for one that has not begun. */
const silentSince = ({ snapshot, policy }: Seen, key: RoundKey): Instant => {
  const claims = claimsAt(snapshot, key)
  const { silent } = combinedAt(snapshot, key, policy['panel-quorum'])
  const isMissing = silent.some(name => !claims.some(one => one.member === name))
  const waited = isMissing ? (primaryAt(snapshot, key)?.at ?? 0) + policy['enrich-timeout'] : 0
  return newest([...claims.map(one => one.writtenAt), ...answersAt(snapshot, key).map(one => one.at), waited])
}

/** Whose word it is, and since or from when. Nobody has begun to use it that comes before `from`. */
export type Word = { of: string | undefined; from: Instant }

/**
 * Whose turn it is to speak for the panel: one member at any time. Everybody reads again after having left, so the last one sees all that
 * the others did.
 */
const wordAt = (seen: Seen, key: RoundKey): Word => {
  const { observedAt } = seen.snapshot.facts
  const speakers = speakersAt(seen.snapshot, key)
  const since = silentSince(seen, key)
  const turn = turnAfter(Math.max(0, observedAt - since))
  const passesOn = since + silenceBefore(turn + 1)
  const isPassing = speakers.length > 1 && passesOn - observedAt <= LAST_S
  return { of: speakers[(isPassing ? turn + 1 : turn) % speakers.length], from: isPassing ? passesOn : observedAt }
}

const hasWord = ({ snapshot }: Seen, { of, from }: Word): boolean => of === snapshot.reviewer && from <= snapshot.facts.observedAt

const isDue = (seen: Seen, round: Round): boolean => {
  const { snapshot, policy } = seen
  if ((snapshot.pause.live || snapshot.pause.label.on) && round.acts.length === 0) return false
  if (combinedAt(snapshot, round, policy['panel-quorum']).decision === 'incomplete') return false
  return pendingAt(seen, round).length === 0 && hasWord(seen, wordAt(seen, round))
}

/** The round whose decision is complete, not yet published, and this member's to publish. */
export const dueDecision = (seen: Seen): RoundKey | null =>
  seen.snapshot.facts.pull.state === 'OPEN' ? (undecidedHere(seen).find(round => isDue(seen, round)) ?? null) : null

/** By then each member could have had the word once; far longer than one is at work without a word. */
const speakUntil = (seen: Seen, round: Round): Instant => silentSince(seen, round) + silenceBefore(seen.snapshot.panel.length)

/** The newest undecided round; of a run that asks all members itself, as long as those that have runs of their own may still end it. */
const reckonedWith = (seen: Seen): Round | undefined => {
  const round = undecidedRounds(seen.snapshot).at(-1)
  const isOver = (one: Round): boolean => !isMember(seen.snapshot) && seen.snapshot.facts.observedAt >= speakUntil(seen, one)
  return round === undefined || isOver(round) ? undefined : round
}

export type Stuck = { round: Round; dead: string[]; word: Word; speaks: boolean }

/** The round that can no longer be decided, with the members that did not answer, whose it is to tell it, and whether this member does now. */
export const stuckRound = (seen: Seen): Stuck | null => {
  const round = reckonedWith(seen)
  if (round === undefined || !isStuck(seen, round)) return null
  const word = wordAt(seen, round)
  return { round, dead: deadAt(seen, round), word, speaks: hasWord(seen, word) }
}

/** The pull as a run reads it that is started now: where the word is about to pass on, after it has. */
export const asSoonRead = (seen: Seen): Snapshot => {
  const { facts } = seen.snapshot
  const from = undecidedHere(seen).map(round => wordAt(seen, round).from)
  return { ...seen.snapshot, facts: { ...facts, observedAt: newest([facts.observedAt, ...from]) } }
}

/** `next` = who is to publish the decision; `until` = then a run that asks all members itself waits no more. */
export type Midst = { answered: string[]; awaited: string[]; dead: string[]; next: string | undefined; until: Instant }

/** Of a run that asks all members itself: the round that members with runs of their own have begun. */
export const roundOfMembers = (seen: Seen): Midst | null => {
  const { snapshot, policy } = seen
  const round = isMember(snapshot) ? undefined : reckonedWith(seen)
  if (round === undefined) return null
  const { silent } = combinedAt(snapshot, round, policy['panel-quorum'])
  const awaited = pendingAt(seen, round)
  return {
    answered: policy.panel.filter(name => !silent.includes(name)),
    awaited,
    dead: deadAt(seen, round),
    next: awaited.length === 0 ? wordAt(seen, round).of : undefined,
    until: speakUntil(seen, round),
  }
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
