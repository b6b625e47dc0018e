import { isoOf } from '../../snapshot/ids.ts'
import { newest } from '../../snapshot/order.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'
import type { Effect } from '../effect.ts'
import type { Rule, RuleInput } from './rule.ts'

/** Within this time both halves of an escalation are written, or the run that wrote the first is gone. */
const HALF_S = 60

/**
 * The missing half of a live escalation. A comment without label means that the label was removed: it is put back only
 * when a bot did that, or the newest removal is older than the comment. No removal seen = the list may lag: defer.
 */
const missingHalf = ({ facts, pause, panel }: Snapshot, engagedAt: number): Effect[] => {
  const commentedAt = newest(pause.escalations.map(one => one.at))
  // Another member of the panel may be between the two writes.
  const youngest = Math.max(commentedAt, pause.label.at ?? 0, pause.removal?.at ?? 0)
  if (panel.length > 0 && facts.observedAt - youngest < HALF_S) return []
  const hasComment = commentedAt > 0 && commentedAt >= engagedAt
  if (pause.label.on) return hasComment ? [] : [{ kind: 'post-escalation', reason: 'restored', head: facts.pull.head.oid }]
  const { removal } = pause
  if (removal === null) return []
  const byBot = removal.by === 'automation' || removal.by === 'us'
  return byBot || removal.at < commentedAt ? [{ kind: 'add-pause-label' }] : []
}

const judgeLive = ({ snapshot, policy }: RuleInput): Objection => ({
  action: 'wait',
  evidence: `handed to a person at ${isoOf(newest([...snapshot.pause.escalations.map(one => one.at), snapshot.pause.label.at ?? 0]))}, and nobody has stepped in since`,
  change: `a person removes the label ${policy.labels.pause}, asks for a review, or approves`,
  effects: missingHalf(snapshot, snapshot.engagement?.at ?? 0),
})

/** The label without a live escalation: a person's own pause is waited for, one of ours was left over. */
const judgeLabel = ({ snapshot: { pause }, policy }: RuleInput): Objection =>
  pause.label.by === 'us'
    ? {
        action: 'wait',
        evidence: `our label ${policy.labels.pause} is still on, though a person has stepped in since`,
        change: 'nothing to do: this run takes it off',
        effects: [{ kind: 'remove-pause-label' }],
      }
    : {
        action: 'wait',
        evidence: `the label ${policy.labels.pause} is on, as somebody’s own pause`,
        change: 'remove the label, or ask for a review (which passes once)',
        effects: [],
      }

export const paused: Rule = {
  name: 'paused',
  objects:
    'the label `needs-human-review` is on, or an escalation is live; completes a half escalation, takes a served label of ours off',
  action: 'wait for a person',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request',
  judge: input => {
    const { pause } = input.snapshot
    if (pause.live) return judgeLive(input)
    return pause.label.on ? judgeLabel(input) : null
  },
}
