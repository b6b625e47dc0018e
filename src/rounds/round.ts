import { unknownCost } from '../agents/cost.ts'
import { actionOf } from '../decide/action.ts'
import type { Effect } from '../decide/effect.ts'
import { dueDecision } from '../decide/panel.ts'
import type { Plan } from '../decide/plan.ts'
import { endDecision, isCapReached, permitOf, settle, settleDecision, verdictOf } from '../decide/settle.ts'
import { apply } from '../effects/apply.ts'
import { costOfDead } from '../effects/ending.ts'
import { type Held, LockLost, lookHeld, mineOf } from '../effects/held.ts'
import { publish } from '../effects/publish.ts'
import { GitHubError } from '../github/errors.ts'
import type { ReviewEvent } from '../github/writer.ts'
import type { Claim } from '../markers/schema.ts'
import { demandTime, type PullRun } from '../observe/context.ts'
import { type View, viewOf } from '../observe/look.ts'
import { dismissedNow } from '../observe/memory.ts'
import { decisionAt, isMember, primaryAt, type RoundKey } from '../snapshot/panel.ts'
import type { Snapshot, Verdict } from '../snapshot/snapshot.ts'
import { takeClaim } from './claim.ts'
import { headMoved, notTaken, recordFailure, stopped, unable, undecided, withhold, workReport } from './endings.ts'
import { lookUnderLock } from './lock.ts'
import { asOpinion, leaningOf } from './opinion-work.ts'
import { type Place, takePlace } from './place.ts'
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

/** A member of a panel reads once after its review; where the panel is complete then, and it is its turn, it publishes the decision. */
const readBack = async (pullRun: PullRun, held: Held, claim: Claim): Promise<View> => {
  const after = await lookHeld(pullRun, held)
  const due = dueDecision(after)
  if (due === null) return after
  const effects: Effect[] = [{ kind: 'publish-decision', round: due }]
  const decided = await apply(pullRun, held, { effects, view: after, claim, cost: { usd: 0, estimated: false } })
  return after.policy.approve ? lookHeld(pullRun, held) : decided
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
  if (isMember(view.snapshot)) return readBack(pullRun, held, claim)
  if (event === 'APPROVE') return lookHeld(pullRun, held)
  const added = await viewOf(pullRun, view.snapshot.facts, { mine: mineOf(held), readAtMs: view.readAtMs })
  return verdictOf(added.snapshot, claim) === undefined ? lookHeld(pullRun, held) : added
}

/** Of a member: what the panel decided, if it did. */
const decidingVerdict = ({ snapshot }: View, claim: Claim): Verdict | undefined =>
  isMember(snapshot) ? decisionAt(snapshot, claim) : verdictOf(snapshot, claim)

type Concluded = { ended: View; claim: Claim; result: Reviewed; agent: string; url: string | null }

const concludedReport = ({ ended, claim, result, agent, url }: Concluded): RunReport => {
  const verdict = decidingVerdict(ended, claim)
  const capped = verdict !== undefined && isCapReached(ended, verdict)
  const decision = verdict?.decision ?? (isMember(ended.snapshot) ? null : result.decided.decision)
  const said = decision ?? 'answered; the panel decides when all its members have'
  return {
    ...workReport(ended, result),
    outcome: capped ? 'escalated' : 'reviewed',
    reason: capped ? `${said}; the cycle cap is reached` : said,
    rule: capped ? 'cycle-cap' : null,
    review: { decision, findings: result.decided.findings, placements: result.placements, agent, url },
    verdictFile: result.verdictFile,
  }
}

/** Another member's review came first: this one's is then an opinion on it. */
const asSecond = (result: Reviewed, snapshot: Snapshot, claim: Claim): Reviewed => {
  const primary = isMember(snapshot) ? primaryAt(snapshot, claim) : undefined
  if (primary === undefined || result.opinion !== null) return result
  const { opinion, added } = asOpinion(result.decided.findings, primary)
  const placements = result.placements.filter(one => added.includes(one.finding))
  return { ...result, opinion, placements, decided: { ...result.decided, decision: leaningOf(opinion, added), findings: added } }
}

