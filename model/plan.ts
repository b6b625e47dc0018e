import type { Act, Claim, Effect, Key, Limits, Review, World } from './world.ts'

const MOST_RECOVERIES = 2
const MOST_PER_ACT = 3
const MOST_IN_A_ROW = 3

const isOf = (review: Key, key: Key): boolean =>
  review.head === key.head && review.base === key.base && review.occasion === key.occasion
const newest = (times: number[]): number => Math.max(0, ...times)
const asksForFix = (review: Review): boolean => review.says === 'F' || review.edited

/** Of one key the lowest id is the verdict. */
export const verdictsOf = (world: World): Review[] =>
  world.reviews.filter(
    (one, at) => !one.tidied && !world.reviews.slice(0, at).some(before => !before.tidied && isOf(before, one)),
  )
export const verdictFor = (world: World, key: Key): Review | undefined => verdictsOf(world).find(one => isOf(one, key))

export type State = {
  verdicts: Review[]
  open: Act[]
  served: Map<number, number>
  engagedAt: number
  resetAt: number
  count: number
  counted: number[]
  escalatedAt: number
  lost: Act[]
  live: boolean
  ours: boolean
  starts: number
  row: number
}

const servedBy = (verdicts: Review[]): Map<number, number> => {
  const served = new Map<number, number>()
  for (const one of verdicts.filter(review => !review.edited))
    for (const act of one.acts) if (!served.has(act)) served.set(act, one.t)
  return served
}

const inTurn = (acts: Act[]): Act[] => acts.toSorted((a, b) => a.t - b.t || a.kind.localeCompare(b.kind) || a.id - b.id)

/** `lost` = an edited text may have listed them: they are never served, and who asked is told. */
const unservedOf = (world: World, verdicts: Review[], served: Map<number, number>): { open: Act[]; lost: Act[] } => {
  const edited = verdicts.filter(one => one.edited)
  const tamperedAt = newest(edited.map(one => one.t))
  const closed = new Set([...world.answers.flatMap(one => one.acts), ...edited.flatMap(one => one.acts)])
  const left = inTurn(world.acts.filter(act => !served.has(act.id) && !closed.has(act.id)))
  return { open: left.filter(act => act.t > tamperedAt), lost: left.filter(act => act.t <= tamperedAt) }
}

export const isUnended = (claim: Claim | undefined): claim is Claim =>
  claim !== undefined && claim.ending === null && !claim.flagged

/** Deletions that may have been of the status comment before this one. */
const lostBefore = ({ lost, statuses: [status] }: World): number[] => lost.filter(t => status === undefined || t <= status.t)

/** How often the act was started for, as far as anybody can tell. */
const startsFor = (world: World, act: number): number => {
  const asked = world.acts.find(one => one.id === act)?.t ?? 0
  return (world.statuses[0]?.perAct[act] ?? 0) + lostBefore(world).filter(t => t >= asked).length
}

const isGoneFrom = (world: World): boolean =>
  world.statuses.length === 0 && (world.lost.length > 0 || verdictsOf(world).length > 0)

export const stateOf = (world: World): State => {
  const verdicts = verdictsOf(world)
  const served = servedBy(verdicts)
  const times = (acts: Act[]): number[] => acts.map(act => served.get(act.id) ?? 0)
  const engagedAt = newest(times(world.acts))
  const resetAt = newest(times(world.acts.filter(act => act.kind === 'unlabel')))
  const since = Math.max(engagedAt, newest(verdicts.filter(one => one.says === 'A' && !one.edited).map(one => one.t)))
  const counted = [...new Set(verdicts.filter(one => asksForFix(one) && one.t >= since).map(one => one.head))]
  const escalatedAt = newest(world.escalations.map(one => one.t))
  const ours = world.label?.by === 'us'
  const status = world.statuses[0]
  const proven = [...verdicts.map(one => one.t), ...lostBefore(world)].filter(t => t > resetAt).length
  const isRowOver = status !== undefined && (verdictFor(world, status.claim) !== undefined || engagedAt > status.engagedAt)
  return {
    verdicts,
    ...unservedOf(world, verdicts, served),
    served,
    engagedAt,
    resetAt,
    count: counted.length,
    counted,
    escalatedAt,
    live: (ours && (world.label?.t ?? 0) >= engagedAt) || (escalatedAt > 0 && escalatedAt >= engagedAt),
    ours,
    starts: status === undefined ? proven : Math.max(resetAt > status.resetAt ? 0 : status.starts, proven),
    row: status === undefined || isRowOver ? 0 : status.row,
  }
}

