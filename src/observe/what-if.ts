import type { Actor, CommentFact, Facts } from '../snapshot/facts.ts'
import type { Act } from '../snapshot/snapshot.ts'
import type { PullRun } from './context.ts'
import { UNHELD, type View, viewOf } from './look.ts'

/** An id that no comment of GitHub's has yet. */
const NOT_YET = Number.MAX_SAFE_INTEGER

const commentOf = (facts: Facts, viewer: Facts['viewer'], body: string): CommentFact => ({
  id: NOT_YET,
  nodeId: 'not-yet',
  createdAt: facts.observedAt,
  editedAt: null,
  author: { kind: viewer.isBot ? 'Bot' : 'User', login: viewer.login },
  editor: null,
  viewerDidAuthor: false,
  body,
  reacted: [],
  isMinimized: false,
})

export type WhatIf = { view: View; act: Act | undefined }

/** What a run would make of the pull if this account had written that: the overlay is written nowhere. */
export const whatIfAsked = async (
  pullRun: PullRun,
  view: View,
  asked: { by: Facts['viewer']; body: string },
): Promise<WhatIf> => {
  const { facts } = view.snapshot
  const overlaid = { ...facts, comments: [...facts.comments, commentOf(facts, asked.by, asked.body)] }
  const look = { mine: UNHELD, readAtMs: view.readAtMs }
  const after = await viewOf(pullRun, overlaid, look)
  return { view: after, act: after.snapshot.acts.find(act => act.id === `c${NOT_YET}`) }
}

/** What a run would make of the pull once this account has set the label: the overlay is written nowhere. `null` = nobody sets one. */
export const whatIfLabelled = (pullRun: PullRun, view: View, set: { by: Actor; label: string } | null): Promise<View> => {
  const { facts } = view.snapshot
  const look = { mine: UNHELD, readAtMs: view.readAtMs }
  if (set === null) return viewOf(pullRun, facts, look)
  const event = { kind: 'labeled', id: 'not-yet', at: facts.observedAt, actor: set.by, label: set.label } as const
  const pull = { ...facts.pull, labels: [...facts.pull.labels, set.label] }
  return viewOf(pullRun, { ...facts, pull, timeline: [...facts.timeline, event] }, look)
}
