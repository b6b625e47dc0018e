import { freshView, type View } from './view.ts'
import type { World } from './world/world.ts'

/** What one write over the API made, by id, and how many reads do not list it yet. */
type Unlisted = { after: number; upTo: number; at: number; reads: number }

/** A replica is never further behind than this. */
const MOST_SECONDS = 10

/**
 * The replica that lists are read from (fact 21). What was made over the API is missing from the lists of the next reads that would
 * show it, as many as the world's `readLag` says; every other time the totals are short too. Answers of writes, single objects and
 * what people did in the pages are never behind, and a test-and-set sees the truth.
 */
export class Replica {
  private unlisted: Unlisted[] = []
  private lagged = 0
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  /** Does a write, and remembers what it made. */
  write<T>(work: (view: View) => T): T {
    const after = this.world.newestId
    const answer = work(freshView)
    const { newestId: upTo, now: at, quirks } = this.world
    if (upTo > after && quirks.readLag > 0) this.unlisted.push({ after, upTo, at, reads: quirks.readLag })
    return answer
  }

  /** Does a read on what the replica has by then. */
  read<T>(work: (view: View) => T): T {
    this.unlisted = this.unlisted.filter(({ at }) => this.world.now - at <= MOST_SECONDS)
    if (this.unlisted.length === 0) return work(freshView)
    const missed = new Set<Unlisted>()
    const isListed = ({ id }: { id: number }): boolean => {
      const behind = this.unlisted.find(({ after, upTo }) => id > after && id <= upTo)
      if (behind !== undefined) missed.add(behind)
      return behind === undefined
    }
    const shown: View['shown'] = items => items.filter(isListed)
    const isShort = this.lagged % 2 === 1
    const answer = work({ shown, total: items => (isShort ? shown(items).length : items.length) })
    if (missed.size > 0) this.lagged += 1
    for (const behind of missed) behind.reads -= 1
    this.unlisted = this.unlisted.filter(({ reads }) => reads > 0)
    return answer
  }
}
