import { openActs } from '../../snapshot/acts.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import { usedInAll } from '../../snapshot/starts.ts'
import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

/** The life of a pull may cost this many times what may be spent between two engagements. */
export const LIFE_FACTOR = 5

/** A person has just taken the label off: that starts the count anew as soon as it is served, so it is not refused for it. */
const isLifted = (snapshot: Snapshot): boolean => openActs(snapshot.acts).some(act => act.kind === 'unlabel')

const usd = (amount: number): string => `${amount.toFixed(2)} USD`

export const pullBudget: Rule = {
  name: 'pull-budget',
  objects: '`max-cost` was spent since the newest engagement other than a request, or five times as much in all',
  action: 'escalate',
  forced: 'refused',
  forcedText: 'refused, with the reason; the label taken off passes below the life limit',
  judge: ({ snapshot, policy }) => {
    const { life, sinceEngagement } = usedInAll(snapshot).spend
    const limit = policy['max-cost']
    const spent = life >= limit * LIFE_FACTOR
    if (!spent && (sinceEngagement < limit || isLifted(snapshot))) return null
    return {
      action: 'escalate',
      reason: 'pull-budget',
      evidence: spent
        ? `the reviews of this pull request have cost ${usd(life)} in all, of ${usd(limit * LIFE_FACTOR)} (five times max-cost)`
        : `the reviews have cost ${usd(sinceEngagement)}, of ${usd(limit)} (max-cost), since the label was last taken off or a person approved`,
      change: spent
        ? 'raise max-cost in the policy, then ask again'
        : `remove the label ${policy.labels.pause}, or raise max-cost in the policy`,
      effects: snapshot.pause.live ? [] : escalationEffects(snapshot, 'pull-budget'),
    }
  },
}
