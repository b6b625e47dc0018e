import { copy } from './copy.ts'
import { isUnended, ownerOf, type Plan, plan, settle, stateOf, verdictFor } from './plan.ts'
import {
  type Act,
  type Claim,
  type Effect,
  type Key,
  next,
  type Review,
  type Run,
  type Scenario,
  type Status,
  type World,
} from './world.ts'

export type Step = [name: string, after: World]
type Reading = { view: World; suffix: string }
/** What one step is made from: the world, which run takes it, and under which scenario. */
export type Turn = { world: World; me: number; scenario: Scenario }

const WRITES = ['claim', 'post', 'effects']
const runOf = ({ world, me }: Turn): Run => {
  const run = world.runs[me]
  if (run === undefined) throw new Error(`no run ${me}`)
  return run
}

const lockIdOf = (turn: Turn): string => `${turn.me}.${runOf(turn).round}`
const isMine = (world: World, turn: Turn): boolean => world.lock?.id === lockIdOf(turn)
export const isHeld = (world: World, turn: Turn): boolean =>
  isMine(world, turn) && world.statuses[0]?.claim.nonce === runOf(turn).nonce

/** The lock is kept, the status comment with the claim is gone. */
const isRobbed = (world: World, turn: Turn): boolean => isMine(world, turn) && world.statuses.length === 0

const step = (turn: Turn, name: string, change: (world: World, run: Run) => void): Step => {
  const after = copy(turn.world)
  change(after, runOf({ ...turn, world: after }))
  return [`run ${turn.me + 1}${runOf(turn).dead ? ' (declared dead)' : ''}: ${name}`, after]
}

const without = <T extends { id: number }>(list: T[], id: number): T[] => list.filter(one => one.id !== id)

/** An ending names our newest review and comment: a list without them is known to be short, and read again. */
const isKnownShort = (view: World): boolean => {
  const ending = view.statuses[0]?.claim.ending
  if (!ending) return false
  const comments = [...view.escalations, ...view.answers]
  return (
    (ending.review > 0 && !view.reviews.some(one => one.id === ending.review)) ||
    (ending.comment > 0 && !comments.some(one => one.id === ending.comment))
  )
}

/** What a read may show: everything, or (while lists lag) everything but the newest entry, unless the run wrote it itself. */
const readings = (turn: Turn): Reading[] => {
  const { world, me } = turn
  const whole = { view: world, suffix: '' }
  if (world.fresh === null || world.left.lag === 0 || world.fresh.run === me) return [whole]
  const { id } = world.fresh
  const view = {
    ...world,
    reviews: without(world.reviews, id),
    escalations: without(world.escalations, id),
    acts: without(world.acts, id),
    answers: without(world.answers, id),
  }
  return isKnownShort(view) ? [whole] : [whole, { view, suffix: ' (lagging)' }]
}

const read = (turn: Turn, see: (view: World, run: Run, after: World) => string): Step[] =>
  readings(turn).map(({ view, suffix }) => {
    let seen = ''
    const [name, after] = step(turn, '', (world, run) => {
      if (suffix !== '') world.left.lag--
      seen = see(view, run, world)
    })
    return [`${name}${seen}${suffix}`, after]
  })

const end = (run: Run): void => {
  for (const key of Object.keys(run)) delete (run as Record<string, unknown>)[key]
  Object.assign(run, { at: 'end', round: 0, dead: true })
}
const release = (run: Run, failed = false): void => {
  const { round, dead, robbed } = run
  for (const key of Object.keys(run)) delete (run as Record<string, unknown>)[key]
  Object.assign(run, { at: 'release', round, dead, ...(failed ? { failed } : {}), ...(robbed ? { robbed } : {}) })
}

const toLock = (run: Run, view: World, owner: string | null): void => {
  if (view.lock !== null && owner === 'dead') Object.assign(run, { at: 'drop', target: view.lock.id })
  else run.at = 'lock'
}

