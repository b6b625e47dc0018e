import { type ReviewInput, reviewBody } from '../comments/review.ts'
import type { Effect } from '../decide/effect.ts'
import { turnOf } from '../decide/panel.ts'
import { permitOf, settleUnable, settleUndecided } from '../decide/settle.ts'
import { apply } from '../effects/apply.ts'
import type { Cost } from '../effects/ending.ts'
import { type Held, LockLost, lookHeld } from '../effects/held.ts'
import { type Publication, publish } from '../effects/publish.ts'
import type { GitHubError } from '../github/errors.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { answersAt, isMember, primaryAt } from '../snapshot/panel.ts'
import type { RunReport } from './report.ts'
import type { WorkResult } from './work.ts'

type Reviewed = Extract<WorkResult, { kind: 'reviewed' }>

export const workReport = (view: View, result: WorkResult): RunReport => ({
  outcome: 'superseded',
  reason: '',
  rule: null,
  cutOff: false,
  view,
  review: null,
  unpublished: null,
  attempts: result.attempts,
  costUsd: result.cost.usd,
  journal: result.journal,
  verdictFile: null,
})

/** What could not be published, and why: the claim is closed, and the next read decides again. */
export const withhold = async (
  pullRun: PullRun,
  held: Held,
  { claim, result, view }: { claim: Claim; result: WorkResult; view: View },
): Promise<RunReport | null> => {
  const permit = permitOf({ snapshot: view.snapshot, policy: view.policy, claim })
  if (permit.kind === 'publish' || permit.kind === 'exists') return null
  pullRun.log(`settle  verdict withheld: ${permit.detail}`)
  if (permit.why === 'lock-lost') throw new LockLost(permit.detail)
  const after = await apply(pullRun, held, { effects: permit.effects, view, claim, cost: result.cost })
  return { ...workReport(after, result), outcome: 'superseded', reason: permit.detail }
}

const LOOKS_MS = [5_000, 10_000, 15_000]
const AHEAD = 'superseded: git shows another head than the API, which lags'

/**
 * Git shows a head that the API does not show yet: it is waited for, so that what comes next is decided on the new one.
 * An API that stays behind ends this run; the new head's own run comes to it.
 */
export const headMoved = async (
  pullRun: PullRun,
  held: Held,
  { claim, result, view }: { claim: Claim; result: WorkResult; view: View },
): Promise<RunReport> => {
  let now = view
  for (const delayMs of LOOKS_MS) {
    await pullRun.clock.sleep(delayMs)
    now = await lookHeld(pullRun, held)
    const withheld = await withhold(pullRun, held, { claim, result, view: now })
    if (withheld !== null) return withheld
  }
  pullRun.log(`settle  verdict withheld: ${AHEAD}`)
  const effects: Effect[] = [{ kind: 'write-ending', ending: 'continues', reason: AHEAD, flagged: false, overtaken: true }]
  const after = await apply(pullRun, held, { effects, view: now, claim, cost: result.cost })
  return { ...workReport(after, result), outcome: 'superseded', reason: AHEAD, cutOff: true }
}

export const unable = async (
  pullRun: PullRun,
  held: Held,
  { claim, result, view }: { claim: Claim; result: Extract<WorkResult, { kind: 'unable' }>; view: View },
): Promise<RunReport> => {
  const effects = settleUnable({ snapshot: view.snapshot, policy: view.policy, claim }, result.reason)
  const after = await apply(pullRun, held, { effects, view, claim, cost: result.cost })
  return { ...workReport(after, result), outcome: 'failed', reason: result.reason }
}

/** A claim that was cut off, without a word on the head: a later run takes it up again, twice at most. */
const cutOff = async (
  pullRun: PullRun,
  held: Held,
  { claim, cost, view, reason }: { claim: Claim; cost: Cost; view: View; reason: string },
): Promise<View> =>
  apply(pullRun, held, { effects: [{ kind: 'write-ending', ending: 'terminated', reason, flagged: false }], view, claim, cost })

