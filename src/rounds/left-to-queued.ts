import { GitHubError } from '../github/errors.ts'
import { isRunQueuedFor } from '../github/queued-runs.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import type { RunReport } from './report.ts'

/** Whether a head that came while this run worked has a run of its own waiting in the queue. Not known = there is none. */
export const isLeftToQueued = async (pullRun: PullRun, report: RunReport, { plan, snapshot }: View): Promise<boolean> => {
  const { workflow, id, inActions } = pullRun.run
  if (report.outcome !== 'superseded' || plan.kind !== 'review' || workflow === null || !inActions) return false
  const { head } = snapshot.facts.pull
  const queued = await isRunQueuedFor(pullRun.site, { head: head.oid, workflow, own: id }).catch(error => {
    if (error instanceof GitHubError) return false
    throw error
  })
  if (queued) pullRun.log(`again  head=${head.oid.slice(0, 7)} is left to its own run, which is queued`)
  return queued
}
