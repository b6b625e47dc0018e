import type { EscalationReason } from '../markers/schema.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Effect } from './effect.ts'

/** Label first, then the comment: whoever reads the comment finds the label there. */
export const escalationEffects = (snapshot: Snapshot, reason: EscalationReason): Effect[] => [
  ...(snapshot.pause.label.on ? [] : [{ kind: 'add-pause-label' } as const]),
  { kind: 'post-escalation', reason, head: snapshot.facts.pull.head.oid },
]
