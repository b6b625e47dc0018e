import type { Policy } from '../policy/schema.ts'
import { isMember } from '../snapshot/accounts.ts'
import { openActs } from '../snapshot/acts.ts'
import { isUnended } from '../snapshot/claims.ts'
import { ownPushOf } from '../snapshot/fixes.ts'
import { dayOf, type Instant } from '../snapshot/ids.ts'
import { sameLabel } from '../snapshot/pause.ts'
import { isShort } from '../snapshot/short.ts'
import type { Act, Owner, Snapshot } from '../snapshot/snapshot.ts'
import { askedPolicy } from './asked.ts'
import { fixesDue } from './fix.ts'
import { missingTasks } from './fix-tasks.ts'
import type { Late } from './late.ts'
import { asSoonRead } from './panel.ts'
import { type Plan, plan } from './plan.ts'
import { hasDailyBudget } from './rules/daily-budget.ts'

/** Why a pull needs a run, in the order in which runs are given out. */
export const works = ['act', 'claim', 'escalation', 'fix', 'retarget', 'checks', 'conflict', 'head'] as const
export type Work = (typeof works)[number]

/** `owner: 'unasked'` = whether a claim's run still lives was not looked up. `isWhole` = all lists are there to their end. */
export type SweptPull = {
  snapshot: Snapshot
  policy: Policy
  owner: Owner | 'unasked'
  isWhole: boolean
  hasConflicts: boolean
  updatedAt: Instant
}

/**
 * What runs of the review workflow were seen to do with one pull: when the newest that ended well was created, and the newest dispatched one of
 * them; when those that failed were created; when the last one ended, and whether it failed.
 */
export type PullRuns = {
  isLive: boolean
  decidedAt: Instant
  wokenAt: Instant
  failures: Instant[]
  endedAt: Instant
  endedBadly: boolean
}

/** What is known beside the pull: `since` = pulls not touched since then are backlog; `sweptAt` = up to then all was seen by an earlier sweep. */
export type SweepPast = { since: Instant; sweptAt: Instant; runs: PullRuns }

/**
 * `skip`: for a run there is nothing to do, or it is under way (`known`). `take`: a run is to be started. `unsure`: only a read of the whole
 * pull tells; `isPressing` = that is worth its request although nobody has touched the pull since the last sweep.
 */
export type SweepPlan =
  | { kind: 'skip'; count: 'skipped' | 'known'; why: string }
  | { kind: 'take'; work: Work; at: Instant; why: string; acts: Act[]; isFlag: boolean; fixes: number; needsLate: boolean }
  | { kind: 'unsure'; why: string; isPressing: boolean }

/** An event's own run has started by then, or was lost. */
export const YOUNG_S = 900
/** Somebody whose access must be looked up is not looked up for ever. */
const STALE_ACT_S = 7 * 86_400
const MOST_FAILURES = 3

const skip = (why: string, count: 'skipped' | 'known' = 'skipped'): SweepPlan => ({ kind: 'skip', count, why })

const claimOf = ({ statuses }: Snapshot) => statuses[0]?.marker.claim ?? null

const hasOpenClaim = (snapshot: Snapshot): boolean => {
  const claim = claimOf(snapshot)
  return claim !== null && isUnended(claim)
}

const isHeld = (snapshot: Snapshot): boolean => snapshot.facts.lock.held || hasOpenClaim(snapshot)

const isFresh = ({ facts }: Snapshot, act: Act): boolean => facts.observedAt - act.at < STALE_ACT_S

/** An open request that the row shows, even where it may be answered in what the row does not show. */
const showsRequest = (snapshot: Snapshot): boolean =>
  snapshot.acts.some(act => ['open', 'needs-permission'].includes(act.state.kind) && isFresh(snapshot, act))

const unsure = ({ snapshot, owner, isWhole }: SweptPull): SweepPlan | null => {
  const held = isHeld(snapshot)
  if (!isWhole || isShort(snapshot)) {
    const isPressing = held || showsRequest(snapshot)
    return { kind: 'unsure', why: 'its lists are longer than what the list of pulls shows', isPressing }
  }
  if (owner !== 'unasked') return null
  if (held) return { kind: 'unsure', why: 'a lock or a claim is there: whether its run lives is looked up', isPressing: true }
  const asked = snapshot.acts.filter(act => act.state.kind === 'needs-permission')
  if (asked.length === 0) return null
  const isPressing = asked.some(act => isFresh(snapshot, act))
  return { kind: 'unsure', why: 'somebody asks whose access is looked up', isPressing }
}

