import {
  answersAt,
  combine,
  decisionAt,
  decisionOf,
  hasTheWord,
  isOut,
  isOvertaken,
  isStuck,
  isUnended,
  newest,
  pendingAt,
  primaryAt,
  sittingsAt,
  undecidedHere,
  verdictOf,
  verdictsOf,
} from './round.ts'
import {
  type Act,
  type Claim,
  type Draft,
  type Effect,
  HALF,
  type Key,
  type Limits,
  PANEL,
  type Review,
  seatOf,
  UNCLAIMED,
  type World,
} from './world.ts'

const MOST_RECOVERIES = 2
const MOST_PER_ACT = 3
const MOST_IN_A_ROW = 3

export type State = {
  open: Act[]
  served: Map<number, number>
  engagedAt: number
  resetAt: number
  counted: Review[]
  escalatedAt: number
  live: boolean
  ours: boolean
  starts: number
  row: number
}

const servedBy = (verdicts: Review[]): Map<number, number> => {
  const served = new Map<number, number>()
  for (const one of verdicts.filter(review => review.by === PANEL))
    for (const act of one.acts) if (!served.has(act)) served.set(act, one.t)
  return served
}

/** Open for this member: one that it answered, or failed on, is the panel's to serve. What it said of an older head, or in an overtaken round, is no answer. */
const openFor = (world: World, member: number, served: Map<number, number>): Act[] => {
  const own = verdictsOf(world).filter(one => one.by === member && one.head === world.head && !isOvertaken(world, one))
  const claim = seatOf(world, member).status?.claim
  const closed = new Set([
    ...served.keys(),
    ...world.answers.flatMap(one => one.acts),
    ...own.flatMap(one => one.acts),
    ...(claim?.ending?.kind === 'error' && claim.head === world.head ? claim.acts : []),
  ])
  const open = world.acts.filter(act => !closed.has(act.id))
  return inOrder(open)
}
const inOrder = (acts: Act[]): Act[] => acts.sort((a, b) => a.t - b.t || a.kind.localeCompare(b.kind) || a.id - b.id)

const startsOf = (world: World, member: number, resetAt: number): number => {
  const { status } = seatOf(world, member)
  const proven = verdictsOf(world).filter(one => one.by === member && one.t > resetAt).length
  return Math.max(status === null || resetAt > status.resetAt ? 0 : status.starts, proven)
}

export const stateOf = (world: World, member: number): State => {
  const verdicts = verdictsOf(world)
  const served = servedBy(verdicts)
  const times = (acts: Act[]): number[] => acts.map(act => served.get(act.id) ?? 0)
  const engagedAt = newest(times(world.acts))
  const resetAt = newest(times(world.acts.filter(act => act.kind === 'unlabel')))
  const decisions = verdicts.filter(one => one.by === PANEL)
  const since = Math.max(engagedAt, newest(decisions.filter(one => one.says === 'A').map(one => one.t)))
  const counted = decisions
    .filter(one => one.says === 'F' && one.t >= since)
    .filter((one, at, all) => all.findIndex(two => two.head === one.head) === at)
  const escalatedAt = newest(world.escalations.map(one => one.t))
  const ours = world.label?.by === 'us'
  const { status } = seatOf(world, member)
  const isRowOver = status === null || verdictOf(world, member, status.claim) !== undefined || engagedAt > status.engagedAt
  return {
    open: openFor(world, member, served),
    served,
    engagedAt,
    resetAt,
    counted,
    escalatedAt,
    live: (ours && (world.label?.t ?? 0) >= engagedAt) || (escalatedAt > 0 && escalatedAt >= engagedAt),
    ours,
    starts: startsOf(world, member, resetAt),
    row: isRowOver ? 0 : status.row,
  }
}

/** The round that the others began and that waits for this member. */
const roundToJoin = (world: World, member: number, { quorum }: Limits): { occasion: number; acts: number[] } | null => {
  const joined = undecidedHere(world, member).findLast(
    round =>
      !isStuck(world, round, quorum) &&
      !answersAt(world, round).some(one => one.by === member) &&
      !sittingsAt(world, round).some(one => one.member === member && isOut(one)) &&
      (primaryAt(world, round) !== undefined ||
        sittingsAt(world, round).some(one => one.member !== member && isUnended(one.claim))),
  )
  return joined === undefined ? null : { occasion: joined.occasion, acts: primaryAt(world, joined)?.acts ?? joined.acts }
}