/** Publishes unless the verdict is there already, then applies what is still missing. */
const conclude = async (
  pullRun: PullRun,
  held: Held,
  { claim, result: reported, view, unchecked }: { claim: Claim; result: Reviewed; view: View; unchecked: number | null },
): Promise<RunReport> => {
  const kept = withLateDismissals(reported, await dismissedNow(pullRun, view.snapshot))
  const result = asSecond(kept, view.snapshot, claim)
  const permit = permitOf({ snapshot: view.snapshot, policy: view.policy, claim })
  const acts = permit.kind === 'publish' ? permit.acts : claim.acts
  const { marker, input } = verdictMarkerOf(pullRun, { claim, result, view, acts, unchecked })
  if (permit.kind === 'publish' && input.panel !== null && input.panel.missing !== null)
    return undecided(pullRun, held, { claim, result, view, publication: { view, marker: { ...marker, acts: [] }, input } })
  const published =
    permit.kind === 'exists'
      ? { url: null, event: null }
      : await publish(pullRun, held, { view, marker, input }).catch(onlyGitHub)
  if (published instanceof GitHubError) return notTaken(pullRun, held, { claim, result, view, input, error: published })
  const after = await afterPublishing(pullRun, held, { claim, view, event: published.event })
  const effects = settle({ snapshot: after.snapshot, policy: after.policy, claim })
  const ended = await apply(pullRun, held, { effects, view: after, claim, cost: result.cost })
  return concludedReport({ ended, claim, result, agent: input.by.agent, url: published.url })
}

/** The read that came back with the claim counts already: a head that has moved is not worth an agent. */
const nothingTried: WorkResult = {
  kind: 'stopped',
  cause: 'head-moved',
  attempts: [],
  cost: { usd: 0, estimated: false },
  journal: null,
}

type Readied = Pick<Ready, 'prepared' | 'unchecked'> & { deps: WorkDeps }

/** A member of a panel has a place to find first. */
const placed = async (pullRun: PullRun, held: Held, { claim, view, deps }: Claimed & { deps: WorkDeps }): Promise<Place> =>
  isMember(view.snapshot) ? takePlace(pullRun, held, { claim, view, stop: deps.stop }) : { claim, view, primary: null }

const reviewRound = async (
  pullRun: PullRun,
  held: Held,
  { prepared, unchecked, deps, ...claimed }: Claimed & Readied,
): Promise<RunReport> => {
  const tooLate = await withhold(pullRun, held, { claim: claimed.claim, result: nothingTried, view: claimed.view })
  if (tooLate !== null) return tooLate
  const { claim, view, primary } = await placed(pullRun, held, { ...claimed, deps })
  const overtaken = await withhold(pullRun, held, { claim, result: nothingTried, view })
  if (overtaken !== null) return overtaken
  const result = await work(pullRun, { claim, view, prepared, primary }, deps)
  const now = await lookHeld(pullRun, held)
  if (result.kind === 'stopped' && result.cause === 'cancelled') return stopped(pullRun, held, { claim, result, view: now })
  const withheld = await withhold(pullRun, held, { claim, result, view: now })
  if (withheld !== null) return withheld
  if (result.kind === 'stopped' && result.cause === 'head-moved') return headMoved(pullRun, held, { claim, result, view: now })
  if (result.kind === 'reviewed') return conclude(pullRun, held, { claim, result, view: now, unchecked })
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
    if (!(error instanceof LockLost)) await recordFailure(pullRun, held, { claim: claimed.claim, cost: unknownCost, error })
    throw error
  }
}

/** What follows from a decision that was published without a claim; after a native approval the pull is read once more. */
const followDecision = async (pullRun: PullRun, held: Held, { view, round }: { view: View; round: RoundKey }): Promise<View> => {
  const now = view.policy.approve ? await lookHeld(pullRun, held) : view
  const end = endDecision(now, round)
  const effects = [...settleDecision(now, round), ...(end === null ? [] : [end.effect])]
  return apply(pullRun, held, { effects, view: now, claim: end?.claim ?? null, cost: nothingTried.cost })
}

/** Nothing to review: what is to be mended is mended under the lock. */
export const quietRound = async (pullRun: PullRun, held: Held, view: View): Promise<RunReport> => {
  if (view.plan.kind !== 'apply') return quietReport(view, view.plan)
  const { effects, target } = view.plan
  const after = await apply(pullRun, held, { effects, view, claim: target, cost: costOfDead(view.snapshot, target) })
  const published = effects.find(effect => effect.kind === 'publish-decision')
  const ended = published === undefined ? after : await followDecision(pullRun, held, { view: after, round: published.round })
  return quietReport(ended, view.plan)
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
  const { prepared, unchecked } = ready
  return claimAndReview(pullRun, held, { view, plan: view.plan, ready: { prepared, unchecked, deps } })
}

export const planLine = ({ snapshot }: View, plan: Plan): string => {
  const { pull } = snapshot.facts
  return `decide  #${pull.number} head=${pull.head.oid.slice(0, 7)} → ${actionOf(plan)}  ${plan.why}`
}
