import { needs } from '../../access.ts'
import { addComment, deleteComment, updateComment } from '../../acts/comments.ts'
import { addLabels, removeLabel } from '../../acts/labels.ts'
import { disableAutoMerge, enableAutoMerge, setDraft, updatePull } from '../../acts/pulls.ts'
import { addReaction, removeOwnReaction } from '../../acts/reactions.ts'
import { requestReviewers } from '../../acts/requests.ts'
import { minimize } from '../../acts/reviews.ts'
import { deleteReviewComment, setResolved, updateReviewComment } from '../../acts/threads.ts'
import { found } from '../../refusal.ts'
import type { Pull } from '../../world/types.ts'
import { edgeOf } from '../connection.ts'
import { nodeAs } from '../nodes.ts'
import { type Args, actIn, type Context, optionalText, recordOf, type Table, textArg, textsArg } from '../resolver.ts'
import { actorSource, commentSource, reviewSource, type TextSource } from '../sources.ts'
import { reviewMutations } from './review-mutations.ts'
import { contentNamed, reactionGroups } from './texts.ts'

const texts = ['Issue', 'PullRequest', 'IssueComment', 'PullRequestReview', 'PullRequestReviewComment'] as const
const methods = { MERGE: 'merge', SQUASH: 'squash', REBASE: 'rebase' } as const

/** Reacting asks for the right of what is reacted to (fact 6). */
const needOf = (source: TextSource) =>
  source.__typename === 'PullRequestReview' || source.__typename === 'PullRequestReviewComment' ? needs.reactReview : needs.react

type Mutation = (input: Args, context: Context) => Record<string, unknown>

const onPull =
  (change: (pull: Pull, act: ReturnType<typeof actIn>, input: Args) => void): Mutation =>
  (input, context) => {
    const source = nodeAs(context, textArg(input, 'pullRequestId'), ['PullRequest'])
    change(source.issue, actIn(context, source.repository), input)
    return { pullRequest: source, actor: actorSource(context.world, context.viewer.account?.login ?? null) }
  }

function react(input: Args, context: Context, how: 'add' | 'remove') {
  const subject = nodeAs(context, textArg(input, 'subjectId'), texts)
  const wanted = { content: contentNamed(textArg(input, 'content')), need: needOf(subject) }
  const act = actIn(context, subject.repository)
  const reaction = how === 'add' ? addReaction(act, subject.text, wanted).reaction : removeOwnReaction(act, subject.text, wanted)
  return {
    reaction: { __typename: 'Reaction', reaction, on: subject },
    subject,
    reactionGroups: reactionGroups(subject, context),
  }
}

function setMinimized(input: Args, context: Context, reason: string | null) {
  const source = nodeAs(context, textArg(input, 'subjectId'), ['IssueComment', 'PullRequestReview', 'PullRequestReviewComment'])
  const kind = source.__typename === 'PullRequestReview' ? 'review' : 'comment'
  const text = { kind, author: source.text.author, minimized: source.text.minimized }
  minimize(actIn(context, source.repository), text, reason)
  source.text.minimized = text.minimized
  return source
}

function setThread(input: Args, context: Context, resolved: boolean) {
  const source = nodeAs(context, textArg(input, 'threadId'), ['PullRequestReviewThread'])
  setResolved(actIn(context, source.repository), source, resolved)
  return { thread: source }
}

const labelNames = (input: Args, context: Context) =>
  textsArg(input, 'labelIds').map(id => nodeAs(context, id, ['Label']).label.name)

