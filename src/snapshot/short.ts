import { endingOf } from './claims.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * An ending names the newest verdict and comment of ours when it was written: a list without them lags.
 * A comment may have been deleted since; the timeline tells.
 */
export const isShort = ({ statuses, facts }: Pick<Snapshot, 'statuses' | 'facts'>): boolean => {
  const claim = statuses[0]?.marker.claim ?? null
  const ending = claim === null ? null : endingOf(claim)
  if (ending === null) return false
  const lacks = (id: number | null, list: { id: number }[]) => id !== null && !list.some(one => one.id === id)
  const deletedSince = facts.timeline.some(event => event.kind === 'comment-deleted' && event.at >= ending.at)
  return lacks(ending.lastVerdict, facts.reviews) || (lacks(ending.lastComment, facts.comments) && !deletedSince)
}