export type Decision = { kind: 'review'; acts: number[]; occasion: number } | { kind: 'not'; why: string; effects: Effect[] }

const not = (why: string, effects: Effect[] = []): Decision => ({ kind: 'not', why, effects })
const labelOn = (world: World): Effect[] => (world.label ? [] : [{ kind: 'label on' }])
const escalate = (world: World, why: string): Decision =>
  not(why, [...labelOn(world), { kind: 'comment', why, head: world.head }])

const whilePaused = (world: World, state: State): Decision | null => {
  const { label, off } = world
  if (!state.live) return label ? not('paused', state.ours ? [{ kind: 'label off' }] : []) : null
  const hasComment = state.escalatedAt > 0 && state.escalatedAt >= state.engagedAt
  if (label) return not('paused', hasComment ? [] : [{ kind: 'comment', why: 'restored', head: world.head }])
  const isDue = off && (off.by !== 'person' || off.t < state.escalatedAt) && world.labelledAt <= state.escalatedAt
  return not('paused', isDue ? [{ kind: 'label on' }] : [])
}

/** The rules for a run that nobody asked for; one that a person asked for passes them all, three times. */
const unasked = (world: World, state: State, limits: Limits): Decision | null => {
  const paused = whilePaused(world, state)
  if (paused) return paused
  const isTold = world.escalations.some(one => one.why === 'status-gone' && one.t >= newest(world.lost))
  if (isGoneFrom(world) && !isTold) return escalate(world, 'status-gone')
  if (state.count >= limits.maxCycles) return escalate(world, 'cycle-cap')
  if (state.verdicts.some(one => one.head === world.head && one.base === world.base)) return not('already-reviewed')
  if (world.statuses[0]?.errors.includes(world.head)) return not('finished')
  if (state.starts >= limits.maxStarts) return escalate(world, 'starts')
  return state.row >= MOST_IN_A_ROW ? escalate(world, 'no-verdict') : null
}

export const decide = (world: World, limits: Limits): Decision => {
  const state = stateOf(world)
  const acts = state.open.map(act => act.id)
  if (!world.isOpen) return not('open', acts.length > 0 ? [{ kind: 'answer', acts }] : [])
  const worn = acts.filter(act => startsFor(world, act) >= MOST_PER_ACT)
  if (worn.length > 0) return not('act-starts', [{ kind: 'answer', acts: worn }])
  return (acts.length === 0 ? unasked(world, state, limits) : null) ?? { kind: 'review', acts, occasion: acts.at(-1) ?? 0 }
}

const ending = (
  kind: 'consensus' | 'continues' | 'exhausted' | 'error',
  more: { flagged?: boolean; overtaken?: boolean } = {},
): Effect => ({
  kind: 'ending',
  ending: kind,
  flagged: more.flagged ?? false,
  overtaken: more.overtaken ?? false,
})

const duplicates = (world: World): Effect[] => {
  const verdicts = verdictsOf(world)
  return world.reviews.filter(one => !one.tidied && !verdicts.includes(one)).map(one => ({ kind: 'tidy', id: one.id }))
}

/** What is missing after the verdict of this key. */
export const settle = (world: World, key: Key, limits: Limits): Effect[] => {
  const verdict = verdictFor(world, key)
  if (verdict === undefined) return []
  const state = stateOf(world)
  const isCap = asksForFix(verdict) && state.count >= limits.maxCycles
  const isTold = world.escalations.some(one => one.t >= verdict.t && one.head === verdict.head)
  const comment: Effect[] = isTold ? [] : [{ kind: 'comment', why: 'cycle-cap', head: verdict.head }]
  const isServed = verdict.acts.some(act => state.served.has(act) && world.acts.some(one => one.id === act))
  const off: Effect[] = state.ours && !state.live && isServed ? [{ kind: 'label off' }] : []
  const kind = !asksForFix(verdict) ? 'consensus' : isCap ? 'exhausted' : 'continues'
  return [...duplicates(world), ...(isCap ? [...labelOn(world), ...comment] : off), ending(kind)]
}