const look = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    const owner = ownerOf(view, -1)
    const planned = plan(view, owner, turn.scenario)
    if (planned.kind === 'none') end(run)
    else toLock(run, view, owner)
    return `looks: ${whatOf(planned)}`
  })

const drop = (turn: Turn): Step[] => [
  step(turn, 'deletes the lock of a dead owner', (world, run) => {
    if (world.lock?.id !== run.target) {
      end(run)
      return
    }
    world.lock = null
    run.at = 'lock'
    delete run.target
  }),
]

const lock = (turn: Turn): Step[] => {
  const { world } = turn
  if (world.lock) return [step(turn, 'posts the lock: taken', (_, run) => end(run))]
  const take = (after: World): void => {
    after.lock = { id: lockIdOf(turn), run: turn.me, old: false }
  }
  const taken = step(turn, 'posts the lock: held', (after, run) => {
    take(after)
    run.at = 'under'
  })
  if (world.left.lost === 0) return [taken]
  const lost = step(turn, 'posts the lock, its answer is lost', (after, run) => {
    after.left.lost--
    take(after)
    end(run)
  })
  return [taken, lost]
}

const whatOf = (planned: Plan): string => (planned.kind === 'review' ? 'review' : planned.why)

/** Another's open claim: what its owner had in flight must have landed before this read. */
const isFenced = (turn: Turn): boolean => {
  const claim = turn.world.statuses[0]?.claim
  if (claim === undefined || claim.ending || claim.flagged || claim.run === turn.me) return false
  const owner = turn.world.runs[claim.run]
  return owner !== undefined && owner.at !== 'end' && WRITES.includes(owner.at)
}

/** Under a dead owner's claim a minute is waited, and by then no list lags behind what that owner wrote. */
const afterFence = (turn: Turn): Turn => {
  const claim = turn.world.statuses[0]?.claim
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
    const planned = plan(view, ownerOf(view, turn.me), turn.scenario)
    const mayNot = planned.kind === 'review' && run.robbed === true
    if (planned.kind === 'none' || mayNot) release(run)
    if (planned.kind === 'apply') take(run, planned.effects, planned.target)
    if (planned.kind === 'review' && !mayNot) {
      const { acts, occasion, recoveries, since } = planned
      Object.assign(run, {
        at: 'claim',
        key: { head: view.head, base: view.base, occasion, acts },
        recoveries,
        ...(since === null ? {} : { since }),
      })
    }
    return `reads under the lock: ${whatOf(planned)}`
  })
}

const take = (run: Run, effects: Effect[], target: Claim | null): void => {
  const key =
    target === null
      ? {}
      : { nonce: target.nonce, key: { head: target.head, base: target.base, occasion: target.occasion, acts: target.acts } }
  Object.assign(run, { at: 'effects', effects, ...key })
}

const keyOf = (run: Run): Key & { acts: number[] } => {
  if (run.key === undefined) throw new Error('no key')
  return run.key
}

const counted = (world: World, claim: Claim): Omit<Status, 'id' | 't' | 'claim'> => {
  const state = stateOf(world)
  const old = world.statuses[0]
  const perAct = { ...(old?.perAct ?? {}) }
  const isFirst = claim.occasion !== 0 && perAct[claim.occasion] === undefined
  for (const act of claim.acts) perAct[act] = (perAct[act] ?? 0) + 1
  return {
    starts: state.starts + 1,
    resetAt: state.resetAt,
    row: (isFirst ? 0 : state.row) + 1,
    engagedAt: state.engagedAt,
    perAct,
    errors: old?.errors ?? [],
    notices: old?.notices ?? [],
  }
}