const planWith = ({ policy, owner }: SweptPull, snapshot: Snapshot, late: Late | null = null): Plan =>
  plan({
    snapshot: asSoonRead({ snapshot, policy }),
    policy: askedPolicy(policy, snapshot),
    owner: owner === 'unasked' ? null : owner,
    late,
  })

/** The author may have write access without being called a member: then the pull is theirs to have reviewed. */
const isAuthorUnknown = ({ snapshot: { facts }, owner }: SweptPull): boolean => {
  const { author } = facts.pull
  const isTold = author === null || isMember(facts) || facts.permissions[author.login] !== undefined
  return owner === 'unasked' && author?.kind === 'User' && !isTold
}

const asMember = (snapshot: Snapshot): Snapshot => {
  const { facts } = snapshot
  const { author } = facts.pull
  if (author === null) return snapshot
  return { ...snapshot, facts: { ...facts, permissions: { ...facts.permissions, [author.login]: 'write' } } }
}

const isInProgress = ({ decision }: Plan): boolean =>
  decision.kind !== 'review' && ['in-progress', 'panel-at-work'].includes(decision.rule)

const quiet = (pull: SweptPull, planned: Plan): SweepPlan =>
  planned.decision.kind !== 'review' &&
  planned.decision.rule === 'eligible' &&
  isAuthorUnknown(pull) &&
  planWith(pull, asMember(pull.snapshot)).kind !== 'none'
    ? { kind: 'unsure', why: 'the access of its author is looked up', isPressing: false }
    : skip(planned.why, isInProgress(planned) ? 'known' : 'skipped')

const waitsForOthers = (policy: Policy): boolean => policy['wait-for-checks'] !== 'off' || hasDailyBudget(policy)

/** The rules that are read last may let through today what they held back at an earlier sweep. */
const asksLate = (policy: Policy): boolean => waitsForOthers(policy) || policy['linked-issue'] !== 'ignore'

/** Nobody touched it since the workflow was added: left alone unless it is asked for, or the policy says so. */
const isBacklog = ({ snapshot, policy, updatedAt }: SweptPull, { since }: SweepPast): boolean =>
  updatedAt < since && !policy.backlog && !snapshot.facts.pull.labels.some(label => sameLabel(label, policy.labels.ask))

/**
 * A run has decided since anybody touched the pull. Where checks are waited for, a run that an event began may have found them pending: a
 * dispatched one came after they were read here, and found what only git tells, such as an unchanged patch. No check may ever begin on a
 * push of ours. A budget of the day is a new one tomorrow.
 */
const isDecided = ({ snapshot, policy, updatedAt }: SweptPull, { runs }: SweepPast): boolean => {
  const at = policy['wait-for-checks'] === 'off' ? runs.decidedAt : ownPushOf(snapshot) === undefined ? runs.wokenAt : 0
  return at >= updatedAt && (!hasDailyBudget(policy) || dayOf(at) === dayOf(snapshot.facts.observedAt))
}

/** A run has ended since the last sweep, or the last one failed and nobody touched the pull since: what it left undone is due again. */
const hasEnded = ({ updatedAt }: SweptPull, { runs: { endedAt, endedBadly }, sweptAt }: SweepPast): boolean =>
  endedAt >= sweptAt || (endedBadly && endedAt >= updatedAt)

const known = (pull: SweptPull, past: SweepPast): SweepPlan | null => {
  const { runs, sweptAt } = past
  const { updatedAt, policy, snapshot } = pull
  if (isDecided(pull, past)) return skip('a run has looked at it since it was last touched', 'known')
  if (runs.failures.filter(at => at >= updatedAt).length >= MOST_FAILURES)
    return skip(`${MOST_FAILURES} runs failed since it was last touched; their logs tell why`)
  if (snapshot.facts.observedAt - updatedAt < YOUNG_S && !pull.hasConflicts)
    return skip('it was touched less than 15 minutes ago: its own event is given that time', 'known')
  return snapshot.verdicts.length > 0 && updatedAt < sweptAt && !hasEnded(pull, past) && !waitsForOthers(policy)
    ? skip('nothing has changed since an earlier sweep')
    : null
}

const headWork = (pull: SweptPull): Work => {
  const { head } = pull.snapshot.facts.pull
  if (pull.snapshot.verdicts.some(verdict => verdict.reviewer === pull.snapshot.reviewer && verdict.head === head.oid))
    return 'retarget'
  if (pull.policy['wait-for-checks'] !== 'off') return 'checks'
  return pull.hasConflicts ? 'conflict' : 'head'
}

