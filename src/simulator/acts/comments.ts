import { type Act, actorOf, demand, needs } from '../access.ts'
import { forbidden } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Comment, Issue, Pull } from '../world/types.ts'
import { checkBody, demandAuthorship, editText, newText } from './texts.ts'
import { record } from './timeline.ts'

export type CommentOn = { issue: Issue | Pull; comment: Comment }

export function demandUnlocked(act: Act, issue: Issue | Pull): void {
  if (!issue.locked) return
  const insider = act.viewer.kind !== 'personal' || act.repository.roles[actorOf(act)] !== undefined
  if (!insider) throw forbidden('Unable to create comment because issue is locked.')
}

export function addComment(act: Act, issue: Issue | Pull, body: string): Comment {
  demand(act, needs.comment)
  demandUnlocked(act, issue)
  const comment: Comment = {
    kind: 'comment',
    ...newText(act, 'IC', checkBody(body, { resource: 'IssueComment' })),
  }
  issue.comments.push(comment)
  issue.updatedAt = act.world.now
  send(act, 'issue_comment.created', { issue, comment })
  return comment
}

export function updateComment(act: Act, on: CommentOn, body: string): Comment {
  demandAuthorship(act, on.comment)
  const from = on.comment.body
  editText(act, on.comment, checkBody(body, { resource: 'IssueComment' }))
  send(act, 'issue_comment.edited', { ...on, more: { changes: { body: { from } } } })
  return on.comment
}

/** The timeline keeps that a comment was deleted, whose it was, and by whom. */
export function deleteComment(act: Act, on: CommentOn): void {
  demandAuthorship(act, on.comment)
  on.issue.comments = on.issue.comments.filter(comment => comment !== on.comment)
  record(act, on.issue, { event: 'comment_deleted', deletedAuthor: on.comment.author })
  send(act, 'issue_comment.deleted', on)
}
