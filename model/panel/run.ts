import { after, agent, asPublished, before, find, keyOf, place, poll, post, promote, role } from './member.ts'
import { ownerOf, type Plan, plan, roleOf, stateOf } from './plan.ts'
import { isUnended, newest, verdictOf } from './round.ts'
import { end, forget, isHeld, isMine, lockIdOf, read, release, runOf, type Step, seenWorld, step, type Turn } from './turn.ts'
import {
  type At,
  type Claim,
  type Effect,
  next,
  type Run,
  type Scenario,
  type Status,
  seatOf,
  tick,
  type World,
} from './world.ts'

export type { Step, Turn } from './turn.ts'

const WRITES: At[] = ['claim', 'promote', 'role', 'post', 'effects']

export const planFor = (world: World, { member, me, limits }: { member: number; me: number; limits: Scenario }): Plan =>
  plan(world, member, { owner: ownerOf(world, member, me), limits })

const whatOf = (planned: Plan): string => (planned.kind === 'review' ? 'review' : planned.why)

const toLock = (run: Run, view: World): void => {
  const { lock } = seatOf(view, run.member)
  if (lock !== null && ownerOf(view, run.member, -1) === 'dead') Object.assign(run, { at: 'drop', target: lock.id })
  else run.at = 'lock'
}

/** One job of a member at a time, as the concurrency group has it; the next begins when the one before has ended or is dead. */
const mayStart = ({ world, me }: Turn): boolean => {
  const before = world.runs[me - 1]
  return before?.member !== runOf({ world, me }).member || (before.at !== 'start' && before.dead)
}

const start = (turn: Turn): Step[] => (mayStart(turn) ? look(turn) : [])

const look = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    const planned = planFor(view, { member: run.member, me: -1, limits: turn.scenario })
    if (planned.kind === 'none') end(run)
    else toLock(run, view)
    return `starts and looks: ${whatOf(planned)}`
  })

const drop = (turn: Turn): Step[] => [
  step(turn, 'deletes the lock of a dead owner', (world, run) => {
    const seat = seatOf(world, run.member)
    if (seat.lock?.id !== run.target) {
      end(run)
      return
    }
    seat.lock = null
    run.at = 'lock'
    delete run.target
  }),
]

const lock = (turn: Turn): Step[] => {
  const { world } = turn
  if (seatOf(world, runOf(turn).member).lock) return [step(turn, 'posts the lock: taken', (_, run) => end(run))]
  const take = (now: World, run: Run): void => {
    seatOf(now, run.member).lock = { id: lockIdOf(turn), run: turn.me, t: now.t }
  }
  const taken = step(turn, 'posts the lock: held', (now, run) => {
    take(now, run)
    run.at = 'under'
  })
  if (world.left.lost === 0) return [taken]
  const lost = step(turn, 'posts the lock, its answer is lost', (now, run) => {
    now.left.lost--
    take(now, run)
    end(run)
  })
  return [taken, lost]
}

/** Another's open claim: what its owner had in flight must have landed before this read. */
const isFenced = (turn: Turn): boolean => {
  const claim = seatOf(turn.world, runOf(turn).member).status?.claim
  if (claim === undefined || !isUnended(claim) || claim.run === turn.me) return false
  const owner = turn.world.runs[claim.run]
  return owner !== undefined && owner.at !== 'end' && WRITES.includes(owner.at)
}

/** Under a dead owner's claim a minute is waited, and by then no list lags behind what that owner wrote. */
const afterFence = (turn: Turn): Turn => {
  const claim = seatOf(turn.world, runOf(turn).member).status?.claim
  const isWaited = claim !== undefined && isUnended(claim) && claim.run !== turn.me
  return isWaited ? { ...turn, world: { ...turn.world, fresh: null } } : turn
}

