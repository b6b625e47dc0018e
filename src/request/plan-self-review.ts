import { selfReviewBody } from '../comments/self-review.ts'
import { appendMarker } from '../markers/encode.ts'
import type { SelfReviewMarker } from '../markers/schema.ts'
import type { SelfReviewText } from '../mention/self-review.ts'
import { isViewer } from '../snapshot/accounts.ts'
import type { Facts } from '../snapshot/facts.ts'
import { selfReviewsOf } from '../snapshot/self-review.ts'

const unsigned = { current: null, previous: null }

/** `remove` = older ones of the author's own. */
export type SelfReviewPlan =
  | { kind: 'refused'; why: string; cure: string }
  | { kind: 'record'; post: string | null; edit: { id: number; body: string } | null; remove: number[] }

/** `head` = the commit that the author has looked at; null = the present one. */
export type SelfReviewInput = { facts: Facts; mention: string; text: SelfReviewText; head: string | null }

const refusalOf = ({ facts, head }: SelfReviewInput): SelfReviewPlan | null => {
  const { pull, viewer } = facts
  const refused = (why: string, cure: string): SelfReviewPlan => ({ kind: 'refused', why, cure })
  if (pull.state !== 'OPEN') return refused(`the pull request is ${pull.state.toLowerCase()}`, 'reopen it, or open another')
  if (!isViewer(pull.author, viewer))
    return refused(
      `the token is ${viewer.login}’s, and the author is ${pull.author?.login ?? 'nobody any more'}`,
      'only the author’s own token can record a self-review',
    )
  if (head !== null && head !== pull.head.oid)
    return refused(`the head is ${pull.head.oid}, not ${head}`, 'push what you have looked at, or look at what is pushed')
  return null
}

/** One comment for each head: the same words again write nothing, others take their place, and those of older heads go. Pure. */
export const planSelfReview = (input: SelfReviewInput): SelfReviewPlan => {
  const refusal = refusalOf(input)
  if (refusal !== null) return refusal
  const { facts, mention, text } = input
  const { pull, repository } = facts
  const marker: SelfReviewMarker = {
    kind: 'self-review',
    repo: repository.id,
    pull: pull.number,
    head: pull.head.oid,
    passed: text.passed,
    author: pull.author?.login ?? '',
    comment: null,
  }
  const body = appendMarker(selfReviewBody(pull.head.oid, text), marker, unsigned)
  const own = selfReviewsOf(facts, mention).filter(({ of }) => of === null)
  const here = own.findLast(({ head }) => head === pull.head.oid)
  const remove = own.filter(one => one !== here).map(({ commentId }) => commentId)
  if (here === undefined) return { kind: 'record', post: body, edit: null, remove }
  const isSame =
    facts.comments
      .find(({ id }) => id === here.commentId)
      ?.body.replaceAll('\r\n', '\n')
      .trim() === body
  return { kind: 'record', post: null, edit: isSame ? null : { id: here.commentId, body }, remove }
}
