import type { Params, Query } from './api.ts'

export type Target = { owner: string; name: string; number: number }

/** Which pull is read, and by which reaction it is locked. */
export type Observing = { target: Target; lock: string }

const FRAGMENTS = `
fragment Who on Actor { __typename login }
fragment Reacted on ReactionGroup { content viewerHasReacted }`

/** The fields of a pull and of what its lists hold: one set for the whole read of a pull and for the rows of many. */
export const PARTS = `
fragment Own on PullRequest {
  id fullDatabaseId number state isDraft locked title body createdAt
  author { ...Who }
  viewerDidAuthor authorAssociation
  baseRefName baseRefOid headRefName headRefOid
  headRepository { nameWithOwner }
  isCrossRepository maintainerCanModify changedFiles additions deletions
  autoMergeRequest { enabledBy { ...Who } }
  viewerLatestReviewRequest { databaseId asCodeOwner }
  reactionGroups { ...Reacted }
}
fragment Comment on IssueComment {
  id fullDatabaseId createdAt lastEditedAt
  author { ...Who } editor { ...Who }
  viewerDidAuthor isMinimized body
  reactionGroups { ...Reacted }
}
fragment Review on PullRequestReview {
  id fullDatabaseId createdAt submittedAt lastEditedAt
  author { ...Who } editor { ...Who }
  viewerDidAuthor authorCanPushToRepository state isMinimized
  commit { oid }
  body
  reactionGroups { ...Reacted }
}
fragment Thread on PullRequestReviewThread {
  id isResolved isOutdated viewerCanResolve
  resolvedBy { login }
  path line diffSide
}
fragment ThreadComment on PullRequestReviewComment {
  id fullDatabaseId createdAt lastEditedAt
  author { ...Who } editor { ...Who }
  viewerDidAuthor body
  reactionGroups { ...Reacted }
}
fragment Event on PullRequestTimelineItems {
  __typename
  ... on LabeledEvent { id createdAt actor { ...Who } label { name } }
  ... on UnlabeledEvent { id createdAt actor { ...Who } label { name } }
  ... on BaseRefChangedEvent { id createdAt actor { ...Who } previousRefName currentRefName }
  ... on AutomaticBaseChangeSucceededEvent { id createdAt actor { ...Who } oldBase newBase }
  ... on HeadRefForcePushedEvent { id createdAt actor { ...Who } beforeCommit { oid } afterCommit { oid } }
  ... on ReviewDismissedEvent { id createdAt actor { ...Who } review { id } }
  ... on CommentDeletedEvent { id createdAt actor { ...Who } deletedCommentAuthor { ...Who } }
  ... on ReadyForReviewEvent { id createdAt actor { ...Who } }
  ... on ReopenedEvent { id createdAt actor { ...Who } }
  ... on ReviewRequestedEvent { id createdAt actor { ...Who } }
}
fragment Repo on Repository {
  databaseId nameWithOwner isPrivate isInOrganization autoMergeAllowed
  defaultBranchRef { name }
  policy: object(expression: "HEAD:.github/countersign.yml") { ... on Blob { byteSize isTruncated isBinary text } }
}${FRAGMENTS}`

/** What of the timeline is read. */
export const EVENTS = `[
  LABELED_EVENT, UNLABELED_EVENT, BASE_REF_CHANGED_EVENT, AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT, HEAD_REF_FORCE_PUSHED_EVENT,
  REVIEW_DISMISSED_EVENT, COMMENT_DELETED_EVENT, READY_FOR_REVIEW_EVENT, REOPENED_EVENT, REVIEW_REQUESTED_EVENT
]`

/** The whole pull; cursors and switches of its four lists come as variables. */
const PULL = `
fragment Pull on PullRequest {
  ...Own
  lock: reactions(content: $lock, first: 100, orderBy: { field: CREATED_AT, direction: DESC }) {
    totalCount
    nodes { databaseId createdAt user { login } }
  }
  labels(first: 100) { totalCount nodes { name } }
  comments(first: $page, after: $commentsAfter) @include(if: $comments) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { ...Comment }
  }
  reviews(first: $page, after: $reviewsAfter) @include(if: $reviews) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { ...Review }
  }
  reviewThreads(first: $page, after: $threadsAfter) @include(if: $threads) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes {
      ...Thread
      comments(first: 20) { totalCount pageInfo { hasNextPage endCursor } nodes { ...ThreadComment } }
    }
  }
  timelineItems(first: $page, after: $timelineAfter, itemTypes: ${EVENTS}) @include(if: $timeline) {
    filteredCount
    pageInfo { hasNextPage endCursor }
    nodes { ...Event }
  }
}${PARTS}`

const VARIABLES = `$page: Int!, $lock: ReactionContent!,
  $comments: Boolean!, $commentsAfter: String, $reviews: Boolean!, $reviewsAfter: String,
  $threads: Boolean!, $threadsAfter: String, $timeline: Boolean!, $timelineAfter: String`

/**
 * One query for the whole pull: cost 1. Not asked for: reviewRequests.requestedReviewer (a team answers FORBIDDEN to an
 * installation token), files (git gives them), commit authors (no evidence of a person).
 */
export const OBSERVE = `query Observe($owner: String!, $name: String!, $number: Int!, ${VARIABLES}) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) { ...Repo pullRequest(number: $number) { ...Pull } }
}${PULL}`

/** The read of one page of everything. */
export const observeQuery = ({ target, lock }: Observing, paging: Params): Query => ({
  text: OBSERVE,
  variables: { ...target, lock, ...paging },
  kind: 'read',
})

/** Edits our status comment and reads the pull in the same request: the claim is written and read back at once. */
export const EDIT_AND_OBSERVE = `mutation EditStatus($id: ID!, $body: String!, ${VARIABLES}) {
  updateIssueComment(input: { id: $id, body: $body }) {
    issueComment { id fullDatabaseId pullRequest { ...Pull repository { ...Repo } } }
  }
}${PULL}`

export const ADD_AND_OBSERVE = `mutation AddStatus($id: ID!, $body: String!, ${VARIABLES}) {
  addComment(input: { subjectId: $id, body: $body }) {
    commentEdge { node { id fullDatabaseId } }
    subject { ... on PullRequest { ...Pull repository { ...Repo } } }
  }
}${PULL}`

/** The rest of a long thread. */
export const THREAD_COMMENTS = `query ThreadComments($id: ID!, $after: String) {
  node(id: $id) {
    ... on PullRequestReviewThread {
      comments(first: 100, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { ...ThreadComment } }
    }
  }
}
fragment ThreadComment on PullRequestReviewComment {
  id fullDatabaseId createdAt lastEditedAt
  author { ...Who } editor { ...Who }
  viewerDidAuthor body
  reactionGroups { ...Reacted }
}${FRAGMENTS}`