/** A member that waits for the first review has started no agent. */
const doingWhat = ({ snapshot, policy }: View, claim: Claim): string => {
  const isWaiting = isMember(snapshot) && claim.role === 'enricher' && primaryAt(snapshot, claim) === undefined
  const leader = isWaiting ? turnOf({ snapshot, policy }, claim, []).leader?.member : undefined
  return isWaiting ? `it waited for the review of ${leader ?? 'the anchor'}` : 'the agent worked'
}

export const stopped = async (
  pullRun: PullRun,
  held: Held,
  { claim, result, view }: { claim: Claim; result: Extract<WorkResult, { kind: 'stopped' | 'broken' }>; view: View },
): Promise<RunReport> => {
  const reason = result.kind === 'broken' ? result.reason : `the run was cancelled while ${doingWhat(view, claim)}`
  const after = await cutOff(pullRun, held, { claim, cost: result.cost, view, reason })
  return { ...workReport(after, result), outcome: result.kind === 'broken' ? 'failed' : 'terminated', reason, cutOff: true }
}

/** What went wrong outside of the agents leaves the claim cut off, so that the next run need not find that out for itself. */
export const recordFailure = async (
  pullRun: PullRun,
  held: Held,
  { claim, cost, error }: { claim: Claim; cost: Cost; error: unknown },
): Promise<void> => {
  const reason = `the run failed: ${error instanceof Error ? error.message : String(error)}`
  try {
    const view = await lookHeld(pullRun, held)
    await cutOff(pullRun, held, { claim, cost, view, reason })
  } catch (again) {
    pullRun.log(`warn  the failure could not be recorded (${String(again)}); the next run finds the claim open`)
  }
}

/** GitHub refused the review: because its commit was pushed away since (then nothing is said for the old world), or for good. */
export const notTaken = async (
  pullRun: PullRun,
  held: Held,
  refused: { claim: Claim; result: Reviewed; view: View; input: ReviewInput; error: GitHubError },
): Promise<RunReport> => {
  const { claim, result, error } = refused
  if (error.status !== 422) return unpublished(pullRun, held, refused)
  const now = await lookHeld(pullRun, held)
  return (await withhold(pullRun, held, { claim, result, view: now })) ?? unpublished(pullRun, held, refused)
}

/** What the panel's members said is published all the same, as a comment that decides nothing; then a person is called. */
export const undecided = async (
  pullRun: PullRun,
  held: Held,
  { claim, result, view, publication }: { claim: Claim; result: Reviewed; view: View; publication: Publication },
): Promise<RunReport> => {
  const reason = result.panel?.missing ?? ''
  const { marker } = publication
  const isSaid = answersAt(view.snapshot, claim).some(one => one.reviewer === marker.reviewer)
  const url = isSaid ? null : (await publish(pullRun, held, publication)).url
  const effects = settleUndecided({ snapshot: view.snapshot, policy: view.policy, claim }, reason)
  const after = await apply(pullRun, held, { effects, view, claim, cost: result.cost })
  pullRun.log(`panel  ${reason}${url === null ? '' : `; what was said: ${url}`}`)
  return { ...workReport(after, result), outcome: 'escalated', reason, rule: 'panel', verdictFile: result.verdictFile }
}

/** A review that was paid for and that GitHub does not take: its text goes into the job summary, and a later run takes the head up. */
const unpublished = async (
  pullRun: PullRun,
  held: Held,
  { claim, result, view, input, error }: { claim: Claim; result: Reviewed; view: View; input: ReviewInput; error: GitHubError },
): Promise<RunReport> => {
  const reason = `the review could not be published (${error.message}); its text is in the job summary`
  await recordFailure(pullRun, held, { claim, cost: result.cost, error: new Error(reason) })
  return {
    ...workReport(view, result),
    outcome: 'failed',
    reason,
    cutOff: true,
    unpublished: reviewBody(input),
    verdictFile: result.verdictFile,
  }
}
