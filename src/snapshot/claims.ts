import type { Claim } from '../markers/schema.ts'

/** A claim's ending counts only when run, attempt and nonce are the claim's own: a stale one is never taken for this one's. */
export const endingOf = (claim: Claim): Claim['ending'] => {
  const { ending } = claim
  const own = ending !== null && ending.nonce === claim.nonce && ending.run.id === claim.run.id && ending.run.attempt === claim.run.attempt
  return own ? ending : null
}

/** A claim that nobody closed: no ending of its own, or one that says the run was cut off. */
export const isUnended = (claim: Claim): boolean => {
  const ending = endingOf(claim)
  return !claim.flagged && (ending === null || ending.kind === 'terminated')
}
