import { iso } from '../../clock.ts'
import type { TimelineEvent } from '../../world/types.ts'
import { connection } from '../connection.ts'
import { type Args, type Context, type Table, textsArg } from '../resolver.ts'
import { actorSource, commentSource, commitSource, type EventSource, type PullSource, reviewSource } from '../sources.ts'

/** GraphQL's type of each event, and the name `itemTypes` asks for it by; the rest is REST's alone. */
const typeOf: Partial<Record<TimelineEvent['event'], string>> = {
  labeled: 'LabeledEvent',
  unlabeled: 'UnlabeledEvent',
  base_ref_changed: 'BaseRefChangedEvent',
  automatic_base_change_succeeded: 'AutomaticBaseChangeSucceededEvent',
  head_ref_force_pushed: 'HeadRefForcePushedEvent',
  head_ref_deleted: 'HeadRefDeletedEvent',
  review_dismissed: 'ReviewDismissedEvent',
  review_requested: 'ReviewRequestedEvent',
  comment_deleted: 'CommentDeletedEvent',
  ready_for_review: 'ReadyForReviewEvent',
  convert_to_draft: 'ConvertToDraftEvent',
  reopened: 'ReopenedEvent',
  closed: 'ClosedEvent',
  merged: 'MergedEvent',
}
const enumName = (type: string) => type.replace(/(?<!^)([A-Z])/g, '_$1').toUpperCase()

type Item = { id: number; createdAt: number; type: string; show: () => unknown }

/** The event, or null where GitHub shows nothing: a label that was deleted since (fact 8). */
function shownEvent(source: PullSource, context: Context, event: TimelineEvent): EventSource | null {
  const isLabel = event.event === 'labeled' || event.event === 'unlabeled'
  const gone = isLabel && !source.repository.labels.some(label => label.id === event.label.id)
  if (gone && context.world.quirks.deletedLabelEvents === 'null') return null
  return { __typename: typeOf[event.event] ?? '', repository: source.repository, pull: source.issue, event }
}

function itemsOf(source: PullSource, context: Context): Item[] {
  const { issue: pull, repository } = source
  const events = pull.timeline.flatMap((event): Item[] => {
    const type = typeOf[event.event]
    return type === undefined
      ? []
      : [{ id: event.id, createdAt: event.createdAt, type: enumName(type), show: () => shownEvent(source, context, event) }]
  })
  const comments = pull.comments.map(
    (comment): Item => ({
      id: comment.id,
      createdAt: comment.createdAt,
      type: 'ISSUE_COMMENT',
      show: () => commentSource(repository, { issue: pull, comment }),
    }),
  )
  const reviews = pull.reviews.flatMap((review): Item[] =>
    review.submittedAt === null
      ? []
      : [
          {
            id: review.id,
            createdAt: review.submittedAt,
            type: 'PULL_REQUEST_REVIEW',
            show: () => reviewSource(repository, { pull, review }),
          },
        ],
  )
  return [...events, ...comments, ...reviews].sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
}

export function timelineOf(source: PullSource, args: Args, context: Context) {
  const all = itemsOf(source, context)
  const types = textsArg(args, 'itemTypes')
  const wanted = all.filter(item => types.length === 0 || types.includes(item.type))
  const total = context.world.quirks.timelineTotal === 'all' ? all : wanted
  return connection(args, { items: context.view.shown(wanted), total: context.view.total(total), show: item => item.show() })
}

/** Fields that only some events have: read from the event itself. */
const own =
  (read: (event: TimelineEvent, source: EventSource, context: Context) => unknown) =>
  (source: EventSource, _: Args, context: Context) =>
    read(source.event, source, context)

export const eventTable: Table<EventSource> = {
  id: source => source.event.nodeId,
  createdAt: source => iso(source.event.createdAt),
  actor: (source, _, context) => actorSource(context.world, source.event.actor),
  label: own((event, source) => {
    if (event.event !== 'labeled' && event.event !== 'unlabeled') return null
    const now = source.repository.labels.find(label => label.id === event.label.id)
    return {
      __typename: 'Label',
      label: now ?? { ...event.label, nodeId: `LA_kwDO${event.label.id}`, description: null, createdAt: 0 },
    }
  }),
  previousRefName: own(event => ('from' in event ? event.from : null)),
  currentRefName: own(event => ('to' in event ? event.to : null)),
  oldBase: own(event => ('from' in event ? event.from : null)),
  newBase: own(event => ('to' in event ? event.to : null)),
  headRefName: own(event => ('ref' in event ? event.ref : null)),
  beforeCommit: own((event, source) => ('before' in event ? commitSource(source.repository, event.before) : null)),
  afterCommit: own((event, source) => ('after' in event ? commitSource(source.repository, event.after) : null)),
  previousReviewState: own(event => ('state' in event ? event.state : null)),
  dismissalMessage: own(event => ('message' in event ? event.message : null)),
  review: own((event, source) => {
    const review = 'review' in event ? source.pull.reviews.find(known => known.id === event.review) : undefined
    return review ? reviewSource(source.repository, { pull: source.pull, review }) : null
  }),
  deletedCommentAuthor: own((event, _, context) =>
    'deletedAuthor' in event ? actorSource(context.world, event.deletedAuthor) : null,
  ),
}
