import { deletedInPause } from '../../snapshot/deletions.ts'
import { isoOf } from '../../snapshot/ids.ts'
import { newest } from '../../snapshot/order.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'
import type { Effect } from '../effect.ts'
import type { Rule, RuleInput } from './rule.ts'

/** Within this time both halves of an escalation are written, or the run that wrote the first is gone. */
const HALF_S = 60

/** Who deletes the comment a second time has seen it. */
const MOST_DELETIONS = 1

/** What completes a live escalation, and why a half that is missing stays away. */
type Half = { effects: Effect[]; left: string }

const whole: Half = { effects: [], left: '' }

/** The label's comment is written again once. */
const missingComment = (snapshot: Snapshot): Half => {
  const deleted = deletedInPause(snapshot).length
  return deleted > MOST_DELETIONS
    ? { effects: [], left: `; ${deleted} of our comments were deleted since, so no other is written: the label pauses alone` }
    : { effects: [{ kind: 'post-escalation', reason: 'restored', head: snapshot.facts.pull.head.oid }], left: '' }
}

/**
 * A comment without label means that the label was removed: it is put back once, and only when a bot did that, or the newest removal
 * is older than the comment. No removal seen = the list may lag: defer.
 */
const missingLabel = ({ pause: { removal, ours } }: Snapshot, commentedAt: number): Half => {
  if (removal === null) return whole
  const byBot = removal.by === 'automation' || removal.by === 'us'
  if (!byBot && removal.at >= commentedAt) return whole
  return newest(ours) > commentedAt
    ? { effects: [], left: '; the label was put back once and taken off again, so the comment pauses alone' }
    : { effects: [{ kind: 'add-pause-label' }], left: '' }
}

const missingHalf = (snapshot: Snapshot): Half => {
  const { facts, pause, panel, engagement } = snapshot
  const engagedAt = engagement?.at ?? 0
  const commentedAt = newest(pause.escalations.map(one => one.at))
  // Another member of the panel may be between the two writes.
  const youngest = Math.max(commentedAt, pause.label.at ?? 0, pause.removal?.at ?? 0)
  if (panel.length > 0 && facts.observedAt - youngest < HALF_S) return whole
  if (!pause.label.on) return missingLabel(snapshot, commentedAt)
  return commentedAt > 0 && commentedAt >= engagedAt ? whole : missingComment(snapshot)
}

const judgeLive = ({ snapshot, policy }: RuleInput): Objection => {
  const { pause } = snapshot
  const { effects, left } = missingHalf(snapshot)
  return {
    action: 'wait',
    evidence: `handed to a person at ${isoOf(newest([...pause.escalations.map(one => one.at), pause.label.at ?? 0]))}, and nobody has stepped in since${left}`,
    change: `a person removes the label ${policy.labels.pause}, asks for a review, or approves`,
    effects,
  }
}

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
        change: 'remove the label, or ask for a review in a comment (which passes once)',
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