/** The decision that this member is to publish now. */
export const dueDecision = (world: World, member: number, { quorum }: Limits): Draft | null => {
  if (!world.isOpen) return null
  const isPaused = stateOf(world, member).live || world.label !== null
  const round = undecidedHere(world, member).find(
    one =>
      !(isPaused && one.acts.length === 0) &&
      combine(world, one, quorum).says !== null &&
      pendingAt(world, one, quorum).length === 0 &&
      hasTheWord(world, one, { member, quorum }),
  )
  return round === undefined ? null : decisionOf(world, round, quorum)
}

export type Decision = { kind: 'review'; acts: number[]; occasion: number } | { kind: 'not'; why: string; effects: Effect[] }

const not = (why: string, effects: Effect[] = []): Decision => ({ kind: 'not', why, effects })
const labelOn = (world: World): Effect[] => (world.label ? [] : [{ kind: 'label on' }])
const escalate = (world: World, why: string, mine = true): Decision =>
  not(why, mine ? [...labelOn(world), { kind: 'comment', why, head: world.head }] : [])

/** A round that cannot be decided any more is told by one member, once, and what it was to serve is refused. */
const undecided = (world: World, member: number, { quorum }: Limits): Decision | null => {
  const round = undecidedHere(world, member).at(-1)
  if (round === undefined || !isStuck(world, round, quorum)) return null
  const state = stateOf(world, member)
  const isTold = world.escalations.some(one => one.why === 'cannot-review' && one.head === round.head && one.t >= round.at)
  const closed = new Set([...state.served.keys(), ...world.answers.flatMap(one => one.acts)])
  const refused = world.acts.map(act => act.id).filter(id => round.acts.includes(id) && !closed.has(id))
  const told: Effect[] = isTold ? [] : [...labelOn(world), { kind: 'comment', why: 'cannot-review', head: world.head }]
  const answer: Effect[] = refused.length > 0 ? [{ kind: 'answer', acts: refused }] : []
  const effects = hasTheWord(world, round, { member, quorum }) ? [...told, ...answer] : []
  return effects.length === 0 && state.live ? null : not('panel-undecided', effects)
}

/** The first member completes halves, and takes off what a served request left on. */
const whilePaused = (world: World, state: State, isFirst: boolean): Decision | null => {
  const { label, off } = world
  const firsts = (effects: Effect[]): Decision => not('paused', isFirst ? effects : [])
  if (!state.live) return label ? firsts(state.ours ? [{ kind: 'label off' }] : []) : null
  const youngest = newest([state.escalatedAt, label?.t ?? 0, off?.t ?? 0])
  if (world.t - youngest < HALF) return not('paused')
  const hasComment = state.escalatedAt > 0 && state.escalatedAt >= state.engagedAt
  if (label) return firsts(hasComment ? [] : [{ kind: 'comment', why: 'restored', head: world.head }])
  const isDue = off && (off.by !== 'person' || off.t < state.escalatedAt) && world.labelledAt <= state.escalatedAt
  return firsts(isDue ? [{ kind: 'label on' }] : [])
}

/** There must be room for every member that has not started at this head. */
const hasRoom = (world: World, member: number, limits: Limits): boolean => {
  const { resetAt } = stateOf(world, member)
  const begun = world.seats.map(
    ({ status }, one) =>
      verdictsOf(world).some(review => review.by === one && review.head === world.head) ||
      (one !== member && status !== null && status.claim.head === world.head),
  )
  const room = begun.filter((isBegun, one) => one === member || !isBegun).length
  const started = world.seats.reduce((sum, _, one) => sum + startsOf(world, one, resetAt), 0)
  return started + room <= limits.maxStarts
}

/** The rules for a run that nobody asked for. */
const unasked = (world: World, member: number, limits: Limits): Decision | null => {
  const state = stateOf(world, member)
  const early = undecided(world, member, limits) ?? whilePaused(world, state, member === 0)
  if (early) return early
  const teller = state.counted.at(-1)?.publisher
  if (state.counted.length >= limits.maxCycles) return escalate(world, 'cycle-cap', teller === member)
  const isSeen = verdictsOf(world).some(one => (one.by === member || one.by === PANEL) && one.head === world.head)
  if (isSeen) return not('already-reviewed')
  if (seatOf(world, member).status?.errors.includes(world.head)) return not('finished')
  if (!hasRoom(world, member, limits)) return escalate(world, 'starts', member === 0)
  return state.row >= MOST_IN_A_ROW ? escalate(world, 'no-verdict') : null
}

/** Nobody has answered them: what a member has answered for itself is the panel's still to serve. */
const unanswered = (world: World, member: number): number[] => {
  const { served } = stateOf(world, member)
  const closed = new Set([...served.keys(), ...world.answers.flatMap(one => one.acts)])
  return inOrder(world.acts.filter(act => !closed.has(act.id))).map(act => act.id)
}

