import * as z from 'zod'
import type { Facts } from '../snapshot/facts.ts'
import { type Instant, instantOf } from '../snapshot/ids.ts'
import { pullSchema, repositorySchema } from './answer-schema.ts'
import type { Answer, Api, Params } from './api.ts'
import { GitHubError } from './errors.ts'
import { factsOf } from './facts-of.ts'
import { dataOf, readRest } from './observe.ts'
import { ADD_AND_OBSERVE, EDIT_AND_OBSERVE, type Target } from './observe-query.ts'
import { firstPage, shortLists } from './pages.ts'

export type Site = { api: Api; target: Target }

export type InlineComment = {
  path: string
  line: number
  side: 'LEFT' | 'RIGHT'
  start_line?: number
  start_side?: 'LEFT' | 'RIGHT'
  body: string
}
export type ReviewEvent = 'COMMENT' | 'APPROVE' | 'REQUEST_CHANGES'
export type ReviewPost = { commit: string; event: ReviewEvent; body: string; comments: InlineComment[] }

/** What the server said of something this run wrote. */
export type Written = { id: number; nodeId: string; at: Instant; url: string }

const reaction = z.object({ id: z.number().int(), created_at: z.string() })
const written = z.object({ id: z.number().int(), node_id: z.string(), html_url: z.string() })

const REPO = '/repos/{owner}/{repo}'
const base = ({ target }: Site): Params => ({
  owner: target.owner,
  repo: target.name,
  issue_number: target.number,
  pull_number: target.number,
})
const writtenOf = (answer: Answer, at: string): Written => {
  const { id, node_id, html_url } = written.parse(answer.data)
  return { id, nodeId: node_id, at: instantOf(at), url: html_url }
}

const isGone = (error: unknown): boolean => error instanceof GitHubError && error.status === 404

/** GitHub's test-and-set: 201 = the lock is ours, 200 = it was set before. */
export const postLock = async (site: Site, content: string): Promise<{ created: boolean; id: number; at: Instant }> => {
  const answer = await site.api.writeFreely(`POST ${REPO}/issues/{issue_number}/reactions`, { ...base(site), content })
  const { id, created_at } = reaction.parse(answer.data)
  return { created: answer.status === 201, id, at: instantOf(created_at) }
}