/** One request: the claim is written, and the pull is read back in the answer. */
const claim = (turn: Turn): Step[] => [
  step(turn, `writes the claim of head ${keyOf(runOf(turn)).head} and reads it back`, (world, run) => {
    const known = world.statuses[0]
    const { acts, ...key } = keyOf(run)
    const nonce = lockIdOf(turn)
    const written: Claim = {
      ...key,
      acts,
      nonce,
      run: turn.me,
      lock: nonce,
      since: run.since ?? world.t,
      recoveries: run.recoveries ?? 0,
      ending: null,
      flagged: false,
    }
    const status = { ...counted(world, written), claim: written }
    if (known) world.statuses[0] = { id: known.id, t: known.t, ...status }
    else world.statuses.push({ ...next(world), ...status })
    run.nonce = nonce
    if (isHeld(world, { ...turn, world })) run.at = 'agent'
    else release(run)
  }),
]

const agent = (turn: Turn): Step[] =>
  turn.scenario.says.map(says =>
    step(turn, `the agent says ${says}`, (world, run) => {
      world.starts++
      if (run.robbed === true) world.broken.push('a run whose claim was deleted starts again')
      Object.assign(run, { at: 'before', says })
    }),
  )

const endingOf = (kind: 'continues' | 'error', overtaken = false): Effect => ({
  kind: 'ending',
  ending: kind,
  flagged: false,
  overtaken,
})
const answer = (acts: Act[]): Effect[] => (acts.length > 0 ? [{ kind: 'answer', acts: acts.map(act => act.id) }] : [])

/** Whether the verdict may be published, on the last read before the write. `null` = it may. */
export const withheld = (view: World, run: Run, scenario: Scenario): { why: string; effects: Effect[] } | null => {
  const key = keyOf(run)
  const state = stateOf(view)
  if (!view.isOpen) return { why: 'closed', effects: [...answer(state.open), endingOf('continues', true)] }
  if (view.head !== key.head || view.base !== key.base) return { why: 'overtaken', effects: [endingOf('continues', true)] }
  if (verdictFor(view, key)) return { why: 'its verdict is there', effects: settle(view, key, scenario) }
  const isAsked = state.open.length > 0 || view.acts.some(act => key.acts.includes(act.id))
  const others = state.counted.filter(head => head !== key.head).length
  if (!isAsked && (state.live || view.label !== null || others >= scenario.maxCycles))
    return { why: 'paused or capped meanwhile', effects: [endingOf('continues')] }
  if (run.says === 'E')
    return {
      why: 'no agent answered',
      effects: [...answer(state.open.filter(act => key.acts.includes(act.id))), endingOf('error')],
    }
  return null
}

/** A verdict lists every act that is open, and its claim's own unless they were answered: this list may lag, an edit may have closed them. */
export const listed = (view: World, claimed: number[]): number[] => {
  const { open, served } = stateOf(view)
  const refused = new Set(view.answers.flatMap(one => one.acts))
  return [...new Set([...claimed.filter(act => !served.has(act) && !refused.has(act)), ...open.map(act => act.id)])]
}

const before = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    if (!isHeld(view, turn)) {
      if (isRobbed(view, turn)) run.robbed = true
      release(run)
      return 'reads before publishing: lock or claim is another’s'
    }
    const stop = withheld(view, run, turn.scenario)
    if (stop !== null) {
      Object.assign(run, { at: 'effects', effects: stop.effects })
      return `reads before publishing: ${stop.why}`
    }
    run.key = { ...keyOf(run), acts: listed(view, keyOf(run).acts) }
    Object.assign(run, { at: 'post', seen: { upTo: view.id, label: view.label, off: view.off } })
    return 'reads before publishing: it may'
  })

/** The snapshot read before publishing, and the run's own review. */
const seenWorld = (world: World, run: Run): World => {
  const { upTo, label, off } = run.seen ?? { upTo: 0, label: null, off: null }
  const old = <T extends { id: number }>(list: T[]): T[] => list.filter(one => one.id < upTo)
  const reviews = world.reviews.filter(one => one.id < upTo || one.by === run.nonce)
  return {
    ...world,
    reviews,
    escalations: old(world.escalations),
    acts: old(world.acts),
    answers: old(world.answers),
    label,
    off,
  }
}

