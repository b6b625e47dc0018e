import { isHeld } from '../decide/settle.ts'
import type { Held } from '../effects/held.ts'
import { claimed, writeStatus } from '../effects/status.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { newClaim } from '../rounds/claim.ts'
import type { Verdict } from '../snapshot/snapshot.ts'

const fixClaimOf = (pullRun: PullRun, held: Held, { view, verdict }: { view: View; verdict: Verdict }): Claim =>
  newClaim(pullRun, held, {
    view,
    // No verdict ever has this key: a dead fix is not taken for a review that was answered.
    purpose: {
      occasion: `fix/${verdict.id}`,
      acts: [],
      role: 'fix',
      since: view.snapshot.facts.observedAt,
      recoveries: 0,
    },
  })

/** Writes the claim of a fix, which counts it as a start, and reads it back. Throws LockLost when it is not ours then. */
export const claimFix = async (
  pullRun: PullRun,
  held: Held,
  intent: { view: View; verdict: Verdict },
): Promise<{ claim: Claim; view: View }> => {
  const claim = fixClaimOf(pullRun, held, intent)
  pullRun.remember('nonce', claim.nonce)
  const view = await writeStatus(pullRun, held, { view: intent.view, status: claimed(intent.view.snapshot, claim) })
  pullRun.log(`claim  #${pullRun.site.target.number} head=${claim.head.slice(0, 7)} fix of review ${intent.verdict.id}`)
  return { claim, view }
}

/** Why nothing may be pushed for this claim any more; null = the claimed head still stands and nobody paused. */
export const overtaken = ({ snapshot }: View, claim: Claim): string | null => {
  const { pull } = snapshot.facts
  if (!isHeld(snapshot, claim)) return 'another run took the lock or the claim over'
  if (pull.state !== 'OPEN') return `the pull request was ${pull.state.toLowerCase()} while it was mended`
  if (pull.head.oid !== claim.head)
    return `the head moved from ${claim.head.slice(0, 7)} to ${pull.head.oid.slice(0, 7)} while it was mended`
  if (pull.base.ref !== claim.base) return `the base changed from "${claim.base}" to "${pull.base.ref}" while it was mended`
  return snapshot.pause.live || snapshot.pause.label.on ? 'the pull request was paused while it was mended' : null
}