/** false = it was deleted before, by somebody else. */
export const deleteLock = async (site: Site, id: number): Promise<boolean> => {
  try {
    await site.api.writeFreely(`DELETE ${REPO}/issues/{issue_number}/reactions/{reaction_id}`, { ...base(site), reaction_id: id })
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

export const createReview = async (site: Site, review: ReviewPost): Promise<Written> => {
  const { commit, event, body, comments } = review
  const answer = await site.api.write(`POST ${REPO}/pulls/{pull_number}/reviews`, {
    ...base(site),
    commit_id: commit,
    event,
    body,
    comments,
  })
  const { submitted_at } = z.object({ submitted_at: z.string() }).parse(answer.data)
  return writtenOf(answer, submitted_at)
}

export const createComment = async (site: Site, body: string): Promise<Written> => {
  const answer = await site.api.write(`POST ${REPO}/issues/{issue_number}/comments`, { ...base(site), body })
  const { created_at } = z.object({ created_at: z.string() }).parse(answer.data)
  return writtenOf(answer, created_at)
}

export const editComment = async (site: Site, id: number, body: string): Promise<Written> => {
  const answer = await site.api.write(`PATCH ${REPO}/issues/comments/{comment_id}`, { ...base(site), comment_id: id, body })
  const { updated_at } = z.object({ updated_at: z.string() }).parse(answer.data)
  return writtenOf(answer, updated_at)
}

export const addLabel = async (site: Site, label: string): Promise<void> => {
  await site.api.write(`POST ${REPO}/issues/{issue_number}/labels`, { ...base(site), labels: [label] })
}

/** A label that is gone already is as good as removed. */
export const removeLabel = async (site: Site, label: string): Promise<void> => {
  await site.api.write(`DELETE ${REPO}/issues/{issue_number}/labels/{name}`, { ...base(site), name: label }).catch(error => {
    if (!isGone(error)) throw error
  })
}

export const deleteComment = async (site: Site, id: number): Promise<void> => {
  await site.api.write(`DELETE ${REPO}/issues/comments/{comment_id}`, { ...base(site), comment_id: id }).catch(error => {
    if (!isGone(error)) throw error
  })
}

export const deleteReviewComment = async (site: Site, id: number): Promise<void> => {
  await site.api.write(`DELETE ${REPO}/pulls/comments/{comment_id}`, { ...base(site), comment_id: id }).catch(error => {
    if (!isGone(error)) throw error
  })
}

export const deletePendingReview = async (site: Site, id: number): Promise<void> => {
  await site.api.write(`DELETE ${REPO}/pulls/{pull_number}/reviews/{review_id}`, { ...base(site), review_id: id })
}

export const replaceReviewBody = async (site: Site, id: number, body: string): Promise<void> => {
  await site.api.write(`PUT ${REPO}/pulls/{pull_number}/reviews/{review_id}`, { ...base(site), review_id: id, body })
}

export const reviewCommentIds = async (site: Site, id: number): Promise<number[]> => {
  const answer = await site.api.read(`GET ${REPO}/pulls/{pull_number}/reviews/{review_id}/comments`, {
    ...base(site),
    review_id: id,
    per_page: 100,
  })
  return z
    .array(z.object({ id: z.number().int() }))
    .parse(answer.data)
    .map(comment => comment.id)
}

export const react = async (site: Site, nodeId: string, content: string): Promise<void> => {
  const text =
    'mutation React($id: ID!, $content: ReactionContent!) { addReaction(input: { subjectId: $id, content: $content }) { clientMutationId } }'
  dataOf('React', await site.api.graphql('React', { text, variables: { id: nodeId, content }, kind: 'write' }))
}

export type StatusWritten = { facts: Facts; id: number; nodeId: string }

type StatusWrite = { site: Site; lock: string; viewer: Facts['viewer'] }

const PAGE = 50

const factsAfter = async (pull: unknown, { site, lock, viewer }: StatusWrite): Promise<Facts> => {
  const first = pullSchema.parse(pull)
  const repository = z.object({ repository: repositorySchema }).parse(pull).repository
  const whole = await readRest({ api: site.api, target: site.target, lock }, first, PAGE)
  const short = shortLists(whole)
  if (short.length > 0)
    throw new GitHubError('graphql EditStatus', { status: 200, detail: `short lists: ${short.join(', ')}`, landed: 'unknown' })
  return factsOf({ viewer, repository, pull: whole, observedAt: site.api.serverTime(), lock })
}

/** Writes the status comment and reads the pull back, in one request. */
export const editStatus = async (
  write: StatusWrite,
  status: { id: number; nodeId: string; body: string },
): Promise<StatusWritten> => {
  const variables = { id: status.nodeId, body: status.body, lock: write.lock, ...firstPage(PAGE) }
  const answered = dataOf(
    'EditStatus',
    await write.site.api.graphql('EditStatus', { text: EDIT_AND_OBSERVE, variables, kind: 'write' }),
  )
  const { issueComment } = z.object({ issueComment: z.object({ pullRequest: z.unknown() }) }).parse(answered.updateIssueComment)
  return { facts: await factsAfter(issueComment.pullRequest, write), id: status.id, nodeId: status.nodeId }
}

export const addStatus = async (write: StatusWrite, status: { pullNodeId: string; body: string }): Promise<StatusWritten> => {
  const variables = { id: status.pullNodeId, body: status.body, lock: write.lock, ...firstPage(PAGE) }
  const answered = dataOf(
    'AddStatus',
    await write.site.api.graphql('AddStatus', { text: ADD_AND_OBSERVE, variables, kind: 'write' }),
  )
  const answer = z
    .object({
      commentEdge: z.object({ node: z.object({ id: z.string(), fullDatabaseId: z.union([z.number(), z.string()]) }) }),
      subject: z.unknown(),
    })
    .parse(answered.addComment)
  const { id, fullDatabaseId } = answer.commentEdge.node
  return { facts: await factsAfter(answer.subject, write), id: Number(fullDatabaseId), nodeId: id }
}
