import { copy } from '../copy.ts'
import type { Step } from './turn.ts'
import { type Budget, HALF_HOUR, isEnded, next, type World } from './world.ts'

type Happening = { costs: keyof Budget; name: string; may: boolean; happens: (world: World) => void }

const asks = (world: World, kind: 'request' | 'unlabel'): void => {
  const { id, t } = next(world)
  world.acts.push({ id, t, kind })
  world.fresh = { id, run: -1 }
  world.starts = 0
}

const unlabels = (by: 'person' | 'bot') => (world: World) => {
  if (by === 'person') asks(world, 'unlabel')
  world.label = null
  world.off = { by, t: by === 'person' ? world.t : next(world).t }
}

const onPull = (world: World): Happening[] => [
  { costs: 'push', name: 'the author pushes', may: world.isOpen, happens: one => Object.assign(one, { head: one.head + 1 }) },
  { costs: 'ask', name: 'a person asks', may: world.isOpen, happens: one => asks(one, 'request') },
  { costs: 'unlabel', name: 'a person takes the label off', may: world.label !== null, happens: unlabels('person') },
  { costs: 'botUnlabels', name: 'a bot takes the label off', may: world.label !== null, happens: unlabels('bot') },
  { costs: 'close', name: 'a person closes', may: world.isOpen, happens: one => Object.assign(one, { isOpen: false }) },
]

/** What is not written within its window is permitted anew by another read: so long nobody stands between the two. */
const isBetweenReadAndWrite = (world: World): boolean =>
  world.runs.some(({ at }) => ['claim', 'promote', 'role', 'post', 'effects'].includes(at))

const onTime = (world: World): Happening[] => [
  {
    costs: 'halfHour',
    name: 'half an hour passes',
    may: !isBetweenReadAndWrite(world),
    happens: one => Object.assign(one, { t: one.t + HALF_HOUR }),
  },
  {
    costs: 'tie',
    name: 'all that follows is in one second',
    may: !world.frozen,
    happens: one => Object.assign(one, { frozen: true }),
  },
]

const onRuns = (world: World): Happening[] => world.runs.flatMap((_, me) => onRun(world, me))

const onRun = (world: World, me: number): Happening[] => {
  const run = world.runs[me]
  if (run === undefined || isEnded(run)) return []
  const kill = (one: World): void => {
    one.runs[me] = { member: run.member, at: 'end', round: 0, dead: true }
  }
  const declare = (one: World): void => {
    Object.assign(one.runs[me] ?? {}, { dead: true })
  }
  return [
    { costs: 'crash', name: `run ${me + 1} is killed before: ${run.at}`, may: true, happens: kill },
    { costs: 'zombie', name: `run ${me + 1} is declared dead and goes on`, may: !run.dead, happens: declare },
  ]
}

const happenings = (world: World, all: Happening[]): Step[] =>
  all
    .filter(({ costs, may }) => may && world.left[costs] > 0)
    .map(({ costs, name, happens }): Step => {
      const after = copy(world)
      after.left[costs]--
      happens(after)
      return [name, after]
    })

/** What may befall one run before its next step. */
export const stepsOn = (world: World, me: number): Step[] => happenings(world, onRun(world, me))

/** Whatever anybody but a run of ours may do next; each costs one of the scenario's allowance. */
export const otherSteps = (world: World): Step[] => {
  const second: Step[] = world.frozen ? [['the second is over', { ...copy(world), frozen: false }]] : []
  return [...second, ...happenings(world, [...onPull(world), ...onTime(world), ...onRuns(world)])]
}
