import type { Act } from './access.ts'
import { actorOf } from './access.ts'
import { commentShape, issueShape, labelShape } from './rest/shapes/issues.ts'
import { pullShape } from './rest/shapes/pulls.ts'
import { fullRepository } from './rest/shapes/repositories.ts'
import { reviewCommentShape, reviewShape } from './rest/shapes/reviews.ts'
import { userOrNull } from './rest/shapes/users.ts'
import { deliver } from './world/deliveries.ts'
import { mergeableOf } from './world/pulls.ts'
import type { Comment, Issue, Label, Pull, Review, ReviewComment } from './world/types.ts'
import { fullName } from './world/world.ts'

/** What an event is about; the payload shows each part in its REST shape. */
export type Subject = {
  issue?: Issue | Pull
  pull?: Pull
  comment?: Comment
  review?: Review
  reviewComment?: ReviewComment
  label?: Label
  /** Parts that are plain values: `changes`, `before`, `inputs`, `ref`. */
  more?: Record<string, unknown>
}

const isPullEvent = (event: string) => event === 'pull_request' || event.startsWith('pull_request_review')

/** GitHub runs no `pull_request` workflow while the pull conflicts (fact 10), and none for what GITHUB_TOKEN did (fact 12). */
function startsRuns(act: Act, event: string, { pull }: Subject): boolean {
  if (act.viewer.kind === 'github-token' && !dispatches.has(event)) return false
  return event !== 'pull_request' || pull === undefined || mergeableOf(act.repository, pull) !== false
}

const dispatches = new Set(['workflow_dispatch', 'repository_dispatch'])

function partsOf(act: Act, subject: Subject): Record<string, unknown> {
  const { world, repository } = act
  const { issue, pull, comment, review, reviewComment, label } = subject
  return {
    ...(pull ? { number: pull.number, pull_request: pullShape(world, repository, pull) } : {}),
    ...(issue ? { issue: issueShape(world, repository, issue) } : {}),
    ...(issue && comment ? { comment: commentShape(world, repository, { issue, comment }) } : {}),
    // Webhooks write the state of a review in lower case.
    ...(pull && review
      ? { review: { ...reviewShape(world, repository, { pull, review }), state: review.state.toLowerCase() } }
      : {}),
    ...(pull && reviewComment ? { comment: reviewCommentShape(world, repository, { pull, comment: reviewComment }) } : {}),
    ...(label ? { label: labelShape(world, repository, label) } : {}),
    ...subject.more,
  }
}

/** The payload GitHub sends for the event: the subject's parts, the repository and the sender. */
export function payloadOf(act: Act, action: string | null, subject: Subject): Record<string, unknown> {
  return {
    ...(action === null ? {} : { action }),
    ...partsOf(act, subject),
    repository: fullRepository(act.world, act.repository),
    sender: userOrNull(act.world, actorOf(act)),
  }
}

/** Sends the webhook `event.action` to whoever listens. */
export function send(act: Act, name: string, subject: Subject): void {
  const [event = name, action = null] = name.split('.')
  deliver(act.world, {
    event,
    action,
    at: act.world.now,
    sender: actorOf(act),
    repository: fullName(act.repository),
    startsRuns: startsRuns(act, event, subject),
    isReadOnly: isPullEvent(event) && subject.pull !== undefined && subject.pull.head.repository !== fullName(act.repository),
    payload: payloadOf(act, action, subject),
  })
}