const publish = (world: World, run: Run, turn: Turn): void => {
  const { acts, ...key } = keyOf(run)
  if (run.says !== 'A' && run.says !== 'F') throw new Error('nothing to publish')
  const { id, t } = next(world)
  const review: Review = { id, t, ...key, says: run.says, acts, by: lockIdOf(turn), tidied: false, edited: false }
  world.reviews.push(review)
  world.fresh = { id, run: turn.me }
}

const settleNow = (run: Run, view: World, scenario: Scenario): void => {
  Object.assign(run, { at: 'effects', effects: settle(view, keyOf(run), scenario) })
  delete run.seen
}

const post = (turn: Turn): Step[] => {
  const { world, scenario } = turn
  const landed = step(turn, `posts its review: ${runOf(turn).says}`, (after, run) => {
    publish(after, run, turn)
    settleNow(run, seenWorld(after, run), scenario)
  })
  const lost = step(turn, 'posts its review, the answer is lost', (after, run) => {
    after.left.lost--
    publish(after, run, turn)
    run.at = 'find'
  })
  const refused = step(turn, 'its review is refused', (after, run) => {
    after.left.refuse--
    release(run, true)
  })
  return [landed, ...(world.left.lost > 0 ? [lost] : []), ...(world.left.refuse > 0 ? [refused] : [])]
}

const find = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    const isThere = view.reviews.some(one => one.by === runOf(turn).nonce)
    if (isRobbed(view, turn)) run.robbed = true
    if (!isHeld(view, turn)) release(run)
    else if (isThere) settleNow(run, view, turn.scenario)
    else run.at = 'post'
    return `looks for its review: ${isThere ? 'found' : 'not seen'}`
  })

/** Four ends are told outside of GitHub, each once for a key: a claim that was closed for a closed pull is none of them. */
const noticeOf = (claim: Claim, effect: Extract<Effect, { kind: 'ending' }>, isOpen: boolean): string | null => {
  const kind = effect.flagged ? 'flagged' : effect.ending
  const isTold = effect.flagged ? isOpen : effect.ending !== 'continues'
  return isTold ? `${kind} ${claim.head} ${claim.base} ${claim.occasion}` : null
}

const writeEnding = (world: World, run: Run, effect: Extract<Effect, { kind: 'ending' }>): void => {
  const status = world.statuses[0]
  if (status === undefined || status.claim.nonce !== run.nonce) {
    release(run, true)
    return
  }
  const most = (ids: number[]): number => Math.max(0, ...ids)
  const comment = most([...world.escalations, ...world.answers].map(one => one.id))
  const { claim: old } = status
  const hasVerdict = verdictFor(world, old) !== undefined
  const state = stateOf(world)
  const row = hasVerdict ? 0 : Math.max(0, state.row - (effect.overtaken ? 1 : 0))
  const review = most(world.reviews.map(one => one.id))
  const claimed: Claim = effect.flagged ? { ...old, flagged: true } : { ...old, ending: { kind: effect.ending, review, comment } }
  const errors = effect.ending === 'error' && !status.errors.includes(old.head) ? [...status.errors, old.head] : status.errors
  const notice = noticeOf(old, effect, world.isOpen)
  const isDue = notice !== null && !status.notices.includes(notice)
  if (isDue) Object.assign(run, { at: 'notice', notice })
  world.statuses[0] = {
    ...status,
    notices: isDue ? [...status.notices, notice] : status.notices,
    claim: claimed,
    row,
    errors,
    starts: state.starts,
    resetAt: state.resetAt,
    engagedAt: state.engagedAt,
  }
}

