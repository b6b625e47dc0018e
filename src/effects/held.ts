import { isHeld } from '../decide/settle.ts'
import { GitHubError } from '../github/errors.ts'
import { deleteLock, postLock } from '../github/writer.ts'
import { lockOf, type PullRun } from '../observe/context.ts'
import { look, type View } from '../observe/look.ts'
import type { Instant } from '../snapshot/ids.ts'

/** A write is sent within this time of the read that permits it, else the pull is read again. */
export const WRITE_WINDOW_MS = 30_000
/** So many reads in a row may be from before our lock. */
const LAGS = 2
/** A lock of ours under which no claim was written by then is given up: somebody may take it over. */
export const CLAIM_WINDOW_MS = 300_000

/** The only key to writing on a pull. `nonce` = the claim under the lock; `null` until one is written. */
export type Held = {
  lock: number
  lockedAt: Instant
  lockedAtMs: number
  nonce: string | null
  /** The runner's clock at the newest read that showed lock and nonce as ours. */
  permittedAtMs: number
}

/** The lock or the claim is another run's now, or the claim is deleted: nothing more may be written for it. */
export class LockLost extends Error {
  override name = 'LockLost'
  /** The lock was kept: what is gone is the status comment with the claim. */
  readonly deleted: boolean
  constructor(message: string, deleted = false) {
    super(message)
    this.deleted = deleted
  }
}

export const mineOf = (held: Held | null): { nonce: string | null; lock: number | null } => ({
  nonce: held?.nonce ?? null,
  lock: held?.lock ?? null,
})

/** Takes the lock by GitHub's own test-and-set. `null` = another run holds it. A lost answer means no lock: it ages and is taken over. */
export const acquire = async (pullRun: PullRun): Promise<Held | null> => {
  const startedAtMs = pullRun.clock.nowMs()
  const { created, id, at } = await postLock(pullRun.site, lockOf(pullRun).rest)
  return created ? { lock: id, lockedAt: at, lockedAtMs: startedAtMs, nonce: null, permittedAtMs: startedAtMs } : null
}

/** Removes a dead owner's lock by its id. false = another run did so first. */
export const takeOver = async (pullRun: PullRun, view: View): Promise<boolean> => {
  const { lock, observedAt } = view.snapshot.facts
  if (!lock.held) return true
  const claim = view.snapshot.statuses[0]?.marker.claim ?? null
  const dead =
    lock.entries.find(entry => entry.id === claim?.lock) ??
    lock.entries.reduce<(typeof lock.entries)[number] | null>((a, b) => (a === null || b.at < a.at ? b : a), null)
  if (dead === null)
    throw new GitHubError('read lock', {
      status: 200,
      detail: `the lock is held since before ${observedAt}, but its id is not shown`,
      landed: 'no',
    })
  pullRun.run.facts.took = dead.id
  return deleteLock(pullRun.site, dead.id)
}

export const release = async (pullRun: PullRun, held: Held): Promise<void> => {
  await deleteLock(pullRun.site, held.lock)
}

const isLocked = ({ snapshot: { facts } }: View, held: Held): boolean =>
  facts.lock.entries.some(entry => entry.id === held.lock) || (facts.lock.held && !facts.lock.complete)

const isOurs = (view: View, held: Held): boolean =>
  held.nonce === null ? isLocked(view, held) : isHeld(view.snapshot, { lock: held.lock, nonce: held.nonce })

const lossOf = (view: View, held: Held): LockLost => {
  const { statuses, deletions } = view.snapshot
  if (held.nonce === null || !isLocked(view, held) || statuses.length > 0)
    return new LockLost('another run took the lock or the claim over; this run writes nothing more')
  const by = deletions.at(-1)?.by ?? null
  const who = by === null ? '' : ` (${by} deleted a comment of ours)`
  return new LockLost(`the status comment with this run’s claim is gone${who}; this run starts no further review`, true)
}

/**
 * A read under the lock: permits the writes of the next 30 seconds, or throws LockLost. A read that does not show our lock may be
 * from before it: nothing is decided on that, the pull is read again before the lock is given up.
 */
export const lookHeld = async (pullRun: PullRun, held: Held): Promise<View> => {
  for (let tried = 1; ; tried++) {
    const view = await look(pullRun, mineOf(held))
    if (tried > LAGS || isOurs(view, held)) {
      confirm(view, held)
      return view
    }
    await pullRun.clock.sleep(tried * 1_000)
  }
}

/** Takes a view for the read that permits the next writes. */
export const confirm = (view: View, held: Held): void => {
  if (!isOurs(view, held)) throw lossOf(view, held)
  held.permittedAtMs = view.readAtMs
}

/** Before a write: waits for GitHub's rate limits, and reads again when the permission is too old. */
export const permit = async (pullRun: PullRun, held: Held): Promise<void> => {
  await pullRun.api.ready()
  const nowMs = pullRun.clock.nowMs()
  if (held.nonce === null && nowMs - held.lockedAtMs > CLAIM_WINDOW_MS)
    throw new LockLost('no claim was written within 5 minutes of the lock')
  if (nowMs - held.permittedAtMs > WRITE_WINDOW_MS) await lookHeld(pullRun, held)
}

/** Sends a write with its permission. One that a rate limit turned away was not done: it is sent again after the wait, and a new read if that took long. */
export const sendHeld = async <T>(pullRun: PullRun, held: Held, send: () => Promise<T>): Promise<T> => {
  for (;;) {
    await permit(pullRun, held)
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof GitHubError) || !error.isLimited) throw error
    }
  }
}
