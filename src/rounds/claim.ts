import type { Plan } from '../decide/plan.ts'
import type { Held } from '../effects/held.ts'
import { claimed, writeStatus } from '../effects/status.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { PANEL } from '../panel/names.ts'
import { isUnended } from '../snapshot/claims.ts'
import { isMember, primaryAt, rivalsAt } from '../snapshot/panel.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

type ReviewPlan = Extract<Plan, { kind: 'review' }>

/** Ten minutes more than a run may take: a run outside Actions has no job to look up, its claim lapses by itself. */
const LEASE_MARGIN_S = 600

/** A member of a panel may wait for the first review before it works. */
const leaseOf = ({ snapshot, policy }: View): number =>
  policy['run-timeout'] + LEASE_MARGIN_S + (isMember(snapshot) ? policy['enrich-timeout'] : 0)

/** A member that was cut off keeps its role, also when it pins a newer head; else who comes first is the anchor. */
const roleOf = (snapshot: Snapshot, { decision }: ReviewPlan): Claim['role'] => {
  if (!isMember(snapshot)) return snapshot.reviewer === PANEL ? 'panel' : 'single'
  const { head, base } = snapshot.facts.pull
  const key = { head: head.oid, base: base.ref, occasion: decision.occasion }
  if (primaryAt(snapshot, key) !== undefined) return 'enricher'
  const before = snapshot.statuses[0]?.marker.claim ?? null
  if (before !== null && isUnended(before) && (before.role === 'anchor' || before.role === 'enricher')) return before.role
  return rivalsAt(snapshot, key).some(({ claim }) => isUnended(claim)) ? 'enricher' : 'anchor'
}

/** What tells the claims of reviews and fixes apart. */
export type Purpose = Pick<Claim, 'occasion' | 'acts' | 'role' | 'since' | 'recoveries'>

/** A claim of this run on the head and base that are seen now. */
export const newClaim = (pullRun: PullRun, held: Held, { view, purpose }: { view: View; purpose: Purpose }): Claim => {
  const { pull, observedAt } = view.snapshot.facts
  const { run } = pullRun
  return {
    ...purpose,
    nonce: pullRun.nonce(),
    head: pull.head.oid,
    base: pull.base.ref,
    run: { id: run.id, attempt: run.attempt },
    job: run.job,
    lock: held.lock,
    ending: null,
    flagged: false,
    expires: run.inActions ? null : observedAt + leaseOf(view),
  }
}

export const claimOf = (pullRun: PullRun, held: Held, { view, plan }: { view: View; plan: ReviewPlan }): Claim =>
  newClaim(pullRun, held, {
    view,
    purpose: {
      occasion: plan.decision.occasion,
      acts: plan.decision.acts.map(act => act.id),
      role: roleOf(view.snapshot, plan),
      since: plan.resumes?.since ?? view.snapshot.facts.observedAt,
      recoveries: plan.recoveries,
    },
  })

/** Writes the claim and reads it back in one request. Throws LockLost when it is not ours then. */
export const takeClaim = async (
  pullRun: PullRun,
  held: Held,
  intent: { view: View; plan: ReviewPlan },
): Promise<{ claim: Claim; view: View }> => {
  const claim = claimOf(pullRun, held, intent)
  pullRun.remember('nonce', claim.nonce)
  const view = await writeStatus(pullRun, held, {
    view: intent.view,
    status: claimed(intent.view.snapshot, claim, pullRun.run.facts.took),
  })
  const { pull } = intent.view.snapshot.facts
  pullRun.log(
    `claim  #${pull.number} head=${claim.head.slice(0, 7)} occasion=${claim.occasion}${claim.recoveries > 0 ? ` recovery ${claim.recoveries}` : ''}`,
  )
  return { claim, view }
}
