import { type Act, actorOf } from '../access.ts'
import type { Issue, NewEvent, Pull, TimelineEvent } from '../world/types.ts'

export const eventPrefixes: Record<NewEvent['event'], string> = {
  labeled: 'LE',
  unlabeled: 'UNLE',
  base_ref_changed: 'BRCE',
  automatic_base_change_succeeded: 'ABCSE',
  head_ref_force_pushed: 'HRFPE',
  head_ref_deleted: 'HRDE',
  head_ref_restored: 'HRRE',
  review_dismissed: 'RDE',
  review_requested: 'RRE',
  review_request_removed: 'RRRE',
  comment_deleted: 'CDE',
  renamed: 'RTE',
  ready_for_review: 'RFRE',
  convert_to_draft: 'CTDE',
  reopened: 'REE',
  closed: 'CE',
  merged: 'ME',
}

/** Writes down who did what, and when, at the end of the timeline. */
export function record(act: Act, issue: Issue | Pull, event: NewEvent): TimelineEvent {
  const entry: TimelineEvent = {
    ...act.world.identity(eventPrefixes[event.event]),
    actor: actorOf(act),
    createdAt: act.world.now,
    ...event,
  }
  issue.timeline.push(entry)
  issue.updatedAt = act.world.now
  return entry
}
