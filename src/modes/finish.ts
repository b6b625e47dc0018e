import { unknownCost } from '../agents/cost.ts'
import { unsureNotice } from '../decide/notice.ts'
import { apply } from '../effects/apply.ts'
import { type Held, LockLost, lookHeld, release } from '../effects/held.ts'
import type { PullRun } from '../observe/context.ts'

const REASON = 'the run was cut off; the step after it recorded that'

/** What the main step remembered. `sent` = the key of the notice that it sent. */
export type Left = { lock: number; nonce: string | null; sent: string | null }

/** What the main step could not do any more: the ending of its claim, and letting go of the lock. Does nothing when both are done. */
export const finish = async (pullRun: PullRun, left: Left): Promise<void> => {
  const nowMs = pullRun.clock.nowMs()
  const held: Held = { lock: left.lock, lockedAt: 0, lockedAtMs: nowMs, nonce: left.nonce, permittedAtMs: nowMs }
  try {
    const view = await lookHeld(pullRun, held)
    const status = view.snapshot.statuses[0]?.marker
    const claim = status?.claim ?? null
    const key = unsureNotice(status, [left.lock])
    if (key !== null && key !== left.sent)
      await apply(pullRun, held, { effects: [{ kind: 'doubt-notice', key }], view, claim, cost: { usd: 0, estimated: false } })
    if (claim !== null && claim.nonce === left.nonce && claim.ending === null)
      await apply(pullRun, held, {
        effects: [{ kind: 'write-ending', ending: 'terminated', reason: REASON, flagged: false }],
        view,
        claim,
        cost: unknownCost,
      })
  } catch (error) {
    if (!(error instanceof LockLost)) throw error
    pullRun.log(`finish  ${error.message}`)
    return
  }
  await release(pullRun, held)
  pullRun.log('finish  the lock of the main step is released')
}
