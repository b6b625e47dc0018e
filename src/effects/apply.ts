import { answerBody } from '../comments/answer.ts'
import { escalationBody } from '../comments/escalation.ts'
import { noticeOf } from '../comments/notice.ts'
import { carriedBody, tidiedBody } from '../comments/tidied.ts'
import { MOVED } from '../decide/after-verdict.ts'
import { type Effect, effectLine } from '../decide/effect.ts'
import { asUnsure, dueNotice } from '../decide/notice.ts'
import { GitHubError } from '../github/errors.ts'
import {
  createComment,
  createReview,
  deleteComment,
  deleteReviewComment,
  react,
  replaceReviewBody,
  reviewCommentIds,
} from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { Claim, Marker } from '../markers/schema.ts'
import { type PullRun, placeOf } from '../observe/context.ts'
import { type View, viewOf } from '../observe/look.ts'
import type { Verdict } from '../snapshot/snapshot.ts'
import { clipBody } from '../text/clip.ts'
import { setAutoMerge } from './auto-merge.ts'
import { type Cost, ended, withCost } from './ending.ts'
import { closeTasks, mintTasks } from './fix-tasks.ts'
import { type Held, lookHeld, mineOf, permit, sendHeld } from './held.ts'
import { dismiss, foldOutdated } from './native.ts'
import { commentFactOf, reviewFactOf } from './own-facts.ts'
import { setPauseLabel } from './pause-label.ts'
import { publishDecision } from './publish-decision.ts'
import { statusOf, writeStatus } from './status.ts'

type WriteEnding = Extract<Effect, { kind: 'write-ending' }>

/** What GitHub takes, less the longest marker. */
const TEXT_LIMIT = 48_000

/** What the effects are applied for: the claim that a written ending closes, and what it cost. */
export type Applying = { view: View; claim: Claim | null; cost: Cost }

/** Posts a comment with its marker once: after a lost answer the pull is read, and only a comment that is not there is sent again. */
const postComment = async (pullRun: PullRun, held: Held, post: { view: View; body: string; marker: Marker }): Promise<void> => {
  const body = appendMarker(clipBody(pullRun.scrub(post.body), TEXT_LIMIT, false), post.marker, pullRun.keys)
  await permit(pullRun, held)
  const written = await createComment(pullRun.site, body)
  pullRun.own.comments.push(commentFactOf(post.view, written, body))
}

const bindingOf = (view: View) => ({ repo: view.snapshot.facts.repository.id, pull: view.snapshot.facts.pull.number })

const postEscalation = (
  pullRun: PullRun,
  held: Held,
  { view, effect, cost }: { view: View; effect: Extract<Effect, { kind: 'post-escalation' }>; cost: Cost },
) => {
  const marker: Marker = {
    kind: 'escalation',
    ...bindingOf(view),
    head: effect.head,
    reason: effect.reason,
    reviewer: pullRun.reviewer,
    run: { id: pullRun.run.id, attempt: pullRun.run.attempt },
    nonce: pullRun.nonce(),
  }
  const { reason, detail } = effect
  const snapshot = withCost(view.snapshot, cost)
  const body = escalationBody({ reason, detail, snapshot, policy: view.policy, place: placeOf(pullRun) })
  return postComment(pullRun, held, { view, body, marker })
}

const postAnswer = async (
  pullRun: PullRun,
  held: Held,
  { view, effect }: { view: View; effect: Extract<Effect, { kind: 'post-answer' }> },
) => {
  const marker: Marker = {
    kind: 'answer',
    ...bindingOf(view),
    acts: effect.acts.map(act => act.id),
    outcome: 'refused',
    nonce: pullRun.nonce(),
  }
  // Before the answer, which closes the request: a run that dies between the two leaves it open, and all of this is done again.
  await mark(pullRun, { kind: 'mark-answered', acts: effect.acts, reaction: 'CONFUSED' })
  await postComment(pullRun, held, {
    view,
    body: answerBody({ acts: effect.acts, why: effect.why, policy: view.policy }),
    marker,
  })
}

/** Display only: a reaction that cannot be set is one warning, and nothing rests on it. */
const mark = async (pullRun: PullRun, effect: Extract<Effect, { kind: 'mark-answered' }>): Promise<void> => {
  for (const { text } of effect.acts) {
    if (text === null) continue
    await react(pullRun.site, text.nodeId, effect.reaction).catch(error => {
      if (!(error instanceof GitHubError)) throw error
      pullRun.log(`warn  the reaction ${effect.reaction.toLowerCase()} could not be set: ${error.message}`)
    })
  }
}

/** A later review of a key that has its verdict: its inline comments are deleted, its body says which one counts, its force and its place in sight are taken. */
const tidy = async (pullRun: PullRun, view: View, verdict: Verdict): Promise<void> => {
  const first = view.snapshot.verdicts.find(
    one => one.head === verdict.head && one.occasion === verdict.occasion && one.reviewer === verdict.reviewer,
  )
  for (const id of await reviewCommentIds(pullRun.site, verdict.id)) await deleteReviewComment(pullRun.site, id)
  const marker: Marker = { kind: 'answer', ...bindingOf(view), acts: [], outcome: 'answered', nonce: pullRun.nonce() }
  await replaceReviewBody(pullRun.site, verdict.id, appendMarker(tidiedBody(first?.id ?? null), marker, pullRun.keys))
  const fact = view.snapshot.facts.reviews.find(one => one.id === verdict.id)
  if (fact?.state === 'APPROVED' || fact?.state === 'CHANGES_REQUESTED')
    await dismiss(pullRun, { kind: 'dismiss-review', review: verdict.id, why: 'A duplicate of an earlier review.' })
  if (fact?.isMinimized === false) await foldOutdated(pullRun, { kind: 'fold-outdated', reviews: [verdict.nodeId], threads: [] })
}

