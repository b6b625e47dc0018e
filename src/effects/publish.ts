import { inlineBody, type ReviewInput, reviewBody } from '../comments/review.ts'
import { countText } from '../comments/words.ts'
import { GitHubError } from '../github/errors.ts'
import {
  createReview,
  deletePendingReview,
  type InlineComment,
  type ReviewEvent,
  type ReviewPost,
  type Written,
} from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { VerdictMarker } from '../markers/schema.ts'
import { demandTime, type PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import type { Placement } from '../review/placement.ts'
import type { ReviewFact } from '../snapshot/facts.ts'
import { clipBody } from '../text/clip.ts'
import { type Held, lookHeld, sendHeld } from './held.ts'
import { reviewFactOf } from './own-facts.ts'

export type Publication = { view: View; marker: VerdictMarker; input: ReviewInput }

type LinePlacement = Extract<Placement<ReviewedFinding>, { kind: 'line' }>

/** What GitHub takes, less the longest marker. */
const TEXT_LIMIT = 48_000
const LOOKS_MS = [0, 5_000, 10_000, 15_000]

const inlineOf = (placement: LinePlacement, marker: VerdictMarker, { scrub, keys }: PullRun): InlineComment => ({
  path: placement.path,
  line: placement.line,
  side: placement.side,
  ...(placement.startLine === null ? {} : { start_line: placement.startLine, start_side: placement.side }),
  body: appendMarker(
    scrub(inlineBody(placement)),
    { kind: 'finding', repo: marker.repo, pull: marker.pull, id: placement.finding.id },
    keys,
  ),
})

const wantedEvent = ({ view, marker }: Publication): ReviewEvent => {
  // No member of a panel approves or blocks alone.
  if (marker.role === 'anchor' || marker.role === 'enricher') return 'COMMENT'
  if (marker.decision === 'approved') return view.policy.approve ? 'APPROVE' : 'COMMENT'
  return view.policy['request-changes'] ? 'REQUEST_CHANGES' : 'COMMENT'
}

const eventOf = (publication: Publication): ReviewEvent =>
  publication.marker.refused === undefined ? wantedEvent(publication) : 'COMMENT'

/** The same as a comment, for GitHub refuses the event it should have been; said in words the first time on this pull. */
const asComment = (publication: Publication, why: string): Publication => {
  const { view, marker, input } = publication
  const event = wantedEvent(publication)
  if (event === 'COMMENT') return publication
  const isTold = view.snapshot.verdicts.some(one => !one.foreign && one.marker?.refused === event)
  return { ...publication, marker: { ...marker, refused: event }, input: { ...input, refused: isTold ? null : { event, why } } }
}

/** GitHub's own sentence, which stands quoted in its list of errors. */
const sentenceOf = ({ detail }: GitHubError): string => /"([^"]+?)\.?"/.exec(detail)?.[1] ?? detail

/** Nobody judges an own pull: GitHub need not be asked. */
const withKnownRefusal = (publication: Publication): Publication =>
  publication.view.snapshot.facts.pull.viewerDidAuthor
    ? asComment(publication, 'nobody can judge a pull request of their own')
    : publication

const postOf = (publication: Publication, pullRun: PullRun, inline: boolean): ReviewPost => {
  const { marker, input } = publication
  const lines = inline ? input.placements.filter(placement => placement.kind === 'line') : []
  const placements = inline ? input.placements : input.placements.map(asBody)
  const text = clipBody(pullRun.scrub(reviewBody({ ...input, placements })), TEXT_LIMIT, false)
  return {
    commit: marker.head,
    event: eventOf(publication),
    body: appendMarker(text, marker, pullRun.keys),
    comments: lines.map(placement => inlineOf(placement, marker, pullRun)),
  }
}

const asBody = (placement: Placement<ReviewedFinding>): Placement<ReviewedFinding> =>
  placement.kind === 'line' ? { ...placement, kind: 'file', reason: 'off-diff' } : placement

const stateOf = ({ event }: ReviewPost): ReviewFact['state'] => {
  if (event === 'APPROVE') return 'APPROVED'
  return event === 'REQUEST_CHANGES' ? 'CHANGES_REQUESTED' : 'COMMENTED'
}

