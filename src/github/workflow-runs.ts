import * as z from 'zod'
import { type Instant, instantOf } from '../snapshot/ids.ts'
import type { Answer } from './api.ts'
import type { Site } from './writer.ts'

const runs = z.object({
  workflow_runs: z.array(
    z.object({
      name: z.string().nullish(),
      display_title: z.string().optional(),
      event: z.string(),
      status: z.string().nullable(),
      conclusion: z.string().nullable(),
      created_at: z.string(),
      updated_at: z.string(),
      head_sha: z.string(),
      repository: z.object({ id: z.number().int() }),
      pull_requests: z
        .array(z.object({ number: z.number().int(), base: z.object({ repo: z.object({ id: z.number().int() }) }) }))
        .nullable(),
    }),
  ),
})

const LIVE = ['queued', 'in_progress', 'pending', 'waiting', 'requested']

export const isLiveStatus = (status: string | null): boolean => LIVE.includes(status ?? '')

/**
 * A run of a workflow. `pull` is told by the run's name, `… #42 …`: nothing else of a dispatched run names it.
 * `onlyOf` = that name is believed only where the pull has this head. `skipped` = none of its jobs was to run: it did nothing.
 */
export type RunFact = {
  pull: number | null
  onlyOf: string | null
  event: string
  state: 'live' | 'succeeded' | 'failed' | 'skipped'
  createdAt: Instant
  endedAt: Instant
}

const PER_PAGE = 100
/** Nothing older than this is still at work: a job of ours ends within the hour. */
const LIFETIME_S = 7_200
const MOST_PAGES = 10

type RunAnswer = z.infer<typeof runs>['workflow_runs'][number]

/** These run the default branch's copy of the workflow, or one that somebody with write access chose. All others run one that a pull may have changed. */
const TRUSTED = ['workflow_dispatch', 'repository_dispatch', 'schedule', 'workflow_run', 'pull_request_target', 'issue_comment']

const namedIn = ({ display_title, name }: RunAnswer): number | null => {
  const number = /#(\d{1,10})\b/.exec(display_title ?? name ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** A pull's own copy of the workflow may name its runs after another pull: GitHub's word counts before it. Of forks GitHub lists no pull. */
const pullOf = (run: RunAnswer): Pick<RunFact, 'pull' | 'onlyOf'> => {
  const named = namedIn(run)
  if (TRUSTED.includes(run.event)) return { pull: named, onlyOf: null }
  const listed = (run.pull_requests ?? []).filter(({ base }) => base.repo.id === run.repository.id).map(({ number }) => number)
  if (listed.length === 0) return { pull: named, onlyOf: run.head_sha }
  const [only = null, ...more] = listed
  return { pull: named !== null && listed.includes(named) ? named : more.length === 0 ? only : null, onlyOf: null }
}

const stateOf = ({ status, conclusion }: RunAnswer): RunFact['state'] => {
  if (isLiveStatus(status)) return 'live'
  return conclusion === 'success' ? 'succeeded' : conclusion === 'skipped' ? 'skipped' : 'failed'
}

const runOf = (run: RunAnswer): RunFact => ({
  ...pullOf(run),
  event: run.event,
  state: stateOf(run),
  createdAt: instantOf(run.created_at),
  endedAt: instantOf(run.updated_at),
})

const factsIn = (answer: Answer): RunFact[] => runs.parse(answer.data).workflow_runs.map(runOf)

const ROUTE = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}'

/** Runs, newest first; `since` = all that were created after that are among them. */
export type RunList = { runs: RunFact[]; since: Instant }

/** The newest runs of the workflow: 100, and as many more as may still be at work now, or were at `at`. */
export const runsSince = async ({ api, target }: Site, workflow: string, at: Instant | null): Promise<RunList> => {
  const found: RunFact[] = []
  const enough = Math.min(api.serverTime(), at ?? Number.POSITIVE_INFINITY) - LIFETIME_S
  for (let page = 1; page <= MOST_PAGES; page++) {
    const params = { owner: target.owner, repo: target.name, workflow_id: workflow, per_page: PER_PAGE, page }
    const listed = factsIn(await api.read(`${ROUTE}/runs`, params))
    found.push(...listed)
    if (listed.length < PER_PAGE) return { runs: found, since: 0 }
    if ((listed.at(-1)?.createdAt ?? 0) < enough) break
  }
  return { runs: found, since: found.at(-1)?.createdAt ?? 0 }
}

export const recentRuns = async (site: Site, workflow: string): Promise<RunFact[]> => (await runsSince(site, workflow, null)).runs

/** The newest runs of the workflow that ended well, newest first. */
export const greenRuns = async ({ api, target }: Site, workflow: string): Promise<RunFact[]> => {
  const params = { owner: target.owner, repo: target.name, workflow_id: workflow, status: 'success', per_page: 10 }
  return factsIn(await api.read(`${ROUTE}/runs`, params))
}

/** What the workflow is called, and when its file was added. */
export const workflowOf = async ({ api, target }: Site, workflow: string): Promise<{ name: string; addedAt: Instant }> => {
  const answer = await api.read(ROUTE, { owner: target.owner, repo: target.name, workflow_id: workflow })
  const { name, created_at } = z.object({ name: z.string(), created_at: z.string() }).parse(answer.data)
  return { name, addedAt: instantOf(created_at) }
}