/** The findings that the run will have mended: tasks that are not written down yet, or that no job has taken up. */
const fixesOf = ({ snapshot, policy }: SweptPull, planned: Plan): number =>
  planned.kind === 'apply' && planned.effects.some(effect => effect.kind === 'mint-fix-tasks')
    ? missingTasks(snapshot, policy).length
    : planned.kind === 'none'
      ? fixesDue({ snapshot, policy: askedPolicy(policy, snapshot), plan: planned })
      : 0

const dueSince = ({ snapshot }: SweptPull, work: Work): Instant => {
  if (work === 'act') return openActs(snapshot.acts)[0]?.at ?? 0
  return work === 'claim' ? (claimOf(snapshot)?.since ?? 0) : snapshot.facts.pull.createdAt
}

const taken = (pull: SweptPull, planned: Plan, work: Work): SweepPlan => {
  const { policy, snapshot } = pull
  const isNew = work !== 'act' && work !== 'claim' && planned.kind === 'review'
  return {
    kind: 'take',
    work,
    at: dueSince(pull, work),
    why: work === 'fix' ? 'findings are to be mended, and no job does it' : planned.why,
    acts: openActs(snapshot.acts),
    isFlag: planned.kind === 'apply' && planned.effects.some(effect => effect.kind === 'write-ending' && effect.flagged),
    fixes: fixesOf(pull, planned),
    needsLate: isNew && (snapshot.verdicts.length === 0 || asksLate(policy)),
  }
}

const judged = (pull: SweptPull, past: SweepPast): SweepPlan => {
  const { snapshot } = pull
  const planned = planWith(pull, snapshot)
  const fixes = fixesOf(pull, planned)
  if (planned.kind === 'none') return fixes === 0 ? quiet(pull, planned) : (known(pull, past) ?? taken(pull, planned, 'fix'))
  const acts = openActs(snapshot.acts)
  if (acts.length > 0 && acts.every(act => snapshot.facts.observedAt - act.at < YOUNG_S))
    return skip('a request came less than 15 minutes ago: its own run is given that time', 'known')
  if (acts.length > 0) return taken(pull, planned, 'act')
  if (isHeld(snapshot)) return taken(pull, planned, 'claim')
  if (planned.kind === 'apply') return taken(pull, planned, fixes > 0 ? 'fix' : 'escalation')
  if (isBacklog(pull, past)) return skip('nobody has touched it since the workflow was added')
  return known(pull, past) ?? taken(pull, planned, headWork(pull))
}

/** What members with runs of their own are waited for ends by time alone: no touch tells of it, and the row may not show who is waited for. */
const mayWait = ({ policy, updatedAt }: SweptPull, { sweptAt, runs }: SweepPast): boolean =>
  policy.panel.length > 0 && Math.max(updatedAt, runs.endedAt) + policy['enrich-timeout'] + YOUNG_S >= sweptAt

/** Reasons to read a pull whole that nobody's touch tells of. */
const mayBeDue = (pull: SweptPull, past: SweepPast): boolean =>
  hasEnded(pull, past) ||
  (!pull.isWhole && mayWait(pull, past)) ||
  (!pull.isWhole && asksLate(pull.policy) && judged(pull, past).kind === 'take')

/** What a sweep makes of one pull. Pure; the same for a row of the list and for a pull that was read whole. */
export const planSweep = (pull: SweptPull, past: SweepPast): SweepPlan => {
  if (past.runs.isLive) return skip('a run waits or works for it', 'known')
  const planned = unsure(pull) ?? judged(pull, past)
  return planned.kind === 'unsure' ? { ...planned, isPressing: planned.isPressing || mayBeDue(pull, past) } : planned
}

/** What is left of a `take` when the rules that are read last were asked; `null` = a run is to be started. */
export const lateObjection = (pull: SweptPull, late: Late): { rule: string; why: string } | null => {
  const { decision } = planWith(pull, pull.snapshot, late)
  return decision.kind === 'review' ? null : { rule: decision.rule, why: decision.evidence }
}

/** In the order of the work, oldest first within each. */
export const inSweepOrder = <T extends { work: Work; at: Instant; number: number }>(a: T, b: T): number =>
  works.indexOf(a.work) - works.indexOf(b.work) || a.at - b.at || a.number - b.number
