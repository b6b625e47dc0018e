import { acquire, type Held, lookHeld, release, takeOver } from '../effects/held.ts'
import { GitHubError } from '../github/errors.ts'
import { demandTime, type PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

/** What a dead owner had in flight has landed or was given up by then. */
const FENCE_S = 60

/** Takes the lock, a dead owner's first if need be. `null` = another run has it. */
export const takeLock = async (pullRun: PullRun, view: View): Promise<Held | null> => {
  if (view.snapshot.facts.lock.held && view.owner.owner !== 'ours') {
    const { owner, why } = view.owner
    if (owner !== 'dead') return null
    const removed = await takeOver(pullRun, view)
    pullRun.log(`lock  dead owner (${why}): ${removed ? 'lock removed' : 'another run removed the lock first'}`)
    if (!removed) return null
  }
  const held = await acquire(pullRun)
  if (held !== null) pullRun.remember('lock', String(held.lock))
  pullRun.log(held === null ? 'lock  taken by another run' : `lock  held, id ${held.lock}`)
  return held
}

/**
 * The read under the lock. Whoever finds another's open claim there waits until its owner has been gone for a minute:
 * a slow owner's last write, permitted by an older read, has landed or was given up by then.
 */
export const lookUnderLock = async (pullRun: PullRun, held: Held): Promise<View> => {
  const view = await lookHeld(pullRun, held)
  if (view.owner.owner !== 'dead') return view
  const goneS = view.owner.endedAt === null ? 0 : view.snapshot.facts.observedAt - view.owner.endedAt
  if (goneS >= FENCE_S) return view
  pullRun.log(`lock  the claim's owner ended ${goneS} s ago: waiting ${FENCE_S - goneS} s for its last write`)
  await pullRun.clock.sleep((FENCE_S - goneS) * 1000)
  demandTime(pullRun)
  return lookHeld(pullRun, held)
}

export const letGo = async (pullRun: PullRun, held: Held): Promise<void> => {
  try {
    await release(pullRun, held)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(`warn  the lock could not be released (${error.message}); the post step or the next run does`)
    return
  }
  pullRun.remember('lock', '')
  pullRun.log('lock  released')
}
