import { isViewer, setterOf } from './accounts.ts'
import type { Facts, TimelineFact } from './facts.ts'
import type { Instant } from './ids.ts'
import { newest } from './order.ts'
import type { EscalationComment, Pause, RebuildSettings, Setter } from './snapshot.ts'

export type LabelEvent = Extract<TimelineFact, { kind: 'labeled' | 'unlabeled' }>

/** Labels compare without case, as GitHub does it. `null` = the label of that event was deleted since. */
export const sameLabel = (a: string | null, b: string): boolean => a !== null && a.toLowerCase() === b.toLowerCase()

export const isLabelEvent = (event: TimelineFact): event is LabelEvent => event.kind === 'labeled' || event.kind === 'unlabeled'

/** The events of one label, oldest first. */
export const labelEvents = (facts: Facts, label: string): LabelEvent[] =>
  facts.timeline.filter(isLabelEvent).filter(event => sameLabel(event.label, label))

/** The most careful reading first: of several setters in one second the first of these is taken. */
const CAREFUL: Setter[] = ['person', 'unknown', 'automation', 'us']

type Event = { by: Setter; at: Instant }

const lastOf = (events: LabelEvent[], { facts, settings }: { facts: Facts; settings: RebuildSettings }): Event | null => {
  const at = newest(events.map(event => event.at))
  const setters = events
    .filter(event => event.at === at)
    .map(event => setterOf(event.actor, facts.viewer, settings.automationAccounts))
  const by = CAREFUL.find(setter => setters.includes(setter))
  return by === undefined ? null : { by, at }
}

/** Who set the label that is on now. A setting older than the newest removal is not the one that shows: the list lags. */
const labelOf = (on: boolean, set: Event | null, removed: Event | null): Pause['label'] =>
  on && set !== null && set.at >= (removed?.at ?? 0) ? { on, ...set } : { on, by: 'unknown', at: null }

/** A label that we set because a person asked for a pause is that person's own: the answer that says so was written after it. */
const forPerson = (label: Pause['label'], pausedForPersonAt: Instant): Pause['label'] =>
  label.by === 'us' && label.at !== null && pausedForPersonAt >= label.at ? { ...label, by: 'person' } : label

/** Whether the pull waits for a person, and whose pause it is. A tie of escalation and engagement counts as live. */
export const pauseOf = (
  facts: Facts,
  settings: RebuildSettings,
  past: { escalations: EscalationComment[]; engagedAt: Instant; pausedForPersonAt: Instant },
): Pause => {
  const events = labelEvents(facts, settings.labels.pause)
  const on = facts.pull.labels.some(name => sameLabel(name, settings.labels.pause))
  const eventsOf = (kind: LabelEvent['kind']): Event | null =>
    lastOf(
      events.filter(event => event.kind === kind),
      { facts, settings },
    )
  const removal = eventsOf('unlabeled')
  const label = forPerson(labelOf(on, eventsOf('labeled'), removal), past.pausedForPersonAt)
  const commented = newest(past.escalations.map(escalation => escalation.at))
  const liveLabel = label.by === 'us' && label.at !== null && label.at >= past.engagedAt
  return {
    label,
    removal,
    ours: events
      .filter(event => event.kind === 'labeled' && isViewer(event.actor, facts.viewer))
      .map(event => event.at)
      .sort((a, b) => a - b),
    escalations: past.escalations,
    live: liveLabel || (commented > 0 && commented >= past.engagedAt),
  }
}
