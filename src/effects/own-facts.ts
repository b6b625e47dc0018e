import type { Written } from '../github/writer.ts'
import type { View } from '../observe/look.ts'
import type { Authored, CommentFact, ReviewFact } from '../snapshot/facts.ts'
import type { Sha } from '../snapshot/ids.ts'

/** What GitHub will show of a text that this run has just written. */
const authored = (view: View, written: Written, body: string): Authored => {
  const { viewer } = view.snapshot.facts
  return {
    id: written.id,
    nodeId: written.nodeId,
    createdAt: written.at,
    editedAt: null,
    author: { kind: viewer.isBot ? 'Bot' : 'User', login: viewer.login },
    editor: null,
    viewerDidAuthor: true,
    body,
    reacted: [],
  }
}

export const commentFactOf = (view: View, written: Written, body: string): CommentFact => ({
  ...authored(view, written, body),
  isMinimized: false,
})

export const reviewFactOf = (
  view: View,
  { written, body, state, commit }: { written: Written; body: string; state: ReviewFact['state']; commit: Sha },
): ReviewFact => ({
  ...authored(view, written, body),
  submittedAt: written.at,
  state,
  isMinimized: false,
  authorCanPush: false,
  commit,
})

/** The comment as it reads after an edit of ours; its own time stays. */
export const editedFactOf = (view: View, written: Written, edit: { body: string; createdAt: number }): CommentFact => {
  const fact = commentFactOf(view, written, edit.body)
  return { ...fact, createdAt: edit.createdAt, editedAt: written.at, editor: fact.author }
}
