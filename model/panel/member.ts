import { dueDecision, permitOf, settle } from './plan.ts'
import { primaryAt, turnOf } from './round.ts'
import { forget, isHeld, lockIdOf, read, release, runOf, type Step, seenWorld, step, type Turn } from './turn.ts'
import { type Draft, type Effect, type Key, next, PATIENCE, type Run, seatOf, type World } from './world.ts'

export const keyOf = (run: Run): Key & { acts: number[] } => {
  if (run.key === undefined) throw new Error('no key')
  return run.key
}

const toAgent = (run: Run, judges: number | null): void => {
  Object.assign(run, { at: 'agent', judges })
  delete run.waitsSince
}

/** A change of the role is written before what follows it. */
const asEnricher = (run: Run, world: World, then: 'agent' | 'poll'): void => {
  const role = seatOf(world, run.member).status?.claim.role
  if (role !== 'enricher') Object.assign(run, { at: 'role', then })
  else run.at = then
  if (then === 'agent') delete run.waitsSince
}

/** This member's place in the round, found on a read: it judges the review that is there, reviews itself, or waits. */
export const place = (view: World, run: Run, turn: Turn): string => {
  const { member } = run
  const key = keyOf(run)
  const permit = permitOf(view, member, { key, limits: turn.scenario })
  if (permit.kind === 'withhold') {
    Object.assign(run, { at: 'effects', effects: permit.effects })
    return permit.why
  }
  if (permit.kind === 'exists') {
    toAgent(run, null)
    return 'its answer is there'
  }
  const primary = primaryAt(view, key)
  if (primary !== undefined) {
    run.judges = primary.id
    asEnricher(run, view, 'agent')
    return 'a review to judge'
  }
  run.judges = null
  const what = turnOf(view, key, member)
  const isLate = view.t - (run.waitsSince ?? view.t) >= PATIENCE
  const isPromoted = (seatOf(view, member).status?.claim.promoted ?? 0) > 0
  if (what === 'work' || (isLate && isPromoted)) toAgent(run, null)
  else if (what === 'promote' || isLate) Object.assign(run, { at: 'promote', promotesAt: view.t })
  else asEnricher(run, view, 'poll')
  return what
}

/** A write to the own claim that is read back in the answer. */
const rewrites = (turn: Turn, name: string, change: (world: World, run: Run) => void): Step[] => [
  step(turn, name, (world, run) => {
    const { status } = seatOf(world, run.member)
    if (status === null || !isHeld(world, { ...turn, world })) {
      release(run)
      return
    }
    change(world, run)
  }),
]

export const promote = (turn: Turn): Step[] =>
  rewrites(turn, 'takes the anchor’s place', (world, run) => {
    const { status } = seatOf(world, run.member)
    if (status !== null) Object.assign(status.claim, { role: 'anchor', promoted: run.promotesAt ?? world.t })
    delete run.promotesAt
    run.seen = { t: world.t, upTo: world.id, label: world.label, off: world.off }
    place(world, run, turn)
    forget(run)
  })

export const role = (turn: Turn): Step[] =>
  rewrites(turn, 'writes that it is an enricher', (world, run) => {
    const { status } = seatOf(world, run.member)
    if (status !== null) status.claim.role = 'enricher'
    run.at = run.then ?? 'poll'
    delete run.then
  })

export const poll = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    if (!isHeld(view, turn)) {
      release(run)
      return 'waits: its lock or claim is another’s'
    }
    return `waits and looks: ${place(view, run, turn)}`
  })

export const agent = (turn: Turn): Step[] =>
  turn.scenario.says.map(says =>
    step(turn, `the agent ${runOf(turn).judges === null ? 'reviews' : 'judges'}: ${says}`, (world, run) => {
      if (!run.dead && !isHeld(world, { ...turn, world })) world.broken.push('an agent starts without a held claim')
      world.starts++
      Object.assign(run, { at: 'before', says })
    }),
  )

const draftOf = (view: World, run: Run, acts: number[]): Draft => {
  const { acts: _, ...key } = keyOf(run)
  const judged = view.reviews.find(one => one.id === run.judges)
  const role = judged === undefined && primaryAt(view, key) === undefined ? 'anchor' : 'enricher'
  const says = run.says === 'F' ? 'F' : 'A'
  const refutes = judged?.says === 'F' && says === 'A'
  return { ...key, by: run.member, role, says, refutes, acts, nonce: run.nonce ?? '', publisher: run.member }
}

