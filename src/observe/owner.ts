import { ORPHAN_MAX_AGE_S } from '../decide/plan.ts'
import { type JobState, jobStateOf } from '../github/runs.ts'
import type { Site } from '../github/writer.ts'
import type { Claim } from '../markers/schema.ts'
import { endingOf, isUnended, UNCLAIMED_LOCK_S } from '../snapshot/claims.ts'
import type { Instant } from '../snapshot/ids.ts'
import type { Owner, Snapshot } from '../snapshot/snapshot.ts'

/** A run that is not listed yet is given this long to appear. */
const YOUNG_CLAIM_S = 600

export type OwnerFact = { owner: Owner; endedAt: Instant | null; why: string }

const known = (owner: Owner, why: string, endedAt: Instant | null = null): OwnerFact => ({ owner, endedAt, why })

const lease = (claim: Claim, now: Instant): OwnerFact =>
  claim.expires !== null && now < claim.expires
    ? known('alive', 'its lease runs')
    : known('dead', 'its lease is over', claim.expires)

const fromJob = (state: JobState, claim: Claim, now: Instant): OwnerFact => {
  if (state.kind === 'alive') return known('alive', `job of run ${claim.run.id} is not completed`)
  if (state.kind === 'dead')
    return known('dead', `job of run ${claim.run.id}, attempt ${claim.run.attempt}, is completed`, state.since)
  const age = now - claim.since
  if (state.kind === 'unlisted')
    return age < YOUNG_CLAIM_S
      ? known('unknown', 'the run is not listed yet')
      : known('dead', `run ${claim.run.id} is not there any more`, claim.since)
  if (age >= ORPHAN_MAX_AGE_S)
    return known('dead', `the claim is a day old, and its run cannot be looked up: ${state.why}`, claim.since)
  return known('unknown', state.why)
}

/** A held lock that no open claim names: its owner is about to write one, or died before it could. */
const unclaimed = (snapshot: Snapshot): OwnerFact => {
  const { lock, observedAt } = snapshot.facts
  const youngest = Math.max(...lock.entries.map(entry => entry.at))
  const old = lock.entries.length > 0 && observedAt - youngest >= UNCLAIMED_LOCK_S
  return old
    ? known('dead', 'no claim was written under the lock for 10 minutes', youngest + UNCLAIMED_LOCK_S)
    : known('unknown', 'a run has just taken the lock')
}

/** An owner that wrote its own ending and let go of the lock needs no looking up. */
const hasLeft = (claim: Claim, { facts }: Snapshot): boolean =>
  endingOf(claim) !== null &&
  !facts.lock.entries.some(entry => entry.id === claim.lock) &&
  (facts.lock.complete || !facts.lock.held)

/** Whether the owner of an open claim lives, whoever's claim it is. */
export const claimOwner = async (site: Site, claim: Claim, now: Instant): Promise<OwnerFact> =>
  claim.expires !== null
    ? lease(claim, now)
    : fromJob(await jobStateOf(site, { run: claim.run.id, attempt: claim.run.attempt, job: claim.job }), claim, now)

/** The lock may be another reviewer's of this account: its claim names it. */
const heldByOther = async (site: Site, snapshot: Snapshot): Promise<OwnerFact> => {
  const { lock, observedAt } = snapshot.facts
  const claim = snapshot.otherClaims.find(one => isUnended(one) && lock.entries.some(entry => entry.id === one.lock))
  return claim === undefined ? unclaimed(snapshot) : claimOwner(site, claim, observedAt)
}

/** Who holds the pull. `mine` = the nonces and locks of this run. */
export const ownerOf = async (
  site: Site,
  snapshot: Snapshot,
  mine: { nonce: string | null; lock: number | null },
): Promise<OwnerFact> => {
  const { lock, observedAt } = snapshot.facts
  const claim = snapshot.statuses[0]?.marker.claim ?? null
  const lockIsMine = mine.lock !== null && lock.entries.some(entry => entry.id === mine.lock)
  const open = claim !== null && isUnended(claim) && claim.nonce !== mine.nonce
  if (!open) {
    if (lockIsMine) return known('ours', 'this run')
    if (!lock.held) return known(claim !== null && isUnended(claim) ? 'ours' : null, 'free')
    return heldByOther(site, snapshot)
  }
  if (lock.held && !lockIsMine && !lock.entries.some(entry => entry.id === claim.lock) && lock.complete)
    return unclaimed(snapshot)
  if (hasLeft(claim, snapshot)) return known('dead', 'it wrote its ending and left', endingOf(claim)?.at ?? null)
  return claimOwner(site, claim, observedAt)
}
