import { GitHubError } from '../github/errors.ts'
import type { PullRun } from '../observe/context.ts'
import { look, UNHELD, type View } from '../observe/look.ts'
import { chainOf } from '../policy/agents.ts'
import { isLeftToQueued } from '../rounds/left-to-queued.ts'
import { cancelledReport, mayBeReadOnly, oneRound } from '../rounds/one-round.ts'
import { type Ready, readied } from '../rounds/ready.ts'
import { moreTelling, quietReport, type RunReport } from '../rounds/report.ts'
import { planLine } from '../rounds/round.ts'
import type { WorkDeps } from '../rounds/work.ts'

const MAX_ROUNDS = 3
const isFinal = (report: RunReport): boolean => report.cutOff || report.rule === 'in-progress' || report.rule === 'read-only'

/** What is done is done: a last read that GitHub refuses takes nothing back, the next run asks again. */
const lookAgain = async (pullRun: PullRun): Promise<View | null> => {
  try {
    return await look(pullRun, UNHELD)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(`warn  the last read failed (${error.message}); what came meanwhile is left to the next run`)
    return null
  }
}

type Asked = { view: View; ready: Ready | null }

/** The plan with the rules that are read last: what they object to is never locked for. */
const askLast = async (
  pullRun: PullRun,
  view: View,
  { deps, known }: { deps: WorkDeps; known: Ready | null },
): Promise<Asked> => {
  const asked = await readied(pullRun, view, { deps, known })
  if (view.plan.kind === 'review' && asked.view.plan.kind !== 'review')
    pullRun.log(`${planLine(asked.view, asked.view.plan)} (read last)`)
  return asked
}

/**
 * Reviews one pull: observe → decide → act under the lock. After the lock is free the pull is read once more, since whoever came
 * meanwhile saw it held and left: what is open then is served by this run, three rounds at most. `known` = a head that was made
 * ready before.
 */
export const review = async (pullRun: PullRun, deps: WorkDeps, known: Ready | null = null): Promise<RunReport> => {
  const first = await look(pullRun, UNHELD)
  pullRun.log(planLine(first, first.plan))
  // An agent that nobody knows is told before anything is written: a claim would count as a start.
  if (first.plan.kind !== 'none') chainOf(first.policy, deps.chain)
  // Where the lock is the first thing to be refused it is asked for first: nothing is fetched in vain.
  const asked = mayBeReadOnly(pullRun, first) ? { view: first, ready: known } : await askLast(pullRun, first, { deps, known })
  let { view, ready }: Asked = asked
  let report = quietReport(view, view.plan)
  for (let rounds = 1; view.plan.kind !== 'none' && rounds <= MAX_ROUNDS; rounds++) {
    if (pullRun.stop.aborted) return rounds === 1 ? cancelledReport(view) : report
    report = moreTelling(report, await oneRound(pullRun, { view, ready }, deps))
    // Running the job again is one try, not a pass for what this run finds out itself.
    pullRun.run.facts.byHand = false
    if (isFinal(report) || pullRun.stop.aborted) break
    const next = await lookAgain(pullRun)
    if (next === null) break
    ;({ view, ready } = await askLast(pullRun, next, { deps, known: ready }))
    if (await isLeftToQueued(pullRun, report, view)) break
    if (view.plan.kind !== 'none') pullRun.log(`again  ${planLine(view, view.plan)}`)
  }
  return report
}
