import { isMember } from '../../snapshot/panel.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import { usedInAll } from '../../snapshot/starts.ts'
import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

/** A round of a panel is not begun unless it can be ended: there must be room for every member that has not started in it. */
const roomFor = (snapshot: Snapshot): number => {
  const { head, base } = snapshot.facts.pull
  const isHere = (one: { head: string; base: string | null }): boolean => one.head === head.oid && one.base === base.ref
  const started = [
    ...snapshot.verdicts.filter(isHere).map(one => one.reviewer),
    ...snapshot.others.filter(({ marker }) => marker.claim !== null && isHere(marker.claim)).map(({ marker }) => marker.reviewer),
  ]
  if (!isMember(snapshot)) return Math.max(1, snapshot.panel.length)
  return snapshot.panel.filter(name => name === snapshot.reviewer || !started.includes(name)).length
}

export const starts: Rule = {
  name: 'starts',
  objects: '`max-starts` starts since the newest engagement other than a request, or `max-starts-life` in all',
  action: 'escalate',
  forced: 'refused',
  forcedText: 'one start for a person’s request; refused at the life limit',
  judge: ({ snapshot, policy, byPerson }) => {
    const { life, sinceEngagement } = usedInAll(snapshot).starts
    const room = roomFor(snapshot)
    const worn = life + room > policy['max-starts-life']
    if (!worn && (byPerson || sinceEngagement + room <= policy['max-starts'])) return null
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
