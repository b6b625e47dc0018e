import { EVENTS, PARTS } from './observe-query.ts'

/**
 * Many pulls in one request, each with the ends of its lists: 12 connections a pull, so 6 points for a page of 50.
 * The first comments hold the status comment of most pulls, the last ones what happened since.
 */
export const ROWS = `query Rows(
  $owner: String!, $name: String!, $page: Int!, $after: String, $lock: ReactionContent!,
  $states: [PullRequestState!]!, $order: IssueOrder!
) {
  viewer { login databaseId }
  repository(owner: $owner, name: $name) {
    ...Repo
    pullRequests(states: $states, first: $page, after: $after, orderBy: $order) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { ...Row }
    }
  }
}
fragment Row on PullRequest {
  ...Own
  updatedAt closedAt mergeable
  lock: reactions(content: $lock, first: 20, orderBy: { field: CREATED_AT, direction: DESC }) {
    totalCount
    nodes { databaseId createdAt user { login } }
  }
  labels(first: 50) { totalCount nodes { name } }
  early: comments(first: 5) { nodes { ...Comment } }
  comments(last: 20) { totalCount pageInfo { hasNextPage endCursor } nodes { ...Comment } }
  reviews(last: 10) { totalCount pageInfo { hasNextPage endCursor } nodes { ...Review } }
  reviewThreads(last: 5) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes {
      ...Thread
      comments(first: 5) { totalCount pageInfo { hasNextPage endCursor } nodes { ...ThreadComment } }
    }
  }
  timelineItems(last: 20, itemTypes: ${EVENTS}) { filteredCount pageInfo { hasNextPage endCursor } nodes { ...Event } }
}${PARTS}`
