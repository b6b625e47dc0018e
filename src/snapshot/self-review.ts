import { type SelfReviewMarker, selfReviewSchema } from '../markers/schema.ts'
import { CLOSING, lastLineOf, OPENING, VERSION } from '../markers/text.ts'
import { isEditedByAnother } from '../markers/trust.ts'
import { parseRequests } from '../mention/parse.ts'
import { selfReviewText } from '../mention/self-review.ts'
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

/** The comment that a record names, as it is now: `null` = it is not the author's, or asks for a record no more. */
const askedByAuthor = (id: number, facts: Facts, mention: string): { passes: boolean } | null => {
  const asked = facts.comments.find(comment => comment.id === id)
  if (asked === undefined || !isAuthors(asked, facts)) return null
  if (!parseRequests(asked.body, { mention }).requests.some(request => request.command === 'self-review')) return null
  return { passes: selfReviewText(asked.body)?.passed === true }
}

const isRecord = (fact: CommentFact): boolean => (fact.author?.kind === 'Bot' || fact.viewerDidAuthor) && !isEditedByAnother(fact)

const selfReviewIn = (fact: CommentFact, facts: Facts, mention: string): SelfReview[] => {
  const marker = markerOf(fact, facts)
  if (marker === null || marker.author !== facts.pull.author?.login) return []
  const { head, comment } = marker
  const found = { commentId: fact.id, nodeId: fact.nodeId, at: fact.createdAt, head, of: comment }
  if (comment === null) return isAuthors(fact, facts) ? [{ ...found, passed: marker.passed }] : []
  const asked = isRecord(fact) ? askedByAuthor(comment, facts, mention) : null
  // The author may have taken it back since: the record says no more than the comment does.
  return asked === null ? [] : [{ ...found, passed: marker.passed && asked.passes }]
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
