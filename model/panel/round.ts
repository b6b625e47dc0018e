import { type Claim, type Draft, type Key, PANEL, PATIENCE, type Review, type Status, seatOf, type World } from './world.ts'

export const isOf = (one: Key, key: Key): boolean => one.head === key.head && one.occasion === key.occasion
export const isUnended = (claim: Claim): boolean => claim.ending === null && !claim.flagged
export const newest = (times: number[]): number => Math.max(0, ...times)

/** Of one key the lowest id is the verdict, whoever published it; what the panel decided after a newer round of the head never counts. */
export const verdictsOf = (world: World): Review[] =>
  world.reviews.filter(
    (one, at) =>
      !one.tidied &&
      !world.reviews
        .slice(0, at)
        .some(before => !before.tidied && before.by === one.by && (isOf(before, one) || isLate(one, before))),
  )
const isLate = (one: Review, before: Review): boolean =>
  one.by === PANEL && before.head === one.head && before.occasion > one.occasion
export const verdictOf = (world: World, by: number, key: Key): Review | undefined =>
  verdictsOf(world).find(one => one.by === by && isOf(one, key))
export const decisionAt = (world: World, key: Key): Review | undefined => verdictOf(world, PANEL, key)

export const answersAt = (world: World, key: Key): Review[] => verdictsOf(world).filter(one => one.by !== PANEL && isOf(one, key))
export const primaryAt = (world: World, key: Key): Review | undefined => answersAt(world, key).find(one => one.role === 'anchor')

export type Combined = { says: 'A' | 'F' | null; answered: number[]; silent: number[] }

/** What the answers come to: a fix, when a blocker is not refuted by every other that answered; an approval, when enough answered. */
export const combine = (world: World, key: Key, quorum: number): Combined => {
  const answers = answersAt(world, key)
  const primary = primaryAt(world, key)
  const others = answers.filter(one => one !== primary)
  const isRefuted = others.length > 0 && others.every(one => one.refutes)
  const blocks = answers.some(one => one.says === 'F' && !(one === primary && isRefuted))
  const answered = answers.map(one => one.by)
  const isEnough = answered.length > 0 && answered.length >= quorum
  const silent = world.seats.flatMap((_, member) => (answered.includes(member) ? [] : [member]))
  return { says: blocks ? 'F' : isEnough ? 'A' : null, answered, silent }
}

export type Sitting = { member: number; commentId: number; claim: Claim; status: Status }

/** The claims of all members, in the order of their status comments. */
export const sittings = (world: World): Sitting[] =>
  world.seats
    .flatMap(({ status }, member) => (status === null ? [] : [{ member, commentId: status.id, claim: status.claim, status }]))
    .sort((a, b) => a.commentId - b.commentId)
export const sittingsAt = (world: World, key: Key): Sitting[] => sittings(world).filter(({ claim }) => isOf(claim, key))

/** Given up: its agents could not answer, or it was cut off too often. */
export const isOut = ({ claim }: { claim: Claim }): boolean => claim.flagged || claim.ending?.kind === 'error'

const hasGoneOn = (world: World, round: Key & { at: number }, member: number): boolean => {
  const claim = seatOf(world, member).status?.claim
  if (claim === undefined || claim.head !== round.head || claim.occasion === round.occasion) return false
  return round.at > 0 && claim.since >= round.at
}

/** Members that may still answer; one that has not begun is waited for half an hour from the first review on. */
export const pendingAt = (world: World, key: Key, quorum: number): number[] => {
  const claims = sittingsAt(world, key)
  const primary = primaryAt(world, key)
  const isLate = primary !== undefined && world.t - primary.t > PATIENCE
  return combine(world, key, quorum).silent.filter(member => {
    const own = claims.find(one => one.member === member)
    if (own !== undefined) return !isOut(own)
    return !isLate && !hasGoneOn(world, { ...key, at: primary?.t ?? 0 }, member)
  })
}

/** Nobody is left who could complete it: a new round is the only way on. */
export const isStuck = (world: World, key: Key, quorum: number): boolean => {
  const { silent, says } = combine(world, key, quorum)
  return says === null && silent.length > 0 && pendingAt(world, key, quorum).length === 0
}

export type Round = Key & { at: number; acts: number[] }

