import { isUnended } from '../snapshot/claims.ts'
import { undecidedRounds } from '../snapshot/rounds.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { askedPolicy } from './asked.ts'
import { asSoonRead } from './panel.ts'
import { plan } from './plan.ts'
import type { SweptPull } from './plan-sweep.ts'

/** The other members that may have something to do here: none where no member has a run of its own, or where all have left a decided head. */
export const membersAtWork = (snapshot: Snapshot): string[] => {
  const { panel, reviewer, others } = snapshot
  const seats = others.filter(({ marker }) => panel.includes(marker.reviewer))
  const isOpen = undecidedRounds(snapshot).length > 0
  const isClaimed = seats.some(({ marker: { claim } }) => claim !== null && isUnended(claim))
  return seats.length > 0 && (isOpen || isClaimed) ? panel.filter(name => name !== reviewer) : []
}

/** Whether a member's own lock and the owner of its claim are worth a look, by what the pull shows without them. */
export const isWorthALook = ({ snapshot, policy }: SweptPull): boolean => {
  const claim = snapshot.statuses[0]?.marker.claim ?? null
  if (claim !== null && isUnended(claim)) return true
  return plan({ snapshot: asSoonRead({ snapshot, policy }), policy: askedPolicy(policy, snapshot), owner: null }).kind !== 'none'
}
