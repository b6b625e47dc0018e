import { type Act, needs, personal, type Viewer } from './access.ts'
import { addComment, deleteComment, updateComment } from './acts/comments.ts'
import { addLabels, deleteLabel, labelNamed, removeLabel } from './acts/labels.ts'
import { mergePull } from './acts/merge.ts'
import type { Draft } from './acts/placement.ts'
import { type NewPull, openIssue, openPull, setDraft, updatePull } from './acts/pulls.ts'
import { addReaction } from './acts/reactions.ts'
import { commitFiles, type FilesCommit, setBranch } from './acts/repositories.ts'
import { requestReviewers } from './acts/requests.ts'
import { createReview, dismissReview, type ReviewEvent, updateReview } from './acts/reviews.ts'
import { setResolved } from './acts/threads.ts'
import { found } from './refusal.ts'
import type { Comment, Issue, Label, Pull, ReactionContent, Repository, Review, Thread } from './world/types.ts'
import { issueOf, pullOf, type World } from './world/world.ts'

/** What somebody does in the pages of GitHub. Rights are checked as ever. */
export type Person = {
  act: Act
  comment(number: number, body: string): Comment
  edit(comment: Comment, body: string): Comment
  deleteComment(comment: Comment): void
  label(number: number, ...names: string[]): void
  unlabel(number: number, name: string): void
  deleteLabel(name: string): void
  react(number: number, content: ReactionContent): void
  review(number: number, review: { event?: ReviewEvent; body?: string; commit?: string; comments?: Draft[] }): Review
  editReview(number: number, review: Review, body: string): Review
  dismiss(number: number, review: Review, message?: string): Review
  resolve(number: number, thread: Thread): void
  requestReview(number: number, ...users: string[]): void
  commit(branch: string, files: FilesCommit['files'], more?: Partial<FilesCommit>): string
  forcePush(branch: string, from: string, files: FilesCommit['files']): string
  deleteBranch(branch: string): void
  open(pull: Partial<NewPull> & { head: string }): Pull
  openIssue(title: string, body?: string): Issue
  retarget(number: number, base: string): void
  close(number: number): void
  reopen(number: number): void
  draft(number: number): void
  ready(number: number): void
  merge(number: number): string
}

const viewerOf = (world: World, login: string): Viewer => {
  const account = world.ensureAccount(login)
  const token = world.tokens.find(known => known.login === account.login)
  // A bot acts with the rights of its token.
  return account.type === 'Bot' && token
    ? { account, kind: token.kind, permissions: token.permissions, repositories: token.repositories }
    : personal(account)
}

export function personIn(world: World, login: string, repositoryOf: () => Repository): Person {
  const act: Act = { world, viewer: viewerOf(world, login), repository: repositoryOf() }
  const pull = (number: number): Pull => pullOf(act.repository, number)
  const issue = (number: number): Issue | Pull => issueOf(act.repository, number)
  const on = (comment: Comment) => ({
    issue: found(act.repository.issues.find(known => known.comments.includes(comment))),
    comment,
  })
  const label = (name: string): Label => found(labelNamed(act.repository, name))
  return {
    act,
    comment: (number, body) => addComment(act, issue(number), body),
    edit: (comment, body) => updateComment(act, on(comment), body),
    deleteComment: comment => deleteComment(act, on(comment)),
    label: (number, ...names) => addLabels(act, issue(number), names),
    unlabel: (number, name) => removeLabel(act, issue(number), name),
    deleteLabel: name => deleteLabel(act, label(name)),
    react: (number, content) => void addReaction(act, issue(number), { content, need: needs.react }),
    review: (
      number,
      {
        event = 'COMMENT',
        body = '',
        commit = null,
        comments = [],
      }: { event?: ReviewEvent; body?: string; commit?: string | null; comments?: Draft[] },
    ) => createReview(act, pull(number), { event, body, commit, comments }),
    editReview: (number, review, body) => updateReview(act, { pull: pull(number), review }, body),
    dismiss: (number, review, message = 'Dismissed') => dismissReview(act, { pull: pull(number), review }, message),
    resolve: (number, thread) => setResolved(act, { pull: pull(number), thread }, true),
    requestReview: (number, ...users) => requestReviewers(act, pull(number), { users, teams: [] }),
    commit: (branch, files, more = {}) => commitFiles(act, { branch, files, message: 'Change files', ...more }),
    forcePush: (branch, from, files) => commitFiles(act, { branch, files, message: 'Rewrite', from, force: true }),
    deleteBranch: branch =>
      setBranch(act, { ref: `refs/heads/${branch}`, before: act.repository.git.branch(branch), after: null }),
    open: wanted => openPull(act, { title: wanted.head, body: '', base: act.repository.defaultBranch, ...wanted }),
    openIssue: (title, body = '') => openIssue(act, { title, body }),
    retarget: (number, base) => updatePull(act, pull(number), { base }),
    close: number => updatePull(act, pull(number), { state: 'closed' }),
    reopen: number => updatePull(act, pull(number), { state: 'open' }),
    draft: number => setDraft(act, pull(number), true),
    ready: number => setDraft(act, pull(number), false),
    merge: number => mergePull(act, pull(number), { method: 'merge', sha: null }),
  }
}
