import { turnOf } from '../decide/panel.ts'
import { permitOf } from '../decide/settle.ts'
import { type Held, lookHeld } from '../effects/held.ts'
import { statusOf, writeStatus } from '../effects/status.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { claimOwner } from '../observe/owner.ts'
import { primaryAt } from '../snapshot/panel.ts'
import type { Verdict } from '../snapshot/snapshot.ts'

type Now = { claim: Claim; view: View }

/** A member's place in the round: `primary` = the review that it gives its opinion on; `null` = it reviews itself. */
export type Place = Now & { primary: Verdict | null }

const LONGEST_POLL_S = 60
const GROWTH = 1.5

const rewritten = async (pullRun: PullRun, held: Held, { now, change }: { now: Now; change: Partial<Claim> }): Promise<Now> => {
  const claim: Claim = { ...now.claim, ...change }
  const view = await writeStatus(pullRun, held, { view: now.view, status: { ...statusOf(now.view.snapshot), claim } })
  return { claim, view }
}

const withRole = (pullRun: PullRun, held: Held, { now, role }: { now: Now; role: Claim['role'] }): Promise<Now> | Now =>
  now.claim.role === role ? now : rewritten(pullRun, held, { now, change: { role } })

/** Whose turn it is, with the dead found out one by one: only the owner of the leading claim is looked up. */
const turnNow = async ({ site }: PullRun, { claim, view }: Now): Promise<ReturnType<typeof turnOf>> => {
  const gone: string[] = []
  for (;;) {
    const next = turnOf(view, claim, gone)
    if (next.turn !== 'wait' || next.leader === null) return next
    const { owner } = await claimOwner(site, next.leader.claim, view.snapshot.facts.observedAt)
    if (owner !== 'dead') return next
    gone.push(next.leader.member)
  }
}

const promoted = (pullRun: PullRun, held: Held, now: Now): Promise<Now> => {
  pullRun.log('panel  nobody else is left to review first: this member takes the anchor’s place')
  return rewritten(pullRun, held, { now, change: { role: 'anchor', promoted: now.view.snapshot.facts.observedAt } })
}

/**
 * Finds this member's place after its claim was read back: the review that is there already is judged; the leader reviews; the others
 * wait for it, no longer than `enrich-timeout`, and take its place when it is dead or stale. Ends at once when the claim may not be
 * published any more, or when the run is cancelled: the caller finds that out for itself.
 */
export const takePlace = async (
  pullRun: PullRun,
  held: Held,
  { stop, ...claimed }: Now & { stop: AbortSignal },
): Promise<Place> => {
  const { policy } = claimed.view
  const startedMs = pullRun.clock.nowMs()
  let now: Now = claimed
  let [pollS, waited] = [policy['enrich-poll'], 0]
  for (;;) {
    const { snapshot } = now.view
    if (stop.aborted || permitOf({ snapshot, policy, claim: now.claim }).kind !== 'publish') return { ...now, primary: null }
    const primary = primaryAt(snapshot, now.claim)
    if (primary !== undefined) return { ...(await withRole(pullRun, held, { now, role: 'enricher' })), primary }
    const { turn, leader } = await turnNow(pullRun, now)
    const isLate = Math.max(waited, (pullRun.clock.nowMs() - startedMs) / 1000) >= policy['enrich-timeout']
    if (turn === 'work' || (isLate && now.claim.promoted)) return { ...now, primary: null }
    if (turn === 'promote' || isLate) {
      now = await promoted(pullRun, held, now)
      continue
    }
    if (waited === 0) pullRun.log(`panel  waiting for the review of ${leader?.member ?? 'the anchor'}`)
    now = await withRole(pullRun, held, { now, role: 'enricher' })
    await pullRun.clock.sleep(pollS * 1000, stop)
    waited += pollS
    pollS = Math.min(LONGEST_POLL_S, Math.ceil(pollS * GROWTH))
    now = { claim: now.claim, view: await lookHeld(pullRun, held) }
  }
}
