import { LockLost } from '../effects/held.ts'
import type { PullRun } from '../observe/context.ts'
import { look, type View } from '../observe/look.ts'
import { letGo, takeLock } from '../rounds/lock.ts'
import { quietReport, type RunReport } from '../rounds/report.ts'
import { planLine, round } from '../rounds/round.ts'
import type { WorkDeps } from '../rounds/work.ts'

const MAX_ROUNDS = 3
const FREE = { nonce: null, lock: null }

const lostReport = (view: View, error: LockLost): RunReport => ({
  ...quietReport(view, view.plan),
  outcome: 'superseded',
  reason: error.message,
})

const busyReport = (view: View): RunReport => ({
  ...quietReport(view, view.plan),
  outcome: 'waiting',
  reason: 'in-progress: another run took the lock; it serves what is open here',
  rule: 'in-progress',
})

/** One round with the lock held; the lock is let go whatever happens. */
const oneRound = async (pullRun: PullRun, view: View, deps: WorkDeps): Promise<RunReport> => {
  const held = await takeLock(pullRun, view)
  if (held === null) return busyReport(view)
  try {
    return await round(pullRun, held, { deps, before: view })
  } catch (error) {
    if (!(error instanceof LockLost)) throw error
    pullRun.log(`lock  lost: ${error.message}`)
    return lostReport(view, error)
  } finally {
    await letGo(pullRun, held)
  }
}

/** A review of this run is what it is about, whatever the next round had to mend. */
const moreTelling = (earlier: RunReport, later: RunReport): RunReport =>
  earlier.review !== null && later.review === null ? { ...earlier, view: later.view } : later

/** Nothing new since the rules that are read last have spoken: the same head, and nobody asks. */
const isDecidedLate = (report: RunReport, view: View): boolean =>
  report.late &&
  view.plan.kind === 'review' &&
  view.plan.decision.acts.length === 0 &&
  view.snapshot.facts.pull.head.oid === report.view.snapshot.facts.pull.head.oid

const isFinal = (report: RunReport): boolean => report.outcome === 'terminated' || report.rule === 'in-progress'

/**
 * Reviews one pull: observe → decide → act under the lock. After the lock is free the pull is read once more, since whoever came
 * meanwhile saw it held and left: what is open then is served by this run, three rounds at most.
 */
export const review = async (pullRun: PullRun, deps: WorkDeps): Promise<RunReport> => {
  let view = await look(pullRun, FREE)
  pullRun.log(planLine(view, view.plan))
  let report = quietReport(view, view.plan)
  for (let rounds = 1; view.plan.kind !== 'none' && rounds <= MAX_ROUNDS; rounds++) {
    report = moreTelling(report, await oneRound(pullRun, view, deps))
    if (isFinal(report)) break
    view = await look(pullRun, FREE)
    if (isDecidedLate(report, view)) break
    if (view.plan.kind !== 'none') pullRun.log(`again  ${planLine(view, view.plan)}`)
  }
  return report
}
