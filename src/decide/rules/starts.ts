import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

export const starts: Rule = {
  name: 'starts',
  objects: '`max-starts` starts since the newest engagement other than a request, or `max-starts-life` in all',
  action: 'escalate',
  forced: 'refused',
  forcedText: 'one start for a person’s request; refused at the life limit',
  judge: ({ snapshot, policy, byPerson }) => {
    const { life, sinceEngagement } = snapshot.starts
    const worn = life >= policy['max-starts-life']
    if (!worn && (byPerson || sinceEngagement < policy['max-starts'])) return null
    return {
      action: 'escalate',
      reason: 'starts',
      evidence: worn
        ? `${life} of ${policy['max-starts-life']} starts (max-starts-life) in the life of this pull request`
        : `${sinceEngagement} of ${policy['max-starts']} starts (max-starts) since the label was last taken off or a person approved`,
      change: worn
        ? 'raise max-starts-life in the policy, then ask again'
        : `a person removes the label ${policy.labels.pause} or approves; a request starts one review`,
      effects: snapshot.pause.live ? [] : escalationEffects(snapshot, 'starts'),
    }
  },
}
