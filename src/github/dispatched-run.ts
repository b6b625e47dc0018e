import { GitHubError } from './errors.ts'
import { pullsWithRuns } from './queued-runs.ts'
import type { Site } from './writer.ts'

const LOOKS = 4
const BETWEEN_MS = 3_000

export type Expected = { workflow: string; pull: number; run: number | null }

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
