import { iso } from '../clock.ts'
import { labelsOf } from '../rest/shapes/issues.ts'
import { commentsOfReview } from '../world/pulls.ts'
import type { Issue, Pull, Repository, Review, ReviewComment, Text, TimelineEvent } from '../world/types.ts'
import { card } from './layout.ts'
import { escaped, rendered } from './markdown.ts'

const emoji = { '+1': '👍', '-1': '👎', laugh: '😄', hooray: '🎉', confused: '😕', heart: '❤️', rocket: '🚀', eyes: '👀' } as const

const who = (login: string | null) => `<b>${escaped(login ?? 'ghost')}</b>`
const when = (at: number) => `<time>${iso(at).replace('T', ' ').replace('Z', ' UTC')}</time>`
const reactions = (text: Text) => {
  const shown = text.reactions.map(reaction => `<span title="${escaped(reaction.user)}">${emoji[reaction.content]}</span>`)
  return shown.length > 0 ? `<p>${shown.join(' ')}</p>` : ''
}

function textCard(text: Text, verb: string, more = ''): string {
  const edited =
    text.editedAt === null ? '' : ` · edited${text.editor && text.editor !== text.author ? ` by ${who(text.editor)}` : ''}`
  const folded = text.minimized === null ? '' : ` · hidden as ${escaped(text.minimized.toLowerCase())}`
  return card(
    `${who(text.author)} ${verb} ${when(text.createdAt)}${edited}${folded}`,
    `${rendered(text.body)}${more}${reactions(text)}`,
    text.minimized === null ? '' : 'folded',
  )
}

const linesOf = (comment: ReviewComment) => {
  const { path, line, startLine, side } = comment.place
  return `<code>${escaped(path)}:${startLine === null ? line : `${startLine}-${line}`}</code>${side === 'LEFT' ? ' (old side)' : ''}`
}

function inlineCard(pull: Pull, comment: ReviewComment): string {
  const thread = pull.threads.find(known => known.nodeId === comment.thread)
  const state = [thread?.outdated ? 'outdated' : '', thread?.resolvedBy ? `resolved by ${who(thread.resolvedBy)}` : ''].filter(
    Boolean,
  )
  const hunk = `<pre><code>${escaped(comment.diffHunk.split('\n').slice(-4).join('\n'))}</code></pre>`
  return card(
    [`${who(comment.author)} on ${linesOf(comment)}`, ...state].join(' · '),
    `${hunk}${rendered(comment.body)}${reactions(comment)}`,
    'inline',
  )
}

const verdicts = {
  PENDING: 'is reviewing',
  COMMENTED: 'reviewed',
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'requested changes at',
  DISMISSED: 'reviewed (dismissed)',
} as const

function reviewCard(pull: Pull, review: Review): string {
  const inline = commentsOfReview(pull, review).map(comment => inlineCard(pull, comment))
  return textCard(review, `${verdicts[review.state]} <code>${review.commit.slice(0, 7)}</code>`, inline.join(''))
}

/** What happened, in words; HTML. */
function eventText(event: TimelineEvent): string {
  const code = (text: string) => `<code>${escaped(text)}</code>`
  switch (event.event) {
    case 'labeled':
      return `added the label <span class="label">${escaped(event.label.name)}</span>`
    case 'unlabeled':
      return `removed the label <span class="label">${escaped(event.label.name)}</span>`
    case 'base_ref_changed':
    case 'automatic_base_change_succeeded':
      return `changed the base from ${code(event.from)} to ${code(event.to)}`
    case 'renamed':
      return `changed the title from ${code(event.from)} to ${code(event.to)}`
    case 'head_ref_force_pushed':
      return `force-pushed from ${code(event.before.slice(0, 7))} to ${code(event.after.slice(0, 7))}`
    case 'review_dismissed':
      return `dismissed a review: ${escaped(event.message)}`
    case 'review_requested':
      return `requested a review from ${who(event.reviewer)}`
    case 'review_request_removed':
      return `removed the request for a review from ${who(event.reviewer)}`
    case 'comment_deleted':
      return `deleted a comment of ${who(event.deletedAuthor)}`
    default:
      return escaped(event.event.replaceAll('_', ' '))
  }
}

type Item = { at: number; id: number; html: string }

const itemsOf = (issue: Issue | Pull): Item[] => [
  ...issue.comments.map(comment => ({ at: comment.createdAt, id: comment.id, html: textCard(comment, 'commented') })),
  ...issue.timeline.map(event => ({
    at: event.createdAt,
    id: event.id,
    html: `<p class="event">${who(event.actor)} ${eventText(event)} ${when(event.createdAt)}</p>`,
  })),
  ...(issue.kind === 'pull' ? issue.reviews : []).map(review => ({
    at: review.submittedAt ?? review.createdAt,
    id: review.id,
    html: issue.kind === 'pull' ? reviewCard(issue, review) : '',
  })),
]

const stateOf = (issue: Issue | Pull) =>
  issue.kind === 'pull' && issue.merged
    ? 'merged'
    : issue.kind === 'pull' && issue.draft && issue.state === 'open'
      ? 'draft'
      : issue.state

/** One issue or pull as people see it, oldest first; HTML without its page. */
export function conversation(repository: Repository, issue: Issue | Pull): string {
  const state = stateOf(issue)
  const labels = labelsOf(repository, issue).map(label => `<span class="label">${escaped(label.name)}</span>`)
  const branches =
    issue.kind === 'pull'
      ? `<code>${escaped(issue.head.ref)}</code> into <code>${escaped(issue.base.ref)}</code>, head <code>${issue.head.oid}</code>`
      : ''
  const items = itemsOf(issue).sort((a, b) => a.at - b.at || a.id - b.id)
  return [
    `<h2>${escaped(issue.title)} #${issue.number}</h2>`,
    `<p><span class="state ${state}">${state}</span> ${branches} ${labels.join(' ')}</p>`,
    textCard(issue, 'opened'),
    ...items.map(item => item.html),
  ].join('\n')
}
