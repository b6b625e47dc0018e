import { claimUnderLock, isUnended, UNCLAIMED_LOCK_S } from '../../snapshot/claims.ts'
import { isoOf } from '../../snapshot/ids.ts'
import { newest } from '../../snapshot/order.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Rule } from './rule.ts'

/** Its run is about to write its claim, or died before it could: there is nobody to look up. */
const unclaimed = ({ facts: { lock } }: Snapshot): { evidence: string; change: string } => {
  const since = newest(lock.entries.map(entry => entry.at))
  const [from, until] = since > 0 ? [`, since ${isoOf(since)}`, `, at ${isoOf(since + UNCLAIMED_LOCK_S)}`] : ['', '']
  return {
    evidence: `the lock is held by a run that has claimed nothing yet${from}`,
    change: `it claims within seconds; where it died before that, a run takes the lock over ten minutes after it was set${until}`,
  }
}

const saidOf = (snapshot: Snapshot, isAlive: boolean): { evidence: string; change: string } => {
  const claim = claimUnderLock(snapshot)
  if (claim === null) return unclaimed(snapshot)
  const run = `by run ${claim.run.id}, attempt ${claim.run.attempt}, since ${isoOf(claim.since)}`
  return {
    evidence: isAlive ? `a review is in progress ${run}` : `a review was claimed ${run}, and its owner cannot be looked up`,
    change: 'it ends by itself; a lock whose owner died is taken over by the next run',
  }
}

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
    return { action: 'wait', ...saidOf(snapshot, owner === 'alive'), effects: [] }
  },
}
