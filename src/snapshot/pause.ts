import { setterOf } from './accounts.ts'
import type { Facts, TimelineFact } from './facts.ts'
import type { Instant } from './ids.ts'
import { newest } from './order.ts'
import type { EscalationComment, Pause, RebuildSettings } from './snapshot.ts'

type LabelEvent = Extract<TimelineFact, { kind: 'labeled' | 'unlabeled' }>

export const sameLabel = (a: string | null, b: string): boolean => a !== null && a.toLowerCase() === b.toLowerCase()

const isEventOf =
  (label: string) =>
  (event: TimelineFact): event is LabelEvent =>
    (event.kind === 'labeled' || event.kind === 'unlabeled') && sameLabel(event.label, label)

/** The events of one label in the server's order; events of one second keep GitHub's own order. */
export const labelEvents = (facts: Facts, label: string): LabelEvent[] => facts.timeline.filter(isEventOf(label))

/** Whether the pull waits for a person, and whose pause it is. A tie of escalation and engagement counts as live. */
export const pauseOf = (facts: Facts, settings: RebuildSettings, past: { escalations: EscalationComment[]; engagedAt: Instant }): Pause => {
  const events = labelEvents(facts, settings.labels.pause)
  const on = facts.pull.labels.some(label => sameLabel(label, settings.labels.pause))
  const set = events.findLast(event => event.kind === 'labeled')
  const removed = events.findLast(event => event.kind === 'unlabeled')
  const setter = (event: LabelEvent) => setterOf(event.actor, facts.viewer, settings.automationAccounts)
  const label = on && set ? { on, by: setter(set), at: set.at } : { on, by: 'unknown' as const, at: null }
  const commented = newest(past.escalations.map(escalation => escalation.at))
  const liveLabel = label.by === 'us' && label.at !== null && label.at >= past.engagedAt
  return {
    label,
    removal: removed ? { by: setter(removed), at: removed.at } : null,
    escalations: past.escalations,
    live: liveLabel || (commented > 0 && commented >= past.engagedAt),
  }
}
