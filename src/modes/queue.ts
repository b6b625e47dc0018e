import type { PullRun } from '../observe/context.ts'
import { look, UNHELD } from '../observe/look.ts'
import { quietReport, type RunReport } from '../rounds/report.ts'
import { standingOf } from '../snapshot/standing.ts'

/**
 * The merge queue tests a commit of its own making: what counts is the decision that stands for the pull request's head.
 * Nothing is reviewed and nothing written; a pull request without an approval is a failure.
 */
export const queue = async (pullRun: PullRun): Promise<RunReport> => {
  const view = await look(pullRun, UNHELD)
  const { pull } = view.snapshot.facts
  const decision = standingOf(view.snapshot, false)?.decision ?? null
  const quiet = quietReport(view, view.plan)
  const at = `#${pull.number} at ${pull.head.oid.slice(0, 7)}`
  if (decision === 'approved') return { ...quiet, outcome: 'skipped', reason: `merge queue: ${at} is approved`, rule: null }
  return {
    ...quiet,
    outcome: 'failed',
    reason: `merge queue: ${at} ${decision === null ? 'has no decision' : 'has a fix requested'}`,
    rule: null,
  }
}
