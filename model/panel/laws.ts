import { copy } from '../copy.ts'
import type { Broken, Laws } from '../search.ts'
import { stateOf } from './plan.ts'
import { answersAt, decisionAt, isUnended, verdictsOf } from './round.ts'
import { runSteps, wants } from './run.ts'
import { budget, HALF_HOUR, isEnded, PANEL, type Scenario, type World } from './world.ts'

const MOST_STEPS = 200
const MOST_RUNS = 24
const writes = /deletes the lock|posts|claims|writes|takes|label|comment|answer|tidy|ending/

type Says = Scenario['says'][number]
type Law = [law: string, text: string]

/** One run of a member from its start to its end, with nobody else about. */
const alone = (world: World, member: number, scenario: Scenario): { world: World; tail: string[] } => {
  let now = copy(world)
  const me = now.runs.push({ member, at: 'start', round: 0, dead: false }) - 1
  const tail: string[] = []
  for (let taken = 0; now.runs[me]?.at !== 'end'; taken++) {
    const [first] = runSteps({ world: now, me, scenario })
    if (first === undefined || taken > MOST_STEPS) throw new Error(`a run alone does not end: ${tail.join('; ')}`)
    tail.push(`  ${first[0]}`)
    now = first[1]
  }
  return { world: now, tail }
}

/** Nobody is disturbed any more, and time goes by between the runs of the sweep. */
const calm = (world: World): World => {
  const now = copy(world)
  const runs = now.runs.map(run => ({ ...run, at: 'end' as const, dead: true }))
  return { ...now, runs, left: budget({}), fresh: null, frozen: false }
}

const toRest = (world: World, scenario: Scenario): { world: World; tail: string[]; rests: boolean } => {
  let now = calm(world)
  const tail = [`  -- nobody runs; the sweep starts runs, agents say ${scenario.says}`]
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    now.t += HALF_HOUR
    const wanting = now.seats.flatMap((_, member) => {
      const why = wants(now, member, scenario)
      return why === null ? [] : [{ member, why }]
    })[0]
    if (wanting === undefined) return { world: now, tail, rests: true }
    const done = alone(now, wanting.member, scenario)
    tail.push(`  the sweep wants: ${wanting.why}`, ...done.tail)
    now = done.world
  }
  return { world: now, tail, rests: false }
}

const most = (counts: Iterable<number>): number => Math.max(0, ...counts)
const counts = (names: string[]): Map<string, number> => {
  const found = new Map<string, number>()
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1)
  return found
}

/** Bounds that hold at every moment. */
export const always = (world: World, limits: Scenario): Law[] => {
  const state = stateOf(world, 0)
  const verdicts = verdictsOf(world)
  const found: Law[] = world.broken.map(text => ['law 2', text])
  if (most(counts(verdicts.map(one => `${one.by},${one.head}`)).values()) > 1 + world.acts.length)
    found.push(['law 1', 'more verdicts of one reviewer at a head than requests'])
  const hasFew = verdicts.some(
    one => one.by === PANEL && one.says === 'A' && answersAt(world, one).filter(({ id }) => id < one.id).length < limits.quorum,
  )
  if (hasFew) found.push(['quorum', 'approved without enough answers'])
  if (verdicts.some(one => one.by === PANEL && !answersAt(world, one).some(({ id }) => id < one.id)))
    found.push(['quorum', 'decided without an answer'])
  if (state.counted.length > limits.maxCycles) found.push(['law 3', `${state.counted.length} heads in a row`])
  if (world.starts > limits.maxStarts && world.acts.length === 0) found.push(['law 3', `${world.starts} starts without a person`])
  const live = world.escalations.filter(one => one.t > state.engagedAt).map(one => `${one.head} ${one.why}`)
  if (new Set(live).size < live.length) found.push(['told once', 'two comments for one reason'])
  if (isCalm(world, limits) && world.reviews.length > verdicts.length)
    found.push(['once', 'a key was published twice, or an older round was decided after a newer one'])
  const refused = world.answers.flatMap(one => one.acts)
  if (new Set(refused).size < refused.length) found.push(['answered once', 'a request was refused twice'])
  return found
}

/** Where nobody was disturbed not even a duplicate is published. */
const isCalm = (world: World, scenario: Scenario): boolean =>
  (['crash', 'zombie', 'lost', 'lag', 'refuse', 'halfHour', 'tie', 'close'] as const).every(
    name => world.left[name] === scenario.left[name],
  )