/** On a closed pull nobody serves a request any more: the first member refuses them all. */
const refusedBy = (world: World, member: number): Effect[] => {
  const acts = unanswered(world, member)
  return acts.length > 0 && member === 0 ? [{ kind: 'answer', acts }] : []
}

/** A new round takes along what the rounds that it overtakes were to serve. */
export const decide = (world: World, member: number, limits: Limits): Decision => {
  const acts = stateOf(world, member).open.map(act => act.id)
  if (!world.isOpen) return not('open', refusedBy(world, member))
  const worn = acts.filter(act => (seatOf(world, member).status?.perAct[act] ?? 0) >= MOST_PER_ACT)
  if (worn.length > 0) return not('act-starts', [{ kind: 'answer', acts: worn }])
  const objection = acts.length === 0 ? unasked(world, member, limits) : null
  if (objection !== null) return objection
  const joined = roundToJoin(world, member, limits)
  const known = world.acts.map(act => act.id)
  if (joined !== null) return { kind: 'review', occasion: joined.occasion, acts: joined.acts.filter(id => known.includes(id)) }
  return { kind: 'review', acts: acts.length > 0 ? unanswered(world, member) : [], occasion: acts.at(-1) ?? 0 }
}

export const ending = (
  kind: 'consensus' | 'continues' | 'exhausted' | 'error',
  more: { flagged?: boolean; overtaken?: boolean } = {},
): Effect => ({ kind: 'ending', ending: kind, flagged: more.flagged ?? false, overtaken: more.overtaken ?? false })

const duplicates = (world: World): Effect[] => {
  const verdicts = verdictsOf(world)
  return world.reviews.filter(one => !one.tidied && !verdicts.includes(one)).map(one => ({ kind: 'tidy', id: one.id }))
}

/** What is missing after this member's answer: what follows from a decision is done by the member that published it. */
export const settle = (world: World, member: number, { key, limits }: { key: Key; limits: Limits }): Effect[] => {
  if (verdictOf(world, member, key) === undefined) return []
  const decision = decisionAt(world, key)
  if (decision?.publisher !== member) return [...duplicates(world), ending(decision?.says === 'A' ? 'consensus' : 'continues')]
  const state = stateOf(world, member)
  const isCap = decision.says === 'F' && state.counted.length >= limits.maxCycles
  const isTold = world.escalations.some(one => one.t >= decision.t && one.head === decision.head)
  const comment: Effect[] = isTold ? [] : [{ kind: 'comment', why: 'cycle-cap', head: decision.head }]
  const isServed = decision.acts.some(act => state.served.has(act) && world.acts.some(one => one.id === act))
  const off: Effect[] = state.ours && !state.live && isServed ? [{ kind: 'label off' }] : []
  const kind = decision.says === 'A' ? 'consensus' : isCap ? 'exhausted' : 'continues'
  return [...duplicates(world), ...(isCap ? [...labelOn(world), ...comment] : off), ending(kind)]
}

export type Permit =
  | { kind: 'publish'; acts: number[] }
  | { kind: 'exists' }
  | { kind: 'withhold'; why: string; effects: Effect[] }

/** A second opinion lists what its primary lists; a review lists every act that is open, and its claim's own. */
const listed = (world: World, member: number, key: Key & { acts: number[] }): number[] => {
  const primary = primaryAt(world, key)
  if (primary !== undefined) return primary.acts
  const { open, served } = stateOf(world, member)
  const refused = new Set(world.answers.flatMap(one => one.acts))
  return [...new Set([...key.acts.filter(act => !served.has(act) && !refused.has(act)), ...open.map(act => act.id)])]
}

/** Whether this member's answer may be published, on the last read before the write. */
export const permitOf = (
  world: World,
  member: number,
  { key, limits }: { key: Key & { acts: number[] }; limits: Limits },
): Permit => {
  const state = stateOf(world, member)
  const open = state.open.map(act => act.id)
  const withhold = (why: string, effects: Effect[]): Permit => ({ kind: 'withhold', why, effects })
  if (!world.isOpen) return withhold('closed', [...refusedBy(world, member), ending('continues', { overtaken: true })])
  if (world.head !== key.head) return withhold('moved', [ending('continues', { overtaken: true })])
  if (verdictOf(world, member, key)) return { kind: 'exists' }
  if (decisionAt(world, key)) return withhold('decided', [ending('continues', { overtaken: true })])
  const isAsked = open.length > 0 || world.acts.some(act => key.acts.includes(act.id))
  const others = state.counted.filter(one => one.head !== key.head).length
  if (!isAsked && (state.live || world.label !== null || others >= limits.maxCycles))
    return withhold('paused or capped', [ending('continues')])
  return { kind: 'publish', acts: listed(world, member, key) }
}