const write = (world: World, effect: Effect, turn: Turn): void => {
  const run = runOf({ ...turn, world })
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
  if (effect.kind === 'delete status') world.statuses = without(world.statuses, effect.id)
  if (effect.kind === 'ending') writeEnding(world, run, effect)
}

/** A refused label is one warning, and the comment is still written; a refused comment ends the run. */
const refusal = (turn: Turn, effect: Effect, onward: (run: Run) => void): Step[] => {
  const { world, scenario } = turn
  const isLabel = effect.kind === 'label on' || effect.kind === 'label off'
  if (isLabel && scenario.noLabels) return [step(turn, `${effect.kind}: refused`, (_, run) => onward(run))]
  if (world.left.refuse === 0 || !(isLabel || effect.kind === 'comment' || effect.kind === 'answer')) return []
  return [
    step(turn, `${effect.kind}: refused`, (after, run) => {
      after.left.refuse--
      if (isLabel) onward(run)
      else release(run, true)
    }),
  ]
}

const effects = (turn: Turn): Step[] => {
  const [effect, ...rest] = runOf(turn).effects ?? []
  if (effect === undefined) return [step(turn, 'nothing more to write', (_, run) => release(run))]
  const onward = (run: Run): void => {
    if (run.at !== 'effects') return
    if (rest.length === 0) release(run)
    else run.effects = rest
  }
  const refused = refusal(turn, effect, onward)
  const isLabel = effect.kind === 'label on' || effect.kind === 'label off'
  if (isLabel && turn.scenario.noLabels) return refused
  const done = step(
    turn,
    effect.kind === 'ending' ? `ending ${effect.flagged ? 'flagged' : effect.ending}` : effect.kind,
    (after, run) => {
      write(after, effect, turn)
      onward(run)
    },
  )
  return [done, ...refused]
}

/** A run that is killed before this sends nothing, and nobody sends it later. */
const notice = (turn: Turn): Step[] => [
  step(turn, 'sends its notice', (world, run) => {
    const { notice: key = '' } = run
    if (world.sent.includes(key)) world.broken.push('one notice was sent twice')
    world.sent.push(key)
    release(run)
  }),
]

const letGo = (turn: Turn): Step[] => [
  step(turn, 'lets the lock go', (world, run) => {
    if (isMine(world, turn)) world.lock = null
    if (run.failed) end(run)
    else run.at = 'again'
  }),
]

const again = (turn: Turn): Step[] =>
  read(turn, (view, run) => {
    const owner = ownerOf(view, -1)
    const planned = plan(view, owner, turn.scenario)
    const isMore = planned.kind === 'apply' || (planned.kind === 'review' && run.robbed !== true)
    const goes = isMore && run.round + 1 < turn.scenario.rounds
    if (goes) {
      run.round++
      toLock(run, view, owner)
    } else end(run)
    return `reads once more: ${whatOf(planned)}`
  })

/** Its lock was taken over, or is so old without a claim that it may be: its permission to write has run out, by its own clock. */
const givesUp = (turn: Turn): Step[] | null => {
  const { world } = turn
  const mayBeTaken = world.lock?.old === true && world.statuses[0]?.claim.lock !== lockIdOf(turn)
  if (![...WRITES, 'under'].includes(runOf(turn).at) || (isMine(world, turn) && !mayBeTaken)) return null
  return [step(turn, 'its time to write is over', (_, one) => release(one))]
}

const steps = {
  look,
  drop,
  lock,
  under,
  claim,
  agent,
  before,
  post,
  find,
  effects,
  notice,
  release: letGo,
  again,
  end: (): Step[] => [],
}

/** Everything run `me` may do next. */
export const runSteps = (turn: Turn): Step[] => givesUp(turn) ?? steps[runOf(turn).at](turn)
export const wants = (world: World, scenario: Scenario): string | null => {
  const owner = ownerOf(world, -1)
  const planned = plan(world, owner, scenario)
  if (planned.kind !== 'none') return whatOf(planned)
  return null
}