const under = (turn: Turn): Step[] => {
  if (isFenced(turn)) return []
  return read(afterFence(turn), (view, run) => {
    if (!isMine(view, turn)) {
      release(run)
      return 'reads under the lock: it is gone'
    }
    const planned = planFor(view, { member: run.member, me: turn.me, limits: turn.scenario })
    if (planned.kind === 'none') release(run)
    if (planned.kind === 'apply') take(run, planned.effects, planned.target)
    if (planned.kind === 'review') {
      const key = { head: view.head, occasion: planned.occasion, acts: planned.acts }
      const { recoveries, since } = planned
      Object.assign(run, { at: 'claim', key, recoveries, since: since ?? view.t, role: roleOf(view, run.member, key) })
    }
    return `reads under the lock: ${whatOf(planned)}`
  })
}

const take = (run: Run, effects: Effect[], target: Claim | null): void => {
  const { head, occasion, acts, nonce } = target ?? {}
  Object.assign(run, { at: 'effects', effects, ...(target === null ? {} : { nonce, key: { head, occasion, acts } }) })
}

const counted = (world: World, member: number, claimed: Claim): Omit<Status, 'id' | 'claim' | 'leftAt'> => {
  const state = stateOf(world, member)
  const old = seatOf(world, member).status
  const perAct = { ...(old?.perAct ?? {}) }
  const isFirst = claimed.occasion !== 0 && perAct[claimed.occasion] === undefined
  for (const act of claimed.acts) perAct[act] = (perAct[act] ?? 0) + 1
  return {
    starts: state.starts + 1,
    resetAt: state.resetAt,
    row: (isFirst ? 0 : state.row) + 1,
    engagedAt: state.engagedAt,
    perAct,
    errors: old?.errors ?? [],
  }
}

/** One request: the claim is written, the pull is read back in the answer, and this member finds its place on that. */
const claim = (turn: Turn): Step[] => {
  const key = keyOf(runOf(turn))
  return [
    step(turn, `claims head ${key.head}, occasion ${key.occasion}, as ${runOf(turn).role}`, (world, run) => {
      const nonce = lockIdOf(turn)
      const written: Claim = {
        ...key,
        nonce,
        run: turn.me,
        lock: nonce,
        since: run.since ?? world.t,
        promoted: 0,
        role: run.role ?? 'anchor',
        recoveries: run.recoveries ?? 0,
        ending: null,
        flagged: false,
      }
      const seat = seatOf(world, run.member)
      const counts = counted(world, run.member, written)
      tick(world)
      seat.status = { id: seat.status?.id ?? world.id++, leftAt: 0, ...counts, claim: written }
      Object.assign(run, { nonce, waitsSince: world.t })
      for (const gone of ['since', 'recoveries', 'role'] as const) delete run[gone]
      run.seen = { t: world.t, upTo: world.id, label: world.label, off: world.off }
      if (isHeld(world, { ...turn, world })) place(world, run, turn)
      else release(run)
      forget(run)
    }),
  ]
}

const writeEnding = (world: World, me: number, effect: Extract<Effect, { kind: 'ending' }>): void => {
  const run = runOf({ world, me })
  const { status } = seatOf(world, run.member)
  if (status === null || status.claim.nonce !== run.nonce) {
    release(run, true)
    return
  }
  const view = seenWorld(world, me)
  const known = (list: { id: number }[]): number => newest(list.map(one => one.id))
  const { claim: old } = status
  const state = stateOf(world, run.member)
  const row = verdictOf(world, run.member, old) ? 0 : Math.max(0, state.row - (effect.overtaken ? 1 : 0))
  const t = tick(world)
  const last = { review: known(view.reviews), comment: known([...view.escalations, ...view.answers]) }
  Object.assign(status, {
    leftAt: t,
    row,
    starts: state.starts,
    resetAt: state.resetAt,
    engagedAt: state.engagedAt,
    errors: effect.ending === 'error' && !status.errors.includes(old.head) ? [...status.errors, old.head] : status.errors,
    claim: effect.flagged ? { ...old, flagged: true } : { ...old, ending: { kind: effect.ending, ...last } },
  })
}