/**
 * The approval of an equal patch, given again at the present head: a verdict of its own key that neither counts nor resets.
 * The head is read once more; an approval of what is not the head any more is taken back.
 */
const carryApproval = async (
  pullRun: PullRun,
  held: Held,
  { view, verdict }: { view: View; verdict: Verdict },
): Promise<View> => {
  const { head, base } = view.snapshot.facts.pull
  if (verdict.marker === null) return view
  const marker: Marker = {
    ...verdict.marker,
    head: head.oid,
    base: base.ref,
    occasion: 'first',
    acts: [],
    nonce: pullRun.nonce(),
    carriedFrom: verdict.head,
  }
  const body = appendMarker(carriedBody(verdict.head, head.oid), marker, pullRun.keys)
  const written = await createReview(pullRun.site, { commit: head.oid, event: 'APPROVE', body, comments: [] })
  pullRun.own.reviews.push(reviewFactOf(view, { written, body, state: 'APPROVED', commit: head.oid }))
  const after = await lookHeld(pullRun, held)
  if (after.snapshot.facts.pull.head.oid !== head.oid)
    await dismiss(pullRun, { kind: 'dismiss-review', review: written.id, why: MOVED })
  return after
}

/** The ending, and with it the record of the notice that is sent then: a run that dies between the two sends none. */
const closeClaim = async (
  pullRun: PullRun,
  held: Held,
  { effect, view, claim, cost }: { effect: WriteEnding; view: View; claim: Claim; cost: Cost },
): Promise<View> => {
  const { snapshot, policy } = view
  const due = pullRun.notify === null ? null : dueNotice(effect, { status: statusOf(snapshot), claim, policy })
  const sending = due === null ? null : { notice: due.key, lock: held.lock }
  const after = await writeStatus(pullRun, held, {
    view,
    status: ended(snapshot, effect, { claim, cost, sending, own: pullRun.own }),
  })
  if (due === null || pullRun.notify === null) return after
  const { head } = claim
  const notice = noticeOf({ due, why: effect.reason, head, snapshot: after.snapshot, policy, place: placeOf(pullRun) })
  await pullRun.notify(notice)
  pullRun.remember('sent', due.key)
  return after
}

/** `null` = GitHub refused it, which is told, and the rest goes on. */
const one = async (
  pullRun: PullRun,
  held: Held,
  { effect, applying }: { effect: Effect; applying: Applying },
): Promise<View | null> => {
  const { view, claim, cost } = applying
  switch (effect.kind) {
    case 'add-pause-label':
    case 'remove-pause-label':
      return (await setPauseLabel(pullRun, view, effect)) ? view : null
    case 'post-escalation':
      await postEscalation(pullRun, held, { view, effect, cost })
      return view
    case 'post-answer':
      await postAnswer(pullRun, held, { view, effect })
      return view
    case 'mark-answered':
      await mark(pullRun, effect)
      return view
    case 'tidy-duplicate':
      await tidy(pullRun, view, effect.verdict)
      return view
    case 'carry-approval':
      return carryApproval(pullRun, held, { view, verdict: effect.verdict })
    case 'dismiss-review':
      await dismiss(pullRun, effect)
      return view
    case 'fold-outdated':
      await foldOutdated(pullRun, effect)
      return view
    case 'publish-decision':
      await publishDecision(pullRun, held, { view, round: effect.round })
      return viewOf(pullRun, view.snapshot.facts, { mine: mineOf(held), readAtMs: view.readAtMs })
    case 'delete-status':
      await deleteComment(pullRun.site, effect.id)
      return view
    case 'doubt-notice':
      return writeStatus(pullRun, held, { view, status: asUnsure(statusOf(view.snapshot)) })
    case 'auto-merge':
      return (await setAutoMerge(pullRun, view, effect)) ? view : null
    case 'mint-fix-tasks':
      return mintTasks(pullRun, held, view)
    case 'close-fix-tasks':
      return closeTasks(pullRun, held, view)
    case 'write-ending':
      return claim === null ? view : closeClaim(pullRun, held, { effect, view, claim, cost })
  }
}

/** Applies the effects in order under the lock; each write is covered by a read of the last 30 seconds. */
export const apply = async (
  pullRun: PullRun,
  held: Held,
  { effects, ...applying }: Applying & { effects: Effect[] },
): Promise<View> => {
  let { view } = applying
  for (const effect of effects) {
    const before = view
    const send = (): Promise<View | null> => one(pullRun, held, { effect, applying: { ...applying, view: before } })
    const after = await sendHeld(pullRun, held, send)
    if (after !== null) pullRun.log(`apply  ${effectLine(effect)}`)
    view = after ?? view
  }
  return view
}
