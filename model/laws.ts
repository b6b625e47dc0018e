import { copy } from './copy.ts'
import { stateOf, verdictsOf } from './plan.ts'
import { runSteps, wants } from './run.ts'
import type { Broken, Laws } from './search.ts'
import { budget, type Scenario, type World } from './world.ts'

const MOST_STEPS = 200
const MOST_RUNS = 12
const writes = /deletes the lock|posts|writes|label|comment|answer|tidy|status|ending/

/** One run from its start to its end, with nobody else about. */
const alone = (world: World, scenario: Scenario, says: 'A' | 'F' | 'E'): { world: World; tail: string[] } => {
  let now = copy(world)
  const calm = { ...scenario, says: [says] }
  now.left = budget({ run: 0 })
  now.fresh = null
  now.frozen = false
  if (now.lock) now.lock.old = true
  const me = now.runs.push({ at: 'look', round: 0, dead: false }) - 1
  const tail: string[] = []
  for (let taken = 0; now.runs[me]?.at !== 'end'; taken++) {
    const [first] = runSteps({ world: now, me, scenario: calm })
    if (first === undefined || taken > MOST_STEPS) throw new Error(`a run alone does not end: ${tail.join('; ')}`)
    tail.push(`  ${first[0]}`)
    now = first[1]
  }
  return { world: now, tail }
}

const toRest = (world: World, scenario: Scenario, says: 'A' | 'F' | 'E'): { world: World; tail: string[]; rests: boolean } => {
  let now = copy(world)
  const tail = [`  -- nobody runs; the sweep starts runs, agents say ${says}`]
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    if (now.lock) now.lock.old = true
    const why = wants(now, scenario)
    if (why === null) return { world: now, tail, rests: true }
    const done = alone(now, scenario, says)
    tail.push(`  the sweep wants: ${why}`, ...done.tail)
    now = done.world
  }
  return { world: now, tail, rests: false }
}

/** Bounds that hold at every moment. */
export const always = (world: World, limits: Scenario): [law: string, text: string][] => {
  const state = stateOf(world)
  const isEdited = world.reviews.some(one => one.edited)
  const found: [string, string][] = world.broken.map(text => ['step', text])
  const perHead = new Map<string, number>()
  for (const one of state.verdicts) perHead.set(`${one.head},${one.base}`, (perHead.get(`${one.head},${one.base}`) ?? 0) + 1)
  if (Math.max(0, ...perHead.values()) > 1 + world.acts.length) found.push(['law 1', 'more verdicts at a head than requests'])
  if (state.count > limits.maxCycles && !isEdited) found.push(['law 3', `${state.count} heads in a row`])
  if (world.starts > limits.maxStarts && world.acts.length === 0) found.push(['law 3', `${world.starts} starts without a person`])
  const live = world.escalations.filter(one => one.t > state.engagedAt).map(one => `${one.head} ${one.why}`)
  if (new Set(live).size < live.length && !isEdited) found.push(['told once', 'two comments for one reason'])
  return found
}

/** What must be true once nobody runs and the sweep wants nothing. */
const settled = (world: World, limits: Scenario): [law: string, text: string][] => {
  const state = stateOf(world)
  const claim = world.statuses[0]?.claim
  const isOurs = world.label?.by !== 'person' && world.isOpen
  const isSeen = state.verdicts.some(one => one.head === world.head && one.base === world.base)
  const isPaused = state.live || world.label !== null
  const capped = world.isOpen && state.count >= limits.maxCycles && !isPaused
  const silent = world.isOpen && !isPaused && !isSeen && !world.statuses[0]?.errors.includes(world.head)
  const noComment = isOurs && world.label !== null && state.live && state.escalatedAt < state.engagedAt
  const isPutBack = world.labelledAt > state.escalatedAt
  const noLabel =
    isOurs &&
    state.live &&
    world.label === null &&
    (world.off === null || world.off.by !== 'person') &&
    !isPutBack &&
    !limits.noLabels
  return [
    ...always(world, limits),
    ...(world.lock ? [['law 7', 'a lock is held at rest'] as [string, string]] : []),
    ...(claim && claim.ending === null && !claim.flagged ? [['law 7', 'a dead claim is left at rest'] as [string, string]] : []),
    ...(world.statuses.length > 1 ? [['law 7', 'two status comments at rest'] as [string, string]] : []),
    ...(state.open.length > 0
      ? [['law 4', `requests ${state.open.map(act => act.id)} are unanswered at rest`] as [string, string]]
      : []),
    ...(isOurs && world.label && !state.live ? [['law 7', 'our label stands without an escalation'] as [string, string]] : []),
    ...(noComment ? [['law 7', 'a label without its comment'] as [string, string]] : []),
    ...(noLabel && world.off !== null ? [['law 7', 'a comment without its label'] as [string, string]] : []),
    ...(silent ? [['no silent stop', 'open, not paused, and the head has neither verdict nor error'] as [string, string]] : []),
    ...(capped ? [['cap told', 'the cap is reached and nobody was told'] as [string, string]] : []),
    ...(world.reviews.some(one => !one.tidied && !verdictsOf(world).includes(one))
      ? [['law 1', 'a duplicate is left'] as [string, string]]
      : []),
  ]
}

const quiet = (world: World, scenario: Scenario, says: 'A' | 'F' | 'E'): Broken[] => {
  const { world: rested, tail, rests } = toRest(world, scenario, says)
  if (!rests) return [{ law: 'law 7', text: 'the sweep and its runs do not come to rest', tail }]
  const found: Broken[] = settled(rested, scenario).map(([law, text]) => ({ law, text, tail }))
  const again = alone(rested, scenario, says)
  const wrote = again.tail.filter(line => writes.test(line.replace(/^.*?: /, '')) && !/: (looks|reads|lets)/.test(line))
  if (wrote.length > 0)
    found.push({
      law: 'law 9',
      text: `one more run writes: ${wrote.map(line => line.trim()).join('; ')}`,
      tail: [...tail, ...again.tail],
    })
  return found
}

/** Checks every world, and those where nobody runs also for what follows from them; equal ones once. */
export const lawsOf = (scenario: Scenario): Laws<World> => {
  const seen = new Map<string, Broken[]>()
  const check = (world: World): Broken[] => {
    const now = always(world, scenario).map(([law, text]) => ({ law, text, tail: [] }))
    if (world.runs.some(run => run.at !== 'end')) return now
    const key = JSON.stringify({ ...world, runs: world.runs.length, left: 0, fresh: 0, frozen: 0 })
    const known = seen.get(key) ?? (['A', 'F', 'E'] as const).flatMap(says => quiet(world, scenario, says))
    seen.set(key, known)
    return [...now, ...known]
  }
  return { check, rested: () => seen.size }
}
