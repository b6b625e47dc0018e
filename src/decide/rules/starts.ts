import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

export const starts: Rule = {
  name: 'starts',
  objects: '`max-starts` starts since the newest engagement other than a request, or `max-starts-life` in all',
  then: 'escalate',
  forced: 'refused',
  forcedText: 'one start; refused at the life limit',
  judge: ({ snapshot, policy, forced }) => {
    const { life, sinceEngagement } = snapshot.starts
    const worn = life >= policy['max-starts-life']
    if (!worn && (forced || sinceEngagement < policy['max-starts'])) return null
    return {
      then: 'escalate',
      reason: 'starts',
      evidence: worn
        ? `${life} of ${policy['max-starts-life']} starts in the life of this pull request`
        : `${sinceEngagement} of ${policy['max-starts']} starts since the newest engagement`,
      change: worn ? 'raise max-starts-life in the policy' : `a person removes the label ${policy.labels.pause}, or approves`,
      effects: snapshot.pause.live ? [] : escalationEffects(snapshot, 'starts'),
    }
  },
}
