import { iso } from '../../clock.ts'
import type { Issue, Pull, Repository, TimelineEvent } from '../../world/types.ts'
import type { World } from '../../world/world.ts'
import { commentShape } from './issues.ts'
import { apiUrl } from './repositories.ts'
import { reviewShape } from './reviews.ts'
import { userOrNull } from './users.ts'

function detailOf(world: World, event: TimelineEvent) {
  switch (event.event) {
    case 'labeled':
    case 'unlabeled':
      return { label: { name: event.label.name, color: event.label.color } }
    case 'renamed':
      return { rename: { from: event.from, to: event.to } }
    case 'review_requested':
    case 'review_request_removed':
      return { review_requester: userOrNull(world, event.actor), requested_reviewer: userOrNull(world, event.reviewer) }
    case 'review_dismissed':
      return { dismissed_review: { state: event.state.toLowerCase(), review_id: event.review, dismissal_message: event.message } }
    default:
      return {}
  }
}

const eventShape = (world: World, repository: Repository, event: TimelineEvent) => ({
  id: event.id,
  node_id: event.nodeId,
  url: `${apiUrl(world, repository)}/issues/events/${event.id}`,
  actor: userOrNull(world, event.actor),
  event: event.event,
  commit_id: null,
  commit_url: null,
  created_at: iso(event.createdAt),
  performed_via_github_app: null,
  ...detailOf(world, event),
})

/** Events, comments and submitted reviews in the order of their times, then ids. */
export function timelineShapes(world: World, repository: Repository, issue: Issue | Pull): unknown[] {
  const entries = [
    ...issue.timeline.map(event => ({
      at: event.createdAt,
      id: event.id,
      shape: () => eventShape(world, repository, event) as unknown,
    })),
    ...issue.comments.map(comment => ({
      at: comment.createdAt,
      id: comment.id,
      shape: () => ({
        event: 'commented',
        actor: userOrNull(world, comment.author),
        ...commentShape(world, repository, { issue, comment }),
      }),
    })),
    ...(issue.kind === 'pull' ? issue.reviews : [])
      .filter(review => review.submittedAt !== null)
      .map(review => ({
        at: review.submittedAt ?? 0,
        id: review.id,
        shape: () => reviewed(world, repository, { pull: issue, review }),
      })),
  ]
  return entries.sort((a, b) => a.at - b.at || a.id - b.id).map(entry => entry.shape())
}

function reviewed(
  world: World,
  repository: Repository,
  of: { pull: Issue | Pull; review: Parameters<typeof reviewShape>[2]['review'] },
) {
  if (of.pull.kind !== 'pull') return {}
  const shape = reviewShape(world, repository, { pull: of.pull, review: of.review })
  return { event: 'reviewed', ...shape, state: shape.state.toLowerCase() }
}
