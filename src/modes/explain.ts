import type { PullRun } from '../observe/context.ts'
import { look, UNHELD, type View } from '../observe/look.ts'
import { readied } from '../rounds/ready.ts'
import { quietReport, type RunReport } from '../rounds/report.ts'
import { planLine } from '../rounds/round.ts'
import type { WorkDeps } from '../rounds/work.ts'

/** What a run would see and do now, with every rule asked, those that are read last too. Writes nothing. */
export const explainedView = async (pullRun: PullRun, deps: WorkDeps): Promise<View> => {
  const view = await look(pullRun, UNHELD)
  return (await readied(pullRun, view, { deps, known: null })).view
}

/** Says what a run would do now, and why. */
export const explain = async (pullRun: PullRun, deps: WorkDeps): Promise<RunReport> => {
  const view = await explainedView(pullRun, deps)
  pullRun.log(planLine(view, view.plan))
  const would = view.plan.kind === 'none' ? 'do nothing' : view.plan.kind
  return {
    ...quietReport(view, view.plan),
    outcome: 'skipped',
    reason: `explained only: a run now would ${would} (${view.plan.why})`,
  }
}