/** The rounds of the present head that any member began, the newest last; of one second those of this member first. */
export const roundsHere = (world: World, member: number): Round[] => {
  const claims = sittings(world)
  const ownFirst = [...claims.filter(one => one.member === member), ...claims.filter(one => one.member !== member)]
  const begun = [
    ...ownFirst.map(({ claim: { head, occasion, acts, since } }) => ({ head, occasion, acts, at: since })),
    ...verdictsOf(world).flatMap(({ head, occasion, acts, t, by }) => (by === PANEL ? [] : [{ head, occasion, acts, at: t }])),
  ].filter(one => one.head === world.head)
  return begun
    .sort((a, b) => a.at - b.at)
    .filter((one, index, all) => all.findIndex(two => two.occasion === one.occasion) === index)
}

/** A member works on a newer round of the head, or answered in one: what this one would come to is not asked any more. */
export const isOvertaken = (world: World, round: Key): boolean => {
  const isNewer = (one: Key): boolean => one.head === round.head && one.occasion > round.occasion
  return verdictsOf(world).some(isNewer) || sittings(world).some(({ claim }) => isNewer(claim) && isUnended(claim))
}

/** The rounds that may still be decided. */
export const undecidedHere = (world: World, member: number): Round[] =>
  roundsHere(world, member).filter(round => decisionAt(world, round) === undefined && !isOvertaken(world, round))

/** Since when nobody is left to answer: the last write, or the end of the wait for one that has not begun. */
const silentSince = (world: World, key: Key, quorum: number): number => {
  const claims = sittingsAt(world, key)
  const isMissing = combine(world, key, quorum).silent.some(member => !claims.some(one => one.member === member))
  const waited = isMissing ? (primaryAt(world, key)?.t ?? 0) + PATIENCE : 0
  return newest([...claims.map(one => one.status.leftAt), ...answersAt(world, key).map(one => one.t), waited])
}

/** The first turn of the word takes half an hour, each one that follows as much longer than the one before it. */
const turnAfter = (silence: number): number => Math.floor((Math.sqrt(1 + (8 * silence) / PATIENCE) - 1) / 2)

/** Of those that answered and have not left the one with the highest review speaks, then whoever left last; in each turn the next one. */
export const hasTheWord = (world: World, key: Key, { member, quorum }: { member: number; quorum: number }): boolean => {
  const claims = sittingsAt(world, key).sort((a, b) => b.status.leftAt - a.status.leftAt || b.commentId - a.commentId)
  const present = claims.filter(({ claim }) => isUnended(claim)).map(one => one.member)
  const answered = answersAt(world, key)
    .map(one => one.by)
    .reverse()
  const staying = answered.filter(one => present.includes(one))
  const speakers = [...new Set([...staying, ...claims.map(one => one.member), ...answered])]
  const passed = Math.max(0, world.t - silentSince(world, key, quorum))
  return speakers[turnAfter(passed) % speakers.length] === member
}

export type Turn = 'work' | 'promote' | 'wait'

/** Who reviews first: the newest promotion, else the earliest claim; the dead and the stale lead no more. */
export const turnOf = (world: World, key: Key, member: number): Turn => {
  const isStale = ({ claim }: Sitting): boolean => claim.role === 'anchor' && world.t - (claim.promoted || claim.since) > PATIENCE
  const isGone = ({ claim }: Sitting): boolean => world.runs[claim.run]?.dead === true
  const open = sittingsAt(world, key).filter(({ claim }) => isUnended(claim))
  const leader = open
    .filter(one => one.member === member || !(isGone(one) || isStale(one)))
    .sort((a, b) => b.claim.promoted - a.claim.promoted || a.claim.since - b.claim.since || a.commentId - b.commentId)[0]
  if (leader === undefined) return 'promote'
  if (leader.member !== member) return 'wait'
  return leader.claim.role === 'anchor' ? 'work' : 'promote'
}

/** The decision that a member may publish, as it reads the round now. */
export const decisionOf = (world: World, round: Key, quorum: number): Draft | null => {
  const { says } = combine(world, round, quorum)
  const primary = primaryAt(world, round)
  if (says === null || primary === undefined) return null
  const { head, occasion } = round
  return { head, occasion, by: PANEL, role: 'panel', says, refutes: false, acts: primary.acts, nonce: '', publisher: 0 }
}
