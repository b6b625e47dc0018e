import { isViewer } from '../../snapshot/accounts.ts'
import { newest } from '../../snapshot/order.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import { provesStatus } from '../../snapshot/verdicts.ts'
import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

type Reason = 'status-gone' | 'status-edited'

/** When the status comment was last lost: the newest edit, or the newest deletion of a comment of ours that the timeline shows. */
const lostAt = ({ facts, statuses }: Snapshot, reason: Reason): number => {
  if (reason === 'status-edited') return statuses[0]?.editedAt ?? 0
  const deletions = facts.timeline.filter(event => event.kind === 'comment-deleted')
  return newest(deletions.filter(event => isViewer(event.deletedAuthor, facts.viewer)).map(event => event.at))
}

/** It is told once: after that, a person who steps in lets us go on with what the verdicts prove. */
const isTold = (snapshot: Snapshot, reason: Reason): boolean =>
  snapshot.pause.escalations.some(one => one.reason === reason && one.at >= lostAt(snapshot, reason))

const whatHappened = (snapshot: Snapshot, reason: Reason): string => {
  const { reviewer, verdicts, deletions } = snapshot
  if (reason === 'status-edited')
    return `another account edited the status comment of reviewer "${reviewer}", so what it says about starts and spend is not trusted`
  const by = deletions.at(-1)?.by ?? 'another account'
  if (verdicts.some(verdict => provesStatus(verdict, reviewer)))
    return `the status comment of reviewer "${reviewer}" is gone, and with it what was started and spent here`
  return `${by} deleted a comment of ours, which may have been the status comment of reviewer "${reviewer}", with what was started and spent here`
}

export const statusKept: Rule = {
  name: 'status-kept',
  objects:
    'our status comment is missing beside verdicts of ours, or after another account deleted a comment of ours, or was last edited by another account; told once',
  action: 'escalate',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request, with a status comment made anew',
  judge: ({ snapshot, policy }) => {
    const { statusHealth } = snapshot
    if (statusHealth !== 'gone' && statusHealth !== 'edited') return null
    const reason: Reason = statusHealth === 'gone' ? 'status-gone' : 'status-edited'
    if (isTold(snapshot, reason)) return null
    return {
      action: 'escalate',
      reason,
      evidence: whatHappened(snapshot, reason),
      change: `a person asks for a review or removes the label ${policy.labels.pause}: the next review starts a new status comment`,
      effects: escalationEffects(snapshot, reason),
    }
  },
}
