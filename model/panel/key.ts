import { HALF_HOUR, type World } from './world.ts'

type Timed = Record<string, unknown>

/** Under these names stand times; each is compared with others only, by order and by how many half hours lie between. */
const TIMES = ['t', 'since', 'promoted', 'leftAt', 'resetAt', 'engagedAt', 'waitsSince', 'promotesAt', 'labelledAt']

const timedOf = (world: World): Timed[] => [
  world,
  ...world.reviews,
  ...world.escalations,
  ...world.acts,
  ...world.answers,
  ...world.seats.flatMap(({ status, lock }) => [
    ...(status === null ? [] : [status, status.claim]),
    ...(lock === null ? [] : [lock]),
  ]),
  ...world.runs.flatMap(run => [run, ...(run.seen === undefined ? [] : [run.seen, ...labelsOf(run.seen)])]),
  ...labelsOf(world),
]
const labelsOf = ({ label, off }: Pick<World, 'label' | 'off'>): Timed[] => [...(label ? [label] : []), ...(off ? [off] : [])]

/** Tells the times of a world by their order: two worlds that differ in nothing else are then equal. */
export const inOrder = (world: World): World => {
  const all = timedOf(world)
  const met = new Set<number>()
  for (const one of all)
    for (const name of TIMES) {
      const time = one[name]
      if (typeof time === 'number' && time > 0) met.add(time)
    }
  const told = new Map<number, number>()
  let [before, rank] = [0, 0]
  for (const time of [...met].sort((a, b) => a - b)) {
    rank += Math.floor((time - before) / HALF_HOUR) * HALF_HOUR || 1
    told.set(time, rank)
    before = time
  }
  for (const one of all)
    for (const name of TIMES) {
      const time = one[name]
      if (typeof time === 'number' && time > 0) one[name] = told.get(time)
    }
  return world
}
