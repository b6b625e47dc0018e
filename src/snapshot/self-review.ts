import { type SelfReviewMarker, selfReviewSchema } from '../markers/schema.ts'
import { CLOSING, lastLineOf, OPENING, VERSION } from '../markers/text.ts'
import { isEditedByAnother } from '../markers/trust.ts'
import { parseRequests } from '../mention/parse.ts'
import type { Actor, Authored, CommentFact, Facts } from './facts.ts'
import type { Instant, Sha } from './ids.ts'

/** The author's own word on a head. `commentId` holds the marker: the author's own comment, or our record `of` one. */
export type SelfReview = { commentId: number; nodeId: string; at: Instant; head: Sha; passed: boolean; of: number | null }

const isSame = (a: Actor, b: Actor): boolean => a !== null && b !== null && a.login === b.login && a.kind === b.kind

/** The marker without a look at its signature: what it says rests on the author's own comment, and moves no bound of ours. */
const markerOf = ({ body }: Authored, facts: Facts): SelfReviewMarker | null => {
  const { line, inCode } = lastLineOf(body)
  const start = `${OPENING}${VERSION} `
  if (inCode || !line.startsWith(start) || !line.endsWith(CLOSING) || !line.includes('"self-review"')) return null
  try {
    const parsed = selfReviewSchema.safeParse(JSON.parse(line.slice(start.length, -CLOSING.length)))
    const isHere = parsed.data?.repo === facts.repository.id && parsed.data.pull === facts.pull.number
    return parsed.success && isHere ? parsed.data : null
  } catch {
    return null
  }
}

const isAuthors = (fact: Authored, { pull }: Facts): boolean => isSame(fact.author, pull.author) && !isEditedByAnother(fact)

/** Whether the comment that a record names is the author's, and asks for it still. */
const isAskedByAuthor = (id: number, facts: Facts, mention: string): boolean => {
  const asked = facts.comments.find(comment => comment.id === id)
  if (asked === undefined || !isAuthors(asked, facts)) return false
  return parseRequests(asked.body, { mention }).requests.some(request => request.command === 'self-review')
}

const selfReviewIn = (fact: CommentFact, facts: Facts, mention: string): SelfReview[] => {
  const marker = markerOf(fact, facts)
  if (marker === null || marker.author !== facts.pull.author?.login) return []
  const counts =
    marker.comment === null
      ? isAuthors(fact, facts)
      : (fact.author?.kind === 'Bot' || fact.viewerDidAuthor) &&
        !isEditedByAnother(fact) &&
        isAskedByAuthor(marker.comment, facts, mention)
  if (!counts) return []
  const { head, passed } = marker
  return [{ commentId: fact.id, nodeId: fact.nodeId, at: fact.createdAt, head, passed, of: marker.comment }]
}

/** All self-reviews that count, oldest first: the author's own comments, and records of a comment of the author's. */
export const selfReviewsOf = (facts: Facts, mention: string): SelfReview[] =>
  facts.comments.flatMap(fact => selfReviewIn(fact, facts, mention)).sort((a, b) => a.at - b.at || a.commentId - b.commentId)

/** The newest word on the present head. */
export const selfReviewOf = (facts: Facts, mention: string): SelfReview | undefined =>
  selfReviewsOf(facts, mention).findLast(({ head }) => head === facts.pull.head.oid)

/** A self-review of the author's own: no marker of ours, and no attempt at one either. */
export const isOwnSelfReview = (fact: Authored, facts: Facts): boolean =>
  isAuthors(fact, facts) && markerOf(fact, facts)?.comment === null
