import type { Instant } from '../snapshot/ids.ts'
import { GitHubError } from './errors.ts'
import { type RunFact, recentRuns } from './workflow-runs.ts'
import type { Site } from './writer.ts'

const LOOKS = 4
const BETWEEN_MS = 3_000

export type Expected = { workflow: string; pull: number; run: number | null }

/** The pulls that a run of the workflow waits or works for now, or that was dispatched since then. */
const pullsWithRuns = async (
  site: Site,
  workflow: string,
  since: Instant = Number.POSITIVE_INFINITY,
): Promise<Set<number | null>> => {
  const runs = (await recentRuns(site, workflow)).filter(run => run.onlyOf === null)
  const isNew = (run: RunFact): boolean => run.event === 'workflow_dispatch' && run.createdAt >= since
  return new Set(runs.filter(run => run.state === 'live' || isNew(run)).map(run => run.pull))
}

const isThere = async (site: Site, { workflow, pull, run }: Expected): Promise<boolean> => {
  if (run === null) return (await pullsWithRuns(site, workflow)).has(pull)
  const { owner, name } = site.target
  try {
    await site.api.read('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { owner, repo: name, run_id: run })
    return true
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return false
    throw error
  }
}

/** Whether an accepted dispatch has started a run: GitHub's yes alone says nothing. A new run shows a few seconds late. */
export const hasStarted = async (site: Site, expected: Expected, sleep: (ms: number) => Promise<unknown>): Promise<boolean> => {
  for (let looks = 1; ; looks++) {
    if (await isThere(site, expected)) return true
    if (looks === LOOKS) return false
    await sleep(BETWEEN_MS)
  }
}

/**
 * Those of the pulls whose dispatched run the list of runs does not show, once GitHub had its seconds. Who dispatched looks, so that
 * the next sweep, which knows of runs by that list alone, starts none of them again.
 */
export const unlistedOf = async (
  site: Site,
  { workflow, pulls, since }: { workflow: string; pulls: number[]; since: Instant },
  sleep: (ms: number) => Promise<unknown>,
): Promise<number[]> => {
  let missing = pulls
  for (let looks = 1; missing.length > 0; looks++) {
    const listed = await pullsWithRuns(site, workflow, since)
    missing = missing.filter(pull => !listed.has(pull))
    if (looks === LOOKS) break
    if (missing.length > 0) await sleep(BETWEEN_MS)
  }
  return missing
}