/** What must be true once nobody runs and the sweep wants nothing. */
const settled = (world: World, limits: Scenario): Law[] => {
  const state = stateOf(world, 0)
  const verdicts = verdictsOf(world)
  const found = always(world, limits)
  const closed = new Set([...state.served.keys(), ...world.answers.flatMap(one => one.acts)])
  const unanswered = world.acts.filter(act => !closed.has(act.id))
  const isPaused = state.live || world.label !== null
  const isDecided = verdicts.some(one => one.by === PANEL && one.head === world.head)
  const claims = world.seats.flatMap(({ status }) => (status === null ? [] : [status.claim]))
  if (world.seats.some(({ lock }) => lock !== null)) found.push(['law 7', 'a lock is held at rest'])
  if (claims.some(isUnended)) found.push(['law 7', 'a dead claim is left at rest'])
  if (unanswered.length > 0) found.push(['law 4', `requests ${unanswered.map(act => act.id)} are unanswered at rest`])
  if (world.isOpen && world.label && !state.live) found.push(['law 7', 'our label stands without an escalation'])
  if (world.isOpen && world.label && state.live && state.escalatedAt < state.engagedAt)
    found.push(['law 7', 'a label without its comment'])
  if (
    world.isOpen &&
    state.live &&
    !world.label &&
    world.off !== null &&
    world.off.by !== 'person' &&
    world.labelledAt <= state.escalatedAt
  )
    found.push(['law 7', 'a comment without its label'])
  if (world.isOpen && !isPaused && !isDecided) found.push(['no silent stop', 'the head has neither decision nor escalation'])
  if (world.isOpen && state.counted.length >= limits.maxCycles && !isPaused)
    found.push(['cap told', 'the cap is reached and nobody was told'])
  if (world.reviews.some(one => !one.tidied && !verdicts.includes(one))) found.push(['law 1', 'a duplicate is left'])
  return found
}

/** Where nothing went wrong the members' own runs bring a head to its decision: nobody waits for the sweep. */
const byThemselves = (world: World, scenario: Scenario): Law[] => {
  const claims = world.seats.flatMap(({ status }) => (status === null ? [] : [status.claim]))
  const [one] = claims
  const isRound = claims.every(two => two.head === world.head && two.occasion === one?.occasion && !isUnended(two))
  if (!isCalm(world, scenario) || one === undefined || claims.length < world.seats.length || !isRound) return []
  const isOver = decisionAt(world, one) !== undefined || stateOf(world, 0).live || world.label !== null
  return isOver ? [] : [['by themselves', 'all members have left, and the head has neither decision nor escalation']]
}

/** Nobody decides a round by itself any more once a member has answered in a newer one of the same head. */
const hasOldWord = (before: World, rested: World): boolean =>
  rested.reviews.some(
    one =>
      one.by === PANEL &&
      one.id >= before.id &&
      rested.reviews.some(other => other.head === one.head && other.occasion > one.occasion && other.id < one.id),
  )

const quiet = (world: World, scenario: Scenario, says: Says): Broken[] => {
  const asked = { ...scenario, says: [says] }
  const { world: rested, tail, rests } = toRest(world, asked)
  if (!rests) return [{ law: 'law 7', text: 'the sweep and its runs do not come to rest', tail }]
  const found: Broken[] = settled(rested, scenario).map(([law, text]) => ({ law, text, tail }))
  if (hasOldWord(world, rested)) found.push({ law: 'newest decides', text: 'an overtaken round was decided', tail })
  for (const member of rested.seats.keys()) {
    const again = alone(rested, member, asked).tail
    const wrote = again.filter(line => writes.test(line.replace(/^.*?: /, '')) && !/: (looks|reads|lets)/.test(line))
    if (wrote.length > 0) found.push({ law: 'law 9', text: 'one more run writes', tail: [...tail, ...again] })
  }
  return found
}

/** Checks every world, and those where nobody runs also for what follows from them; equal ones once. */
export const lawsOf = (scenario: Scenario): Laws<World> => {
  const seen = new Map<string, Broken[]>()
  const check = (world: World): Broken[] => {
    const now = always(world, scenario).map(([law, text]) => ({ law, text, tail: [] as string[] }))
    if (!world.runs.every(isEnded)) return now
    const own = byThemselves(world, scenario).map(([law, text]) => ({ law, text, tail: [] }))
    const key = JSON.stringify({ ...world, runs: 0, left: 0, fresh: 0, frozen: 0 })
    const known = seen.get(key) ?? scenario.says.flatMap(says => quiet(world, scenario, says))
    seen.set(key, known)
    return [...now, ...own, ...known]
  }
  return { check, rested: () => seen.size }
}
