import { isUnended } from '../../snapshot/claims.ts'
import { isoOf } from '../../snapshot/ids.ts'
import type { Rule } from './rule.ts'

export const inProgress: Rule = {
  name: 'in-progress',
  objects: 'the lock is held or a claim is open, and its owner lives or cannot be looked up',
  action: 'wait',
  forced: 'waits',
  forcedText: 'the request stays open: the holder serves it',
  judge: ({ snapshot, owner }) => {
    const claim = snapshot.statuses[0]?.marker.claim ?? null
    const claimed = snapshot.facts.lock.held || (claim !== null && isUnended(claim))
    if (!claimed || owner === 'ours' || owner === 'dead') return null
    const run = claim ? ` by run ${claim.run.id}, attempt ${claim.run.attempt}, since ${isoOf(claim.since)}` : ''
    return {
      action: 'wait',
      evidence:
        owner === 'alive' ? `a review is in progress${run}` : `a review was claimed${run}, and its owner cannot be looked up`,
      change: 'it ends by itself; a lock whose owner died is taken over by the next run',
      effects: [],
    }
  },
}