/** The last read before the answer is published. */
export const before = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    if (!isHeld(view, turn)) {
      release(run)
      return 'reads before publishing: lock or claim is another’s'
    }
    const key = keyOf(run)
    const permit = permitOf(view, run.member, { key, limits: turn.scenario })
    const stop: Effect[] | null =
      permit.kind === 'withhold'
        ? permit.effects
        : permit.kind === 'exists'
          ? settle(view, run.member, { key, limits: turn.scenario })
          : run.says === 'X'
            ? [{ kind: 'ending', ending: 'error', flagged: false, overtaken: false }]
            : null
    if (stop !== null) Object.assign(run, { at: 'effects', effects: stop })
    else if (permit.kind === 'publish') Object.assign(run, { at: 'post', draft: draftOf(view, run, permit.acts) })
    const said = run.says ?? ''
    delete run.judges
    delete run.says
    return `reads before publishing: ${permit.kind === 'withhold' ? permit.why : said}`
  })

const lands = (world: World, turn: Turn): void => {
  const { draft } = runOf({ ...turn, world })
  if (draft === undefined) throw new Error('nothing to publish')
  const { id, t } = next(world)
  world.reviews.push({ id, t, ...draft, tidied: false })
  world.fresh = { id, run: turn.me }
}

/** After an own answer comes a read; after the panel's decision what follows from it, or, in a run without a claim, nothing. */
const onward = (world: World, run: Run, turn: Turn): void => {
  const isDecision = run.draft?.role === 'panel'
  delete run.draft
  if (!isDecision) run.at = 'after'
  else if (run.key === undefined) run.at = 'effects'
  else
    Object.assign(run, {
      at: 'effects',
      effects: settle(seenWorld(world, turn.me), run.member, { key: run.key, limits: turn.scenario }),
    })
}

export const post = (turn: Turn): Step[] => {
  const { world } = turn
  const { draft } = runOf(turn)
  const what = draft?.role === 'panel' ? 'the panel’s decision' : draft?.role === 'anchor' ? 'its review' : 'its opinion'
  const landed = step(turn, `posts ${what}: ${draft?.says}`, (after, run) => {
    lands(after, turn)
    onward(after, run, turn)
  })
  const lost = step(turn, `posts ${what}, the answer is lost`, (after, run) => {
    after.left.lost--
    lands(after, turn)
    run.at = 'find'
  })
  const refused = step(turn, `${what} is refused`, (after, run) => {
    after.left.refuse--
    release(run, true)
  })
  return [landed, ...(world.left.lost > 0 ? [lost] : []), ...(world.left.refuse > 0 ? [refused] : [])]
}

export const find = (turn: Turn): Step[] =>
  read(turn, (view, run, after) => {
    const isThere = view.reviews.some(one => one.nonce === run.draft?.nonce)
    const isOurs = run.nonce === undefined || run.key === undefined || isHeld(view, turn)
    if (!isOurs) release(run)
    else if (isThere) onward(after, run, turn)
    else run.at = 'post'
    return `looks for what it posted: ${isThere ? 'found' : 'not seen'}`
  })

/** Each member reads once after its answer: who sees the round complete, and whose turn it is, decides. */
export const after = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    if (!isHeld(view, turn)) {
      release(run)
      return 'reads after its answer: lock or claim is another’s'
    }
    const due = dueDecision(view, run.member, turn.scenario)
    if (due !== null) Object.assign(run, { at: 'post', draft: asPublished(due, turn) })
    else
      Object.assign(run, {
        at: 'effects',
        effects: settle(view, run.member, { key: keyOf(run), limits: turn.scenario }),
      })
    return `reads after its answer: ${due === null ? 'it leaves' : 'it decides'}`
  })

/** The nonce begins with the run's own, so that the run knows it for its own. */
export const asPublished = (draft: Draft, turn: Turn): Draft => ({
  ...draft,
  nonce: `${lockIdOf(turn)}.panel`,
  publisher: runOf(turn).member,
})
