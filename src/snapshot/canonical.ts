import type { Authored, Facts, ReviewFact, TimelineFact } from './facts.ts'

const isNewer = (one: Authored, known: Authored): boolean => (one.editedAt ?? 0) > (known.editedAt ?? 0)

type TimeOf<T> = (one: T) => number

const isInOrder = <T extends Authored>(list: T[], timeOf: TimeOf<T>): boolean =>
  list.every((one, at) => {
    const before = list[at - 1]
    if (before === undefined) return true
    return timeOf(before) === timeOf(one) ? before.id < one.id : timeOf(before) < timeOf(one)
  })

/** In strict order nothing stands twice: an entry's time never changes. */
const onceEach = <T extends Authored>(list: T[], timeOf: TimeOf<T>): T[] => {
  if (isInOrder(list, timeOf)) return list
  const byId = new Map<number, T>()
  for (const one of list) {
    const known = byId.get(one.id)
    if (known === undefined || isNewer(one, known)) byId.set(one.id, one)
  }
  return [...byId.values()].sort((a, b) => timeOf(a) - timeOf(b) || a.id - b.id)
}

const createdAt = (one: Authored): number => one.createdAt
const submittedAt = (one: ReviewFact): number => one.submittedAt ?? one.createdAt

/** Events of one second have no order of their own: every rule must read a tie against us. */
const eventsOnce = (timeline: TimelineFact[]): TimelineFact[] => {
  const byId = new Map<string, Exclude<TimelineFact, { kind: 'unknown' }>>()
  for (const event of timeline) if (event.kind !== 'unknown') byId.set(event.id, event)
  const known = [...byId.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return [...known, ...timeline.filter(event => event.kind === 'unknown')]
}

const threadsOnce = (threads: Facts['threads']): Facts['threads'] =>
  [...new Map(threads.map(thread => [thread.nodeId, thread])).values()].map(thread => ({
    ...thread,
    comments: onceEach(thread.comments, createdAt),
  }))

/** The same facts in the server's order, each once: lists that move while they are paged repeat entries or swap them. */
export const canonical = (facts: Facts): Facts => ({
  ...facts,
  comments: onceEach(facts.comments, createdAt),
  reviews: onceEach(facts.reviews, submittedAt),
  threads: threadsOnce(facts.threads),
  timeline: eventsOnce(facts.timeline),
})
