import type { Claim } from '../markers/schema.ts'
import type { RoundKey } from './panel.ts'
import type { Snapshot, Verdict } from './snapshot.ts'

/** A claim's ending counts only when run, attempt and nonce are the claim's own: a stale one is never taken for this one's. */
export const endingOf = (claim: Claim): Claim['ending'] => {
  const { ending } = claim
  const own =
    ending !== null && ending.nonce === claim.nonce && ending.run.id === claim.run.id && ending.run.attempt === claim.run.attempt
  return own ? ending : null
}

/** A claim that nobody closed: no ending of its own, or one that says the run was cut off. */
export const isUnended = (claim: Claim): boolean => {
  const ending = endingOf(claim)
  return !claim.flagged && (ending === null || ending.kind === 'terminated')
}

/** A lock under which no claim was written for this long belongs to nobody. */
export const UNCLAIMED_LOCK_S = 600

/** The verdict of the claim's key, if it has one already. A verdict of unknown base stands for every base. */
export const verdictForKey = (verdicts: Verdict[], reviewer: string, key: RoundKey): Verdict | undefined =>
  verdicts.find(
    verdict =>
      verdict.reviewer === reviewer &&
      verdict.head === key.head &&
      (verdict.base === null || verdict.base === key.base) &&
      verdict.occasion === key.occasion,
  )

type Locked = Pick<Snapshot, 'facts' | 'statuses' | 'otherClaims'>

/** The claim that the held lock stands for: that of this reviewer, or of another one of this account. `null` = nothing is claimed under it yet. */
export const claimUnderLock = ({ facts: { lock }, statuses, otherClaims }: Locked): Claim | null => {
  const isNamed = (claim: Claim): boolean => lock.entries.some(entry => entry.id === claim.lock)
  const own = statuses[0]?.marker.claim ?? null
  const open = own !== null && isUnended(own) ? own : null
  if (open !== null && (!lock.held || !lock.complete || isNamed(open))) return open
  return (open === null && otherClaims.find(one => isUnended(one) && isNamed(one))) || null
}
