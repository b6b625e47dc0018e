import { wake } from '../effects/wake.ts'
import { unlistedOf } from '../github/dispatched-run.ts'
import { GitHubError } from '../github/errors.ts'
import { openPulls } from '../github/open-pulls.ts'
import { pullsWithRuns } from '../github/queued-runs.ts'
import type { Dispatched } from '../github/writer-dispatch.ts'
import type { PullRun } from '../observe/context.ts'
import { look, type View } from '../observe/look.ts'
import { withChecks } from '../rounds/ready.ts'
import { planLine } from '../rounds/round.ts'
import { isUnended } from '../snapshot/claims.ts'
import { ownPushOf } from '../snapshot/fixes.ts'

export type SweepInput = { pullRunOf: (number: number) => PullRun; workflow: string; page: number }

export type SweepReport = {
  seen: number
  dispatched: number[]
  waiting: number
  refused: string[]
  unreadable: number[]
  left: number[]
}

const MAX_DISPATCHES = 20
/** A request is left to its own dispatch for so long. */
const YOUNG_ACT_S = 900

/** Events come for new heads and labels by themselves: the sweep takes what they lost, that is dead claims, half escalations and old requests. */
const isLost = ({ plan, snapshot, policy, owner }: View): boolean => {
  if (plan.kind === 'none') return false
  if (plan.kind === 'apply') return true
  const old = plan.decision.acts.some(act => snapshot.facts.observedAt - act.at >= YOUNG_ACT_S)
  const claim = snapshot.statuses[0]?.marker.claim ?? null
  // A first head whose checks were pending has no event of its own any more. Later ones may be unchanged, which only git can tell.
  // A push of ours has none either, where GitHub starts no runs for it.
  const waited = policy['wait-for-checks'] !== 'off' && (snapshot.verdicts.length === 0 || ownPushOf(snapshot) !== undefined)
  const isLockLeft = snapshot.facts.lock.held && owner.owner === 'dead'
  return old || waited || isLockLeft || plan.recoveries > 0 || (claim !== null && isUnended(claim))
}

/** Where the policy waits for checks they are read here, so that no run is started only to wait. */
const whereAsked = async (pullRun: PullRun, view: View): Promise<View> =>
  view.policy['wait-for-checks'] === 'off' || view.plan.kind !== 'review' ? view : withChecks(pullRun, view)

const viewOf = async (pullRun: PullRun): Promise<View | null> => {
  try {
    return await whereAsked(pullRun, await look(pullRun, { nonce: null, lock: null }))
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(`sweep  #${pullRun.site.target.number} could not be read, the next sweep asks again: ${error.message}`)
    return null
  }
}

const note = (report: SweepReport, number: number, started: Dispatched): void => {
  if (started.kind === 'started') report.dispatched.push(number)
  else report.refused.push(`#${number}: ${started.why}; ${started.cure}`)
}

/** Looks at every open pull, and dispatches a run for each that has lost work. Writes nothing on any pull. */
export const sweep = async (anyPull: PullRun, { pullRunOf, workflow, page }: SweepInput): Promise<SweepReport> => {
  const { owner, name } = anyPull.site.target
  const report: SweepReport = { seen: 0, dispatched: [], waiting: 0, refused: [], unreadable: [], left: [] }
  const live = await pullsWithRuns(anyPull.site, workflow)
  for (const number of await openPulls(anyPull.api, { owner, name, page })) {
    report.seen++
    const pullRun = pullRunOf(number)
    const view = live.has(number) ? null : await viewOf(pullRun)
    if (live.has(number)) report.waiting++
    else if (view === null) report.unreadable.push(number)
    if (view === null || !isLost(view)) continue
    pullRun.log(planLine(view, view.plan))
    if (report.dispatched.length >= MAX_DISPATCHES) report.left.push(number)
    else note(report, number, await wake(pullRun, view, workflow))
  }
  const unlisted = await unlistedOf(anyPull.site, { workflow, pulls: report.dispatched }, anyPull.clock.sleep)
  for (const number of unlisted) anyPull.log(`warn  GitHub took the dispatch of #${number}, and lists no run for it yet`)
  return report
}
