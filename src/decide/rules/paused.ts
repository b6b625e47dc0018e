import { isoOf } from '../../snapshot/ids.ts'
import { newest } from '../../snapshot/order.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'
import type { Effect } from '../effect.ts'
import type { Rule, RuleInput } from './rule.ts'

/**
 * The missing half of a live escalation. A comment without label means that the label was removed: it is put back only
 * when a bot did that, or the newest removal is older than the comment. No removal seen = the list may lag: defer.
 */
const missingHalf = ({ facts, pause }: Snapshot, engagedAt: number): Effect[] => {
  const commentedAt = newest(pause.escalations.map(one => one.at))
  const hasComment = commentedAt > 0 && commentedAt >= engagedAt
  if (pause.label.on) return pause.label.by === 'us' && !hasComment ? [{ kind: 'post-escalation', reason: 'restored', head: facts.pull.head.oid }] : []
  const { removal } = pause
  if (!hasComment || removal === null) return []
  const byBot = removal.at >= commentedAt && (removal.by === 'automation' || removal.by === 'us')
  return byBot || removal.at < commentedAt ? [{ kind: 'add-pause-label' }] : []
}

const judgeLive = ({ snapshot, policy }: RuleInput): Objection => ({
  then: 'wait',
  evidence: `escalated to a person at ${isoOf(newest([...snapshot.pause.escalations.map(one => one.at), snapshot.pause.label.at ?? 0]))}`,
  change: `a person removes the label ${policy.labels.pause}, asks for a review, or approves`,
  effects: missingHalf(snapshot, snapshot.engagement?.at ?? 0),
})

export const paused: Rule = {
  name: 'paused',
  objects: 'the label `needs-human-review` is on, or an escalation is live; completes a half escalation, takes a served label of ours off',
  then: 'wait for a person',
  forced: 'passes',
  forcedText: 'passes',
  judge: input => {
    const { snapshot, policy } = input
    if (snapshot.pause.live) return judgeLive(input)
    if (snapshot.pause.label.on && snapshot.pause.label.by !== 'us')
      return {
        then: 'wait',
        evidence: `the label ${policy.labels.pause} is on, not set by this reviewer`,
        change: 'remove the label, or ask for a review (which passes once)',
        effects: [],
      }
    if (snapshot.pause.label.on)
      return { then: 'wait', evidence: 'our label was left on after its escalation was served', change: 'it is taken off now', effects: [{ kind: 'remove-pause-label' }] }
    return null
  },
}