export type Owner = 'alive' | 'dead' | 'unknown' | 'ours' | null

/** Who holds this member's seat, for a run that does not (`-1`) or does hold its lock. */
export const ownerOf = (world: World, member: number, me: number): Owner => {
  const { status, lock } = seatOf(world, member)
  const mine = lock !== null && lock.run === me
  const unclaimed = lock !== null && world.t - lock.t >= UNCLAIMED ? 'dead' : 'unknown'
  const claim = status?.claim
  if (claim === undefined || !isUnended(claim) || (mine && claim.run === me && claim.lock === lock.id)) {
    if (mine) return 'ours'
    return lock ? unclaimed : null
  }
  if (lock && !mine && lock.id !== claim.lock) return unclaimed
  return world.runs[claim.run]?.dead ? 'dead' : 'alive'
}

export type Plan =
  | { kind: 'none'; why: string }
  | { kind: 'apply'; why: string; effects: Effect[]; target: Claim | null }
  | { kind: 'review'; acts: number[]; occasion: number; recoveries: number; since: number | null }

const anew = (decision: Extract<Decision, { kind: 'review' }>, recoveries = 0, since: number | null = null): Plan => ({
  kind: 'review',
  acts: decision.acts,
  occasion: decision.occasion,
  recoveries,
  since,
})

const reconcile = (world: World, member: number, { claim, limits }: { claim: Claim; limits: Limits }): Plan => {
  const decision = decide(world, member, limits)
  const apply = (why: string, effects: Effect[]): Plan => ({ kind: 'apply', why, effects, target: claim })
  const own = decision.kind === 'not' ? decision.effects : []
  if (verdictOf(world, member, claim)) return apply('its answer is there', settle(world, member, { key: claim, limits }))
  if (!world.isOpen) return apply('closed', [...labelOn(world), ...own, ending('continues', { flagged: true })])
  if (claim.head !== world.head)
    return decision.kind === 'review' ? anew(decision) : apply('superseded', [...own, ending('continues')])
  if (decision.kind === 'review' && decision.acts.some(act => !claim.acts.includes(act))) return anew(decision)
  const refused = world.answers.filter(one => one.t >= claim.since).flatMap(one => one.acts)
  if (claim.acts.length > 0 && claim.acts.every(act => refused.includes(act)))
    return apply('its requests were refused', [ending('error')])
  if (claim.recoveries >= MOST_RECOVERIES) {
    const isTold = newest(world.escalations.map(one => one.t)) > claim.since
    const comment: Effect[] = isTold ? [] : [{ kind: 'comment', why: 'cannot-review', head: claim.head }]
    return apply('interrupted', [...labelOn(world), ...comment, ending('continues', { flagged: true })])
  }
  if (decision.kind === 'not') return apply('nothing to review', [...own, ending('continues')])
  return anew(decision, claim.recoveries + 1, claim.since)
}

export const plan = (world: World, member: number, { owner, limits }: { owner: Owner; limits: Limits }): Plan => {
  if (owner === 'alive' || owner === 'unknown') return { kind: 'none', why: 'in-progress' }
  const loose = duplicates(world)
  if (loose.length > 0) return { kind: 'apply', why: 'two of one', effects: loose, target: null }
  const due = dueDecision(world, member, limits)
  if (due !== null) return { kind: 'apply', why: 'the panel decides', effects: [{ kind: 'decision', draft: due }], target: null }
  const seat = seatOf(world, member)
  const claim = seat.status?.claim
  if (claim !== undefined && isUnended(claim) && owner === 'dead') return reconcile(world, member, { claim, limits })
  const decision = decide(world, member, limits)
  if (decision.kind === 'review') return anew(decision)
  const isLockLeft = owner === 'dead' && seat.lock !== null
  if (decision.effects.length === 0 && !isLockLeft) return { kind: 'none', why: decision.why }
  return { kind: 'apply', why: isLockLeft ? 'a dead lock' : decision.why, effects: decision.effects, target: null }
}

export const roleOf = (world: World, member: number, key: Key): Claim['role'] => {
  if (primaryAt(world, key) !== undefined) return 'enricher'
  const before = seatOf(world, member).status?.claim
  if (before !== undefined && isUnended(before)) return before.role
  const rivals = sittingsAt(world, key).filter(one => one.member !== member && isUnended(one.claim))
  return rivals.length > 0 ? 'enricher' : 'anchor'
}
