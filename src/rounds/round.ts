import { actionOf } from '../decide/action.ts'
import type { Plan } from '../decide/plan.ts'
import { isCapReached, permitOf, settle, verdictOf } from '../decide/settle.ts'
import { apply } from '../effects/apply.ts'
import { type Held, LockLost, lookHeld, mineOf } from '../effects/held.ts'
import { publish } from '../effects/publish.ts'
import { GitHubError } from '../github/errors.ts'
import type { ReviewEvent } from '../github/writer.ts'
import type { Claim } from '../markers/schema.ts'
import { demandTime, type PullRun } from '../observe/context.ts'
import { type View, viewOf } from '../observe/look.ts'
import { dismissedNow } from '../observe/memory.ts'
import { takeClaim } from './claim.ts'
import { headMoved, notTaken, recordFailure, stopped, unable, withhold, workReport } from './endings.ts'
import { lookUnderLock } from './lock.ts'
import { type Ready, readied } from './ready.ts'
import { quietReport, type RunReport } from './report.ts'
import { verdictMarkerOf, withLateDismissals } from './verdict-marker.ts'
import { type WorkDeps, type WorkResult, work } from './work.ts'

type Reviewed = Extract<WorkResult, { kind: 'reviewed' }>
type ReviewPlan = Extract<Plan, { kind: 'review' }>
type Claimed = { claim: Claim; view: View }

const onlyGitHub = (error: unknown): GitHubError => {
  if (error instanceof GitHubError) return error
  throw error
}

/**
 * What the rest rests on: the last read with the review added. After a native approval, or where that read does not show the
 * review, the pull is read once more.
 */
const afterPublishing = async (
  pullRun: PullRun,
  held: Held,
  { claim, view, event }: { claim: Claim; view: View; event: ReviewEvent | null },
): Promise<View> => {
  if (event === 'APPROVE') return lookHeld(pullRun, held, view.policy.panel)
  const added = await viewOf(pullRun, view.snapshot.facts, { mine: mineOf(held), readAtMs: view.readAtMs })
  return verdictOf(added.snapshot, claim) === undefined ? lookHeld(pullRun, held, view.policy.panel) : added
}

/** Publishes unless the verdict is there already, then applies what is still missing. */
const conclude = async (
  pullRun: PullRun,
  held: Held,
  { claim, result: reported, view }: { claim: Claim; result: Reviewed; view: View },
): Promise<RunReport> => {
  const result = withLateDismissals(reported, await dismissedNow(pullRun, view.snapshot))
  const permit = permitOf({ snapshot: view.snapshot, policy: view.policy, claim })
  const acts = permit.kind === 'publish' ? permit.acts : claim.acts
  const { marker, input } = verdictMarkerOf(pullRun, { claim, result, view, acts })
  const published =
    permit.kind === 'exists'
      ? { url: null, event: null }
      : await publish(pullRun, held, { view, marker, input }).catch(onlyGitHub)
  if (published instanceof GitHubError) return notTaken(pullRun, held, { claim, result, view, input, error: published })
  const after = await afterPublishing(pullRun, held, { claim, view, event: published.event })
  const effects = settle({ snapshot: after.snapshot, policy: after.policy, claim })
  const ended = await apply(pullRun, held, { effects, view: after, claim, cost: result.cost })
  const verdict = verdictOf(ended.snapshot, claim)
  const capped = verdict !== undefined && isCapReached(ended, verdict)
  const decision = verdict?.decision ?? result.decided.decision
  return {
    ...workReport(ended, result),
    outcome: capped ? 'escalated' : 'reviewed',
    reason: capped ? `${decision}; the cycle cap is reached` : decision,
    rule: capped ? 'cycle-cap' : null,
    review: {
      decision,
      findings: result.decided.findings,
      placements: result.placements,
      agent: input.by.agent,
      url: published.url,
    },
    verdictFile: result.verdictFile,
  }
}

/** The read that came back with the claim counts already: a head that has moved is not worth an agent. */
const nothingTried: WorkResult = {
  kind: 'stopped',
  cause: 'head-moved',
  attempts: [],
  cost: { usd: 0, estimated: false },
  journal: null,
}

type Readied = Pick<Ready, 'prepared'> & { deps: WorkDeps }

const reviewRound = async (
  pullRun: PullRun,
  held: Held,
  { claim, view, prepared, deps }: Claimed & Readied,
): Promise<RunReport> => {
  const tooLate = await withhold(pullRun, held, { claim, result: nothingTried, view })
  if (tooLate !== null) return tooLate
  const result = await work(pullRun, { claim, view, prepared }, deps)
  const now = await lookHeld(pullRun, held, view.policy.panel)
  if (result.kind === 'stopped' && result.cause === 'cancelled') return stopped(pullRun, held, { claim, result, view: now })
  const withheld = await withhold(pullRun, held, { claim, result, view: now })
  if (withheld !== null) return withheld
  if (result.kind === 'stopped' && result.cause === 'head-moved') return headMoved(pullRun, held, { claim, result, view: now })
  if (result.kind === 'reviewed') return conclude(pullRun, held, { claim, result, view: now })
  return result.kind === 'unable'
    ? unable(pullRun, held, { claim, result, view: now })
    : stopped(pullRun, held, { claim, result, view: now })
}

const claimAndReview = async (
  pullRun: PullRun,
  held: Held,
  { view, plan, ready }: { view: View; plan: ReviewPlan; ready: Readied },
): Promise<RunReport> => {
  const claimed = await takeClaim(pullRun, held, { view, plan })
  try {
    return await reviewRound(pullRun, held, { ...claimed, ...ready })
  } catch (error) {
    if (!(error instanceof LockLost))
      await recordFailure(pullRun, held, { claim: claimed.claim, cost: { usd: 0, estimated: false }, error })
    throw error
  }
}

/** Nothing to review: what is to be mended is mended under the lock. */
export const quietRound = async (pullRun: PullRun, held: Held, view: View): Promise<RunReport> => {
  if (view.plan.kind !== 'apply') return quietReport(view, view.plan)
  const { effects, target } = view.plan
  const after = await apply(pullRun, held, { effects, view, claim: target, cost: { usd: 0, estimated: false } })
  return quietReport(after, view.plan)
}

/**
 * One round under the lock, where the view `before` it no longer counts: read in full, then mend; or, with the head ready and the
 * last rules asked, claim, review, publish and settle. What was made ready before the lock serves the same head.
 */
export const round = async (
  pullRun: PullRun,
  held: Held,
  { deps, before, known }: { deps: WorkDeps; before: View; known: Ready | null },
): Promise<RunReport> => {
  const { view, ready } = await readied(pullRun, await lookUnderLock(pullRun, held), { deps, known })
  const line = planLine(view, view.plan)
  if (line !== planLine(before, before.plan)) pullRun.log(`${line} (under the lock)`)
  if (view.plan.kind !== 'review' || ready === null) return quietRound(pullRun, held, view)
  demandTime(pullRun)
  return claimAndReview(pullRun, held, { view, plan: view.plan, ready: { prepared: ready.prepared, deps } })
}

export const planLine = ({ snapshot }: View, plan: Plan): string => {
  const { pull } = snapshot.facts
  return `decide  #${pull.number} head=${pull.head.oid.slice(0, 7)} → ${actionOf(plan)}  ${plan.why}`
}
