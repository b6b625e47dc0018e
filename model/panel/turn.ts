import { copy } from '../copy.ts'
import { type Run, type Scenario, seatOf, type World } from './world.ts'

export type Step = [name: string, after: World]
/** What one step is made from: the world, which run takes it, and under which scenario. */
export type Turn = { world: World; me: number; scenario: Scenario }

export const runOf = ({ world, me }: Pick<Turn, 'world' | 'me'>): Run => {
  const run = world.runs[me]
  if (run === undefined) throw new Error(`no run ${me}`)
  return run
}
export const lockIdOf = (turn: Turn): string => `${turn.me}.${runOf(turn).round}`
export const isMine = (world: World, turn: Turn): boolean => seatOf(world, runOf(turn).member).lock?.id === lockIdOf(turn)
export const isHeld = (world: World, turn: Turn): boolean =>
  isMine(world, turn) && seatOf(world, runOf(turn).member).status?.claim.nonce === runOf(turn).nonce

const nameOf = (member: number): string => ['anna', 'ben', 'cleo'][member] ?? String(member)

export const step = (turn: Turn, name: string, change: (world: World, run: Run) => void): Step => {
  const after = copy(turn.world)
  const run = runOf(turn)
  change(after, runOf({ ...turn, world: after }))
  return [`${nameOf(run.member)}, run ${turn.me + 1}${run.dead ? ' (declared dead)' : ''}: ${name}`, after]
}

const without = <T extends { id: number }>(list: T[], id: number): T[] => list.filter(one => one.id !== id)

/** This member's ending names our newest review and comment: a list without them is known to be short, and read again. */
const isKnownShort = (view: World, member: number): boolean => {
  const ending = seatOf(view, member).status?.claim.ending
  if (!ending) return false
  const comments = [...view.escalations, ...view.answers]
  return (
    (ending.review > 0 && !view.reviews.some(one => one.id === ending.review)) ||
    (ending.comment > 0 && !comments.some(one => one.id === ending.comment))
  )
}

/** What was seen is kept only where something rests on it. */
export const forget = (run: Run): void => {
  if (run.at !== 'effects' && run.draft?.role !== 'panel') delete run.seen
}

type Reading = { view: World; suffix: string }

/** What a read may show: everything, or (while lists lag) everything but the newest entry, unless the run wrote it itself. */
const readings = ({ world, me }: Turn): Reading[] => {
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
  return isKnownShort(view, runOf({ world, me }).member) ? [whole] : [whole, { view, suffix: ' (lagging)' }]
}

/** A read; `see` says in words what the run makes of it. */
export const read = (turn: Turn, see: (view: World, run: Run, after: World) => string): Step[] =>
  readings(turn).map(({ view, suffix }) => {
    let seen = ''
    const [name, after] = step(turn, '', (world, run) => {
      if (suffix !== '') world.left.lag--
      run.seen = { t: view.t, upTo: suffix === '' ? view.id : (world.fresh?.id ?? view.id), label: view.label, off: view.off }
      seen = see(view, run, world)
      forget(run)
    })
    return [`${name}${seen}${suffix}`, after]
  })

const cleared = (run: Run, rest: Partial<Run>): void => {
  const { member, round, dead } = run
  for (const key of Object.keys(run)) delete (run as Record<string, unknown>)[key]
  Object.assign(run, { member, at: 'end', round, dead }, rest)
}
export const end = (run: Run): void => cleared(run, { round: 0, dead: true })
export const release = (run: Run, failed = false): void => cleared(run, { at: 'release', ...(failed ? { failed } : {}) })

/** The newest read, and what this run has written itself since. */
export const seenWorld = (world: World, me: number): World => {
  const run = runOf({ world, me })
  const { upTo, t, label, off } = run.seen ?? { upTo: 0, t: 0, label: null, off: null }
  const old = <T extends { id: number; by?: number }>(list: T[]): T[] => list.filter(one => one.id < upTo || one.by === me)
  return {
    ...world,
    t,
    reviews: world.reviews.filter(one => one.id < upTo || one.nonce.startsWith(run.nonce ?? '-')),
    escalations: old(world.escalations),
    acts: old(world.acts),
    answers: old(world.answers),
    label,
    off,
  }
}