/** After a lost answer: whether the review with our nonce is there, looked for 4 times over 30 seconds. */
const landed = async (pullRun: PullRun, held: Held, nonce: string): Promise<boolean> => {
  for (const delayMs of LOOKS_MS) {
    await pullRun.clock.sleep(delayMs)
    const view = await lookHeld(pullRun, held)
    if (view.snapshot.facts.reviews.some(review => review.body.includes(nonce))) return true
  }
  demandTime(pullRun)
  return false
}

/** A review of ours that was never submitted stands in the way of the next; a person's own draft is left alone. */
const clearPending = async (pullRun: PullRun, view: View): Promise<void> => {
  for (const review of view.snapshot.facts.reviews)
    if (
      review.submittedAt === null &&
      review.viewerDidAuthor &&
      (view.snapshot.facts.viewer.isBot || review.body.includes('countersign:v1'))
    )
      await deletePendingReview(pullRun.site, review.id)
}

type Posted = { written: Written | null; post: ReviewPost }

/** `inline: false` = GitHub refused a line, so everything stands in the body. */
type Attempt = { publication: Publication; inline: boolean }

const isRefusedEvent = (error: GitHubError, post: ReviewPost): boolean =>
  error.status === 422 &&
  post.event !== 'COMMENT' &&
  /not permitted|own pull request|can not (approve|request changes)|cannot (approve|request changes)/i.test(error.detail)

/**
 * Posts the review once. Refused as APPROVE or REQUEST_CHANGES: the same as COMMENT. Refused for a line: everything in the body.
 * A broken answer is looked for before the one repeat.
 */
const post = async (pullRun: PullRun, held: Held, publication: Publication): Promise<Posted> => {
  let attempt: Attempt = { publication, inline: true }
  for (let tried = 1; ; tried++) {
    const review = postOf(attempt.publication, pullRun, attempt.inline)
    try {
      const send = (): Promise<Written> => createReview(pullRun.site, review)
      return { written: await sendHeld(pullRun, held, send), post: review }
    } catch (error) {
      if (!(error instanceof GitHubError) || tried > 3) throw error
      if (await landed422(pullRun, held, { error, nonce: publication.marker.nonce })) return { written: null, post: review }
      attempt = nextAttempt(attempt, { error, review })
      pullRun.log(
        `publish  ${error.message}; again as ${eventOf(attempt.publication)}${attempt.inline ? '' : ' with everything in the body'}`,
      )
    }
  }
}

const landed422 = async (
  pullRun: PullRun,
  held: Held,
  { error, nonce }: { error: GitHubError; nonce: string },
): Promise<boolean> => {
  if (error.landed === 'unknown') return landed(pullRun, held, nonce)
  if (error.status !== 422) throw error
  const view = await lookHeld(pullRun, held)
  return view.snapshot.facts.reviews.some(review => review.submittedAt !== null && review.body.includes(nonce))
}

const nextAttempt = (attempt: Attempt, { error, review }: { error: GitHubError; review: ReviewPost }): Attempt => {
  const { publication } = attempt
  if (error.landed === 'unknown') return attempt
  if (isRefusedEvent(error, review)) return { ...attempt, publication: asComment(publication, sentenceOf(error)) }
  if (review.comments.length > 0) return { publication, inline: false }
  throw error
}

/** The one write that makes the verdict count. Returns the review as a fact of this run, or `null` when it was found after a lost answer. */
export const publish = async (
  pullRun: PullRun,
  held: Held,
  publication: Publication,
): Promise<{ url: string | null; event: ReviewEvent }> => {
  await clearPending(pullRun, publication.view)
  const { written, post: sent } = await post(pullRun, held, withKnownRefusal(publication))
  if (written !== null)
    pullRun.own.reviews.push(
      reviewFactOf(publication.view, { written, body: sent.body, state: stateOf(sent), commit: publication.marker.head }),
    )
  pullRun.log(
    `publish  ${sent.event} review at ${publication.marker.head.slice(0, 7)}: ${publication.marker.decision}, ${countText(sent.comments.length, 'inline comment')}`,
  )
  return { url: written?.url ?? null, event: sent.event }
}