export type Owner = 'alive' | 'dead' | 'unknown' | 'ours' | null

/** Who holds the pull, for a run that does not (`-1`) or does hold the lock. */
export const ownerOf = (world: World, me: number): Owner => {
  const claim = world.statuses[0]?.claim
  const mine = world.lock !== null && world.lock.run === me
  const unclaimed = world.lock?.old ? 'dead' : 'unknown'
  if (!isUnended(claim) || (mine && claim.run === me && claim.lock === world.lock?.id)) {
    if (mine) return 'ours'
    return world.lock ? unclaimed : null
  }
  if (world.lock && !mine && world.lock.id !== claim.lock) return unclaimed
  return world.runs[claim.run]?.dead ? 'dead' : 'alive'
}

export type Plan =
  | { kind: 'none'; why: string }
  | { kind: 'apply'; why: string; effects: Effect[]; target: Claim | null }
  | { kind: 'review'; acts: number[]; occasion: number; recoveries: number; since: number | null }

const reconcile = (world: World, claim: Claim, limits: Limits): Plan => {
  const decision = decide(world, limits)
  const apply = (why: string, effects: Effect[]): Plan => ({ kind: 'apply', why, effects, target: claim })
  const own = decision.kind === 'not' ? decision.effects : []
  if (verdictFor(world, claim)) return apply('its verdict is there', settle(world, claim, limits))
  if (!world.isOpen) return apply('closed', [...labelOn(world), ...own, ending('continues', { flagged: true })])
  const moved = claim.head !== world.head || claim.base !== world.base
  if (moved) return decision.kind === 'review' ? anew(decision, 0) : apply('superseded', [...own, ending('continues')])
  if (decision.kind === 'review' && decision.acts.some(act => !claim.acts.includes(act))) return anew(decision, 0)
  const refused = world.answers.filter(one => one.t >= claim.since).flatMap(one => one.acts)
  if (claim.acts.length > 0 && claim.acts.every(act => refused.includes(act)))
    return apply('its requests were refused', [ending('error')])
  if (claim.recoveries >= MOST_RECOVERIES) {
    const isTold = newest(world.escalations.map(one => one.t)) > claim.since
    const comment: Effect[] = isTold ? [] : [{ kind: 'comment', why: 'interrupted', head: claim.head }]
    return apply('interrupted', [...labelOn(world), ...comment, ending('continues', { flagged: true })])
  }
  if (decision.kind === 'not') return apply('nothing to review', [...own, ending('continues')])
  return { ...anew(decision, claim.recoveries + 1), since: claim.since }
}

const anew = (decision: Extract<Decision, { kind: 'review' }>, recoveries: number) => {
  const { acts, occasion } = decision
  return { kind: 'review' as const, acts, occasion, recoveries, since: null as number | null }
}

export const plan = (world: World, owner: Owner, limits: Limits): Plan => {
  if (owner === 'alive' || owner === 'unknown') return { kind: 'none', why: 'in-progress' }
  const loose: Effect[] = [
    ...world.statuses.slice(1).map(one => ({ kind: 'delete status', id: one.id }) as const),
    ...duplicates(world),
  ]
  if (loose.length > 0) return { kind: 'apply', why: 'two of one', effects: loose, target: null }
  const lost = stateOf(world).lost.map(act => act.id)
  if (lost.length > 0)
    return { kind: 'apply', why: 'an edit may have hidden', effects: [{ kind: 'answer', acts: lost }], target: null }
  const claim = world.statuses[0]?.claim
  if (isUnended(claim) && owner === 'dead') return reconcile(world, claim, limits)
  const decision = decide(world, limits)
  if (decision.kind === 'review') return anew(decision, isGoneFrom(world) ? MOST_RECOVERIES : 0)
  const isLockLeft = owner === 'dead' && world.lock !== null
  if (decision.effects.length === 0 && !isLockLeft) return { kind: 'none', why: decision.why }
  return { kind: 'apply', why: isLockLeft ? 'a dead lock' : decision.why, effects: decision.effects, target: null }
}
