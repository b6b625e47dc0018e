import { iso } from '../../clock.ts'
import type { Pull, Repository, Review, ReviewComment } from '../../world/types.ts'
import type { World } from '../../world/world.ts'
import { reactionRollup } from './issues.ts'
import { apiUrl, pageUrl } from './repositories.ts'
import { associationOf, userOrNull } from './users.ts'

export function reviewShape(world: World, repository: Repository, of: { pull: Pull; review: Review }) {
  const { pull, review } = of
  const page = `${pageUrl(world, repository)}/pull/${pull.number}#pullrequestreview-${review.id}`
  const pullUrl = `${apiUrl(world, repository)}/pulls/${pull.number}`
  return {
    id: review.id,
    node_id: review.nodeId,
    user: userOrNull(world, review.author),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: pullUrl,
    author_association: associationOf(world, repository, review.author),
    _links: { html: { href: page }, pull_request: { href: pullUrl } },
    commit_id: review.commit,
    ...(review.submittedAt === null ? {} : { submitted_at: iso(review.submittedAt) }),
  }
}

/** A pull's own inline comment. */
export function reviewCommentShape(world: World, repository: Repository, of: { pull: Pull; comment: ReviewComment }) {
  const { pull, comment } = of
  const thread = pull.threads.find(known => known.nodeId === comment.thread)
  const api = apiUrl(world, repository)
  const url = `${api}/pulls/comments/${comment.id}`
  const page = `${pageUrl(world, repository)}/pull/${pull.number}#discussion_r${comment.id}`
  const pullUrl = `${api}/pulls/${pull.number}`
  return {
    url,
    pull_request_review_id: comment.review,
    id: comment.id,
    node_id: comment.nodeId,
    diff_hunk: comment.diffHunk,
    path: comment.place.path,
    commit_id: comment.commit,
    original_commit_id: comment.originalCommit,
    user: userOrNull(world, comment.author),
    body: comment.body,
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    html_url: page,
    pull_request_url: pullUrl,
    author_association: associationOf(world, repository, comment.author),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pullUrl } },
    ...(comment.inReplyTo === null ? {} : { in_reply_to_id: comment.inReplyTo }),
    start_line: thread?.startLine ?? null,
    original_start_line: comment.place.startLine,
    start_side: comment.place.startSide,
    line: thread?.line ?? null,
    original_line: comment.place.line,
    side: comment.place.side,
    position: thread?.outdated ? null : comment.position,
    original_position: comment.originalPosition,
    subject_type: 'line' as const,
    reactions: reactionRollup(url, comment),
  }
}

/** The list of one review's comments has an older shape: no lines, always positions. */
export function commentOfReviewShape(world: World, repository: Repository, of: { pull: Pull; comment: ReviewComment }) {
  const { subject_type, ...shape } = reviewCommentShape(world, repository, of)
  return { ...shape, start_side: shape.start_side ?? null }
}
