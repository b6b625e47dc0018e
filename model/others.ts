import { copy } from './copy.ts'
import { stateOf } from './plan.ts'
import type { Step } from './run.ts'
import { type Budget, next, type World } from './world.ts'

const MOST_RUNS_EDITED = 1

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

/** What authors, people, other bots and GitHub may do at any time. */
const onPull = (world: World): Happening[] => [
  { costs: 'run', name: 'a run starts', may: true, happens: one => one.runs.push({ at: 'look', round: 0, dead: false }) },
  { costs: 'push', name: 'the author pushes', may: world.isOpen, happens: pushes },
  {
    costs: 'retarget',
    name: 'the base is changed',
    may: world.isOpen,
    happens: one => Object.assign(one, { base: 1 - one.base }),
  },
  { costs: 'ask', name: 'a person asks', may: world.isOpen, happens: one => asks(one, 'request') },
  { costs: 'unlabel', name: 'a person takes the label off', may: world.label !== null, happens: unlabels('person') },
  { costs: 'botUnlabels', name: 'a bot takes the label off', may: world.label !== null, happens: unlabels('bot') },
  {
    costs: 'personLabels',
    name: 'a person sets the label',
    may: world.label === null,
    happens: one => Object.assign(one, { label: { by: 'person', t: next(one).t } }),
  },
  { costs: 'close', name: 'a person closes', may: world.isOpen, happens: one => Object.assign(one, { isOpen: false }) },
  { costs: 'reopen', name: 'a person reopens', may: !world.isOpen, happens: one => Object.assign(one, { isOpen: true }) },
]

const pushes = (world: World): void => {
  const before = stateOf(world).open.length
  world.head++
  if (stateOf(world).open.length > before) world.broken.push('an answered request is open again after a push')
}

const losesStatus = (world: World): void => {
  world.statuses.shift()
  world.lost.push(next(world).t)
}

const onTexts = (world: World): Happening[] => [
  { costs: 'loseStatus', name: 'the status comment is deleted', may: world.statuses.length > 0, happens: losesStatus },
  ...world.reviews
    .filter(one => !one.edited && !one.tidied)
    .slice(-MOST_RUNS_EDITED)
    .map(one => ({
      costs: 'edit' as const,
      name: `a person edits review ${one.id}`,
      may: true,
      happens: (after: World) => {
        for (const review of after.reviews) if (review.id === one.id) review.edited = true
      },
    })),
]

const isUnclaimed = ({ lock, statuses }: World): boolean => lock !== null && !lock.old && statuses[0]?.claim.lock !== lock.id

const onTime = (world: World): Happening[] => [
  {
    costs: 'age',
    name: 'ten minutes pass over a lock without a claim',
    may: isUnclaimed(world),
    happens: one => one.lock && Object.assign(one.lock, { old: true }),
  },
  {
    costs: 'tie',
    name: 'all that follows is in one second',
    may: !world.frozen,
    happens: one => Object.assign(one, { frozen: true }),
  },
]

const onRuns = (world: World): Happening[] =>
  world.runs.flatMap((run, me): Happening[] => {
    if (run.at === 'end') return []
    const kill = (one: World): void => {
      one.runs[me] = { at: 'end', round: 0, dead: true }
    }
    const declare = (one: World): void => {
      Object.assign(one.runs[me] ?? {}, { dead: true })
    }
    return [
      { costs: 'crash', name: `run ${me + 1} is killed before: ${run.at}`, may: true, happens: kill },
      { costs: 'zombie', name: `run ${me + 1} is declared dead and goes on`, may: !run.dead, happens: declare },
    ]
  })

/** Whatever anybody but a run of ours may do next; each costs one of the scenario's allowance. */
export const otherSteps = (world: World): Step[] => {
  const second: Step[] = world.frozen ? [['the second is over', { ...copy(world), frozen: false }]] : []
  const all = [...onPull(world), ...onTexts(world), ...onTime(world), ...onRuns(world)]
  const possible = all.filter(({ costs, may }) => may && world.left[costs] > 0)
  return [
    ...second,
    ...possible.map(({ costs, name, happens }): Step => {
      const after = copy(world)
      after.left[costs]--
      happens(after)
      return [name, after]
    }),
  ]
}
