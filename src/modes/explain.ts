import type { PullRun } from '../observe/context.ts'
import { look } from '../observe/look.ts'
import { quietReport, type RunReport } from '../rounds/report.ts'
import { planLine } from '../rounds/round.ts'

/** Says what a run would do now, and why. Writes nothing. */
export const explain = async (pullRun: PullRun): Promise<RunReport> => {
  const view = await look(pullRun, { nonce: null, lock: null })
  pullRun.log(planLine(view, view.plan))
  return {
    ...quietReport(view, view.plan),
    outcome: 'skipped',
    reason: `explained only: a run now would ${view.plan.kind === 'none' ? 'do nothing' : view.plan.kind} (${view.plan.why})`,
  }
}