const mutations: Record<string, Mutation> = {
  addComment: (input, context) => {
    const subject = nodeAs(context, textArg(input, 'subjectId'), ['Issue', 'PullRequest'])
    const comment = addComment(actIn(context, subject.repository), subject.issue, textArg(input, 'body'))
    return { subject, commentEdge: edgeOf(comment, commentSource(subject.repository, { issue: subject.issue, comment })) }
  },
  updateIssueComment: (input, context) => {
    const source = nodeAs(context, textArg(input, 'id'), ['IssueComment'])
    updateComment(actIn(context, source.repository), source, textArg(input, 'body'))
    return { issueComment: source }
  },
  deleteIssueComment: (input, context) => {
    const source = nodeAs(context, textArg(input, 'id'), ['IssueComment'])
    deleteComment(actIn(context, source.repository), source)
    return {}
  },
  updatePullRequestReviewComment: (input, context) => {
    const source = nodeAs(context, textArg(input, 'pullRequestReviewCommentId'), ['PullRequestReviewComment'])
    updateReviewComment(actIn(context, source.repository), source, textArg(input, 'body'))
    return { pullRequestReviewComment: source }
  },
  deletePullRequestReviewComment: (input, context) => {
    const source = nodeAs(context, textArg(input, 'id'), ['PullRequestReviewComment'])
    const review = found(source.pull.reviews.find(known => known.id === source.comment.review))
    deleteReviewComment(actIn(context, source.repository), source)
    return { pullRequestReview: reviewSource(source.repository, { pull: source.pull, review }) }
  },
  addReaction: (input, context) => react(input, context, 'add'),
  removeReaction: (input, context) => react(input, context, 'remove'),
  minimizeComment: (input, context) => ({ minimizedComment: setMinimized(input, context, textArg(input, 'classifier')) }),
  unminimizeComment: (input, context) => ({ unminimizedComment: setMinimized(input, context, null) }),
  resolveReviewThread: (input, context) => setThread(input, context, true),
  unresolveReviewThread: (input, context) => setThread(input, context, false),
  addLabelsToLabelable: (input, context) => {
    const source = nodeAs(context, textArg(input, 'labelableId'), ['Issue', 'PullRequest'])
    addLabels(actIn(context, source.repository), source.issue, labelNames(input, context))
    return { labelable: source }
  },
  removeLabelsFromLabelable: (input, context) => {
    const source = nodeAs(context, textArg(input, 'labelableId'), ['Issue', 'PullRequest'])
    for (const name of labelNames(input, context)) removeLabel(actIn(context, source.repository), source.issue, name)
    return { labelable: source }
  },
  requestReviews: (input, context) => {
    const source = nodeAs(context, textArg(input, 'pullRequestId'), ['PullRequest'])
    const users = textsArg(input, 'userIds').map(id => nodeAs(context, id, ['User', 'Bot']).account.login)
    const teams = textsArg(input, 'teamIds').map(id => nodeAs(context, id, ['Team']).team.slug)
    requestReviewers(actIn(context, source.repository), source.issue, { users, teams })
    return { pullRequest: source, actor: actorSource(context.world, context.viewer.account?.login ?? null) }
  },
  updatePullRequest: onPull((pull, act, input) => {
    const state = optionalText(input, 'state')
    updatePull(act, pull, {
      title: optionalText(input, 'title') ?? undefined,
      body: optionalText(input, 'body') ?? undefined,
      base: optionalText(input, 'baseRefName') ?? undefined,
      state: state === null ? undefined : state === 'OPEN' ? 'open' : 'closed',
    })
  }),
  closePullRequest: onPull((pull, act) => updatePull(act, pull, { state: 'closed' })),
  reopenPullRequest: onPull((pull, act) => updatePull(act, pull, { state: 'open' })),
  convertPullRequestToDraft: onPull((pull, act) => setDraft(act, pull, true)),
  markPullRequestReadyForReview: onPull((pull, act) => setDraft(act, pull, false)),
  enablePullRequestAutoMerge: onPull((pull, act, input) => {
    const method = Object.entries(methods).find(([name]) => name === textArg(input, 'mergeMethod'))?.[1] ?? 'merge'
    enableAutoMerge(act, pull, { method, expectedHead: optionalText(input, 'expectedHeadOid') })
  }),
  disablePullRequestAutoMerge: onPull((pull, act) => disableAutoMerge(act, pull)),
  ...reviewMutations,
}

/** Each mutation takes one `input` and gives its `clientMutationId` back; nested reads see the world after the write. */
export const mutationTable: Table<unknown> = Object.fromEntries(
  Object.entries(mutations).map(([name, mutation]) => [
    name,
    (_: unknown, args: Args, context: Context) => {
      const input = recordOf(args.input)
      return { ...mutation(input, context), clientMutationId: optionalText(input, 'clientMutationId') }
    },
  ]),
)
