import type {
  Account,
  CheckRun,
  Comment,
  CommitStatus,
  Issue,
  Label,
  Pull,
  Reaction,
  Repository,
  Review,
  ReviewComment,
  ReviewRequest,
  Team,
  Text,
  Thread,
  TimelineEvent,
} from '../world/types.ts'
import type { World } from '../world/world.ts'

/** What a resolver stands on: a GraphQL type's name with the part of the world it shows. */
export type ActorSource =
  | { __typename: 'User'; account: Account }
  | { __typename: 'Bot'; account: Account }
  | { __typename: 'Organization'; account: Account }
export type TeamSource = { __typename: 'Team'; team: Team }
export type RepositorySource = { __typename: 'Repository'; repository: Repository }
export type RefSource = { __typename: 'Ref'; repository: Repository; name: string; oid: string }
export type CommitSource = { __typename: 'Commit'; repository: Repository; oid: string }
export type BlobSource = { __typename: 'Blob'; oid: string; content: Buffer }
export type LabelSource = { __typename: 'Label'; label: Label }
export type IssueSource = { __typename: 'Issue'; repository: Repository; issue: Issue; text: Text }
export type PullSource = { __typename: 'PullRequest'; repository: Repository; issue: Pull; text: Text }
export type CommentSource = {
  __typename: 'IssueComment'
  repository: Repository
  issue: Issue | Pull
  comment: Comment
  text: Text
}
export type ReviewSource = { __typename: 'PullRequestReview'; repository: Repository; pull: Pull; review: Review; text: Text }
export type ThreadSource = { __typename: 'PullRequestReviewThread'; repository: Repository; pull: Pull; thread: Thread }
export type ReviewCommentSource = {
  __typename: 'PullRequestReviewComment'
  repository: Repository
  pull: Pull
  thread: Thread
  comment: ReviewComment
  text: Text
}
export type EventSource = { __typename: string; repository: Repository; pull: Pull; event: TimelineEvent }
export type ReactionSource = { __typename: 'Reaction'; reaction: Reaction; on: TextSource }
export type RequestSource = { __typename: 'ReviewRequest'; repository: Repository; request: ReviewRequest }
export type RollupSource = { __typename: 'StatusCheckRollup'; repository: Repository; oid: string }
export type CheckSource = { __typename: 'CheckRun'; repository: Repository; check: CheckRun }
export type StatusSource = { __typename: 'StatusContext'; repository: Repository; status: CommitStatus }

/** Everything that people write and react to. */
export type TextSource = IssueSource | PullSource | CommentSource | ReviewSource | ReviewCommentSource

export const repositorySource = (repository: Repository): RepositorySource => ({ __typename: 'Repository', repository })
export const pullSource = (repository: Repository, pull: Pull): PullSource => ({
  __typename: 'PullRequest',
  repository,
  issue: pull,
  text: pull,
})
export const issueSource = (repository: Repository, issue: Issue | Pull): IssueSource | PullSource =>
  issue.kind === 'pull' ? pullSource(repository, issue) : { __typename: 'Issue', repository, issue, text: issue }
export const commentSource = (repository: Repository, on: { issue: Issue | Pull; comment: Comment }): CommentSource => ({
  __typename: 'IssueComment',
  repository,
  ...on,
  text: on.comment,
})
export const reviewSource = (repository: Repository, on: { pull: Pull; review: Review }): ReviewSource => ({
  __typename: 'PullRequestReview',
  repository,
  ...on,
  text: on.review,
})
export const threadSource = (repository: Repository, on: { pull: Pull; thread: Thread }): ThreadSource => ({
  __typename: 'PullRequestReviewThread',
  repository,
  ...on,
})
export const reviewCommentSource = (
  repository: Repository,
  on: { pull: Pull; thread: Thread; comment: ReviewComment },
): ReviewCommentSource => ({
  __typename: 'PullRequestReviewComment',
  repository,
  ...on,
  text: on.comment,
})
export const commitSource = (repository: Repository, oid: string): CommitSource | null =>
  repository.git.hasCommit(oid) ? { __typename: 'Commit', repository, oid } : null
export const labelSource = (label: Label): LabelSource => ({ __typename: 'Label', label })

/** `null` = nobody that GitHub shows: a deleted account. */
export function actorSource(world: World, login: string | null): ActorSource | null {
  const account = login === null ? null : world.account(login)
  return account && { __typename: account.type, account }
}
