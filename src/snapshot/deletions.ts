import { isViewer } from './accounts.ts'
import type { Facts } from './facts.ts'
import type { Act, Deletion, Snapshot, StatusComment } from './snapshot.ts'

/**
 * Comments of this account that another account deleted, oldest first. GitHub keeps who deleted whose comment, and not which one it was.
 * What this account deletes itself (duplicates, older records) is none of them.
 */
export const deletionsOf = ({ timeline, viewer }: Facts): Deletion[] =>
  timeline.flatMap(event =>
    event.kind === 'comment-deleted' && isViewer(event.deletedAuthor, viewer) && !isViewer(event.actor, viewer)
      ? [{ at: event.at, by: event.actor?.login ?? null }]
      : [],
  )

/** Those that may have been the status comment: all from before the one that stands now. A tie counts against us. */
export const lostBefore = (status: Pick<StatusComment, 'createdAt'> | undefined, deletions: Deletion[]): Deletion[] =>
  status === undefined ? deletions : deletions.filter(({ at }) => at <= status.createdAt)

/** Status comments that may have been lost since the act: each held a start for it, for all we know. */
export const lostSince = ({ statuses, deletions }: Snapshot, act: Act): number =>
  lostBefore(statuses[0], deletions).filter(({ at }) => at >= act.at).length

/** How often a review was started for the act: as the status comment says, and as deletions may have hidden. */
export const startsForAct = (snapshot: Snapshot, act: Act): number =>
  (snapshot.statuses[0]?.marker.startsPerAct[act.id] ?? 0) + lostSince(snapshot, act)

/** Deletions since our label began the pause that still lasts: the comment that explained it may be among them. */
export const deletedInPause = ({ deletions, pause, engagement }: Snapshot): Deletion[] => {
  const since = pause.ours.find(at => at >= (engagement?.at ?? 0))
  return since === undefined ? [] : deletions.filter(({ at }) => at >= since)
}