const write = (world: World, effect: Effect, turn: Turn): void => {
  const by = turn.me
  if (effect.kind === 'label on' && !world.label) {
    world.label = { by: 'us', t: next(world).t }
    world.labelledAt = world.label.t
  }
  if (effect.kind === 'label off' && world.label) {
    world.label = null
    world.off = { by: 'us', t: next(world).t }
  }
  if (effect.kind === 'comment') world.escalations.push({ ...next(world), head: effect.head, why: effect.why, by })
  if (effect.kind === 'answer') world.answers.push({ ...next(world), acts: effect.acts, by })
  if (effect.kind === 'comment' || effect.kind === 'answer') world.fresh = { id: world.id - 1, run: by }
  if (effect.kind === 'tidy') for (const one of world.reviews) if (one.id === effect.id) one.tidied = true
  if (effect.kind === 'ending') writeEnding(world, turn.me, effect)
}

const nameOf = (effect: Effect): string => {
  if (effect.kind === 'ending') return `ending ${effect.flagged ? 'flagged' : effect.ending}`
  return effect.kind === 'comment' ? `comment ${effect.why}` : effect.kind
}

const effects = (turn: Turn): Step[] => {
  const { world } = turn
  const [effect, ...rest] = runOf(turn).effects ?? []
  if (effect === undefined) return [step(turn, 'nothing more to write', (_, run) => release(run))]
  const onward = (run: Run): void => {
    if (run.at !== 'effects') return
    if (rest.length === 0) release(run)
    else run.effects = rest
  }
  if (effect.kind === 'decision')
    return [
      step(turn, 'may decide', (_, run) => {
        Object.assign(run, { at: 'post', draft: asPublished(effect.draft, turn), effects: rest })
      }),
    ]
  const done = step(turn, nameOf(effect), (now, run) => {
    write(now, effect, turn)
    onward(run)
  })
  const isText = effect.kind === 'comment' || effect.kind === 'answer'
  if (world.left.refuse === 0 || !(isText || effect.kind === 'label on')) return [done]
  const refused = step(turn, `${nameOf(effect)}: refused`, (now, run) => {
    now.left.refuse--
    if (isText) release(run, true)
    else onward(run)
  })
  return [done, refused]
}

const letGo = (turn: Turn): Step[] => [
  step(turn, 'lets the lock go', (world, run) => {
    if (isMine(world, turn)) seatOf(world, run.member).lock = null
    if (run.failed) end(run)
    else run.at = 'again'
  }),
]

const again = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    const planned = planFor(view, { member: run.member, me: -1, limits: turn.scenario })
    delete run.seen
    const goes = planned.kind !== 'none' && run.round + 1 < turn.scenario.rounds
    if (goes) {
      run.round++
      toLock(run, view)
    } else end(run)
    return `reads once more: ${whatOf(planned)}`
  })

/** Its lock was taken over: its permission to write has run out, by its own clock. */
const givesUp = (turn: Turn): Step[] | null => {
  if (![...WRITES, 'under'].includes(runOf(turn).at) || isMine(turn.world, turn)) return null
  return [step(turn, 'its time to write is over', (_, one) => release(one))]
}

const steps = {
  start,
  drop,
  lock,
  under,
  claim,
  promote,
  role,
  poll,
  agent,
  before,
  post,
  find,
  after,
  effects,
  release: letGo,
  again,
  end: (): Step[] => [],
}

/** Steps that read and write nothing which another member, a person or GitHub could meet. */
const ALONE: At[] = ['drop', 'lock', 'agent', 'release']

/** A run that stands before such a step takes it before all others do anything: no other order of the two could be told apart. */
export const isAlone = ({ at, dead }: Run): boolean => ALONE.includes(at) && !dead

/** Everything run `me` may do next. */
export const runSteps = (turn: Turn): Step[] => givesUp(turn) ?? steps[runOf(turn).at](turn)

/** Why a run of this member would do something, or null. */
export const wants = (world: World, member: number, limits: Scenario): string | null => {
  const planned = planFor(world, { member, me: -1, limits })
  return planned.kind === 'none' ? null : whatOf(planned)
}
