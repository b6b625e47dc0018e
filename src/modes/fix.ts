import { keyFor } from '../decide/fork-push.ts'
import { wake } from '../effects/wake.ts'
import { hasTimeForMore, planned } from '../fixes/planned.ts'
import type { FixDeps } from '../fixes/publish.ts'
import { fixLine, fixRound, quietFix } from '../fixes/round.ts'
import type { PullRun } from '../observe/context.ts'
import { look, UNHELD, type View } from '../observe/look.ts'
import { chainOf } from '../policy/agents.ts'
import { underLock } from '../rounds/one-round.ts'
import type { RunReport } from '../rounds/report.ts'

/** Something to mend before, a try, its one repeat, and the escalation. */
const MAX_ROUNDS = 4
/** A push of the workflow's own token starts nothing: the next review is dispatched. A refused dispatch is left to the sweep. */
const startReview = async (pullRun: PullRun, report: RunReport, workflow: string): Promise<RunReport> => {
  if (report.fix?.silent !== true) return report
  const started = await wake(pullRun, report.view, workflow)
  if (started.kind === 'started') {
    pullRun.log(`dispatch  the review of ${report.fix.commit.slice(0, 7)}`)
    return report
  }
  pullRun.log(`warn  the next review could not be dispatched: ${started.why}; ${started.cure}`)
  return { ...report, reason: `${report.reason}; its review could not be dispatched (${started.cure}) and is left to the sweep` }
}

const isOver = (report: RunReport): boolean =>
  report.fix !== undefined ||
  report.cutOff ||
  ['superseded', 'escalated', 'terminated'].includes(report.outcome) ||
  report.rule === 'read-only'

const moreTelling = (earlier: RunReport | null, later: RunReport): RunReport =>
  earlier === null || later.outcome !== 'skipped'
    ? {
        ...later,
        attempts: [...(earlier?.attempts ?? []), ...later.attempts],
        costUsd: (earlier?.costUsd ?? 0) + later.costUsd,
        journal: later.journal ?? earlier?.journal ?? null,
      }
    : { ...earlier, view: later.view }

const warnOfTwo = (pullRun: PullRun, view: View, { push }: FixDeps): void => {
  if (push.token === null || keyFor(view.snapshot, push) === null) return
  pullRun.log('warn  found push-key and push-token; push-key pushes, the token is not used: leave one of them out')
}

/**
 * Mends what the review of this head asks for: observe → decide → act under the lock that reviews hold too. A fix that pushed
 * nothing is tried once more, then a person is called. After a push the next review is started where GitHub does not.
 */
export const fix = async (pullRun: PullRun, given: Omit<FixDeps, 'startedMs'>, workflow: string): Promise<RunReport> => {
  const deps: FixDeps = { ...given, startedMs: given.agents.now() }
  let report: RunReport | null = null
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
    const view = await look(pullRun, UNHELD)
    const { plan, day } = await planned(pullRun, view, deps)
    if (rounds === 1) warnOfTwo(pullRun, view, deps)
    pullRun.log(fixLine(plan))
    if (plan.kind === 'none') return moreTelling(report, quietFix(view, plan))
    if (plan.kind === 'fix' && report !== null && !hasTimeForMore(view, deps)) {
      pullRun.log('fix  → the time of this run (run-timeout) is used up; the next one tries again')
      return report
    }
    // An agent that nobody knows is told before a task is claimed.
    chainOf(view.policy, deps.chain)
    report = moreTelling(report, await underLock(pullRun, view, held => fixRound(pullRun, held, { deps, day })))
    if (isOver(report) || report.rule === 'in-progress') break
  }
  if (report === null) throw new Error('no round was made')
  return startReview(pullRun, report, workflow)
}
