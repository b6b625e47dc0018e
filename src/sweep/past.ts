import type { PullRuns, SweepPast } from '../decide/plan-sweep.ts'
import { YOUNG_S } from '../decide/plan-sweep.ts'
import { GitHubError } from '../github/errors.ts'
import { greenRuns, type RunFact, type RunList, recentRuns, runsSince, workflowOf } from '../github/workflow-runs.ts'
import type { Site } from '../github/writer.ts'
import type { Instant } from '../snapshot/ids.ts'

type Named = { number: number; head: string }

/** What runs of the two workflows tell: GitHub itself remembers what earlier sweeps saw and started. */
export type Past = {
  /** The name of the review workflow: its own checks are no reason to wait. */
  workflowName: string
  of: (pull: Named) => SweepPast
}

export type PastInput = { workflow: string; sweepWorkflow: string | null; since: Instant | null; limit: number }

/** The time between a look at the list and what it shows: requests are left alone for as long as that. */
const MARGIN_S = YOUNG_S + 60

/** A sweep that gave out all it may has left some for later: what it saw is not settled. */
const sawAll = (sweep: RunFact, runs: RunFact[], limit: number): boolean =>
  runs.filter(run => run.event === 'workflow_dispatch' && run.createdAt >= sweep.createdAt && run.createdAt <= sweep.endedAt)
    .length < limit

/** What a sweep before that saw may have been undone by a run that is listed no more. */
const sweptAtOf = (sweeps: RunFact[], { runs, since }: RunList, limit: number): Instant => {
  const whole = sweeps.find(sweep => sawAll(sweep, runs, limit))
  return whole === undefined || whole.createdAt < since ? 0 : whole.createdAt - MARGIN_S
}

const newest = (runs: RunFact[]): Instant => Math.max(0, ...runs.map(run => run.createdAt))

const lastEnded = (runs: RunFact[]): RunFact | undefined =>
  runs.filter(run => ['succeeded', 'failed'].includes(run.state)).sort((a, b) => b.endedAt - a.endedAt)[0]

const pullRunsOf = (runs: RunFact[]): PullRuns => {
  const last = lastEnded(runs)
  return {
    isLive: runs.some(run => run.state === 'live'),
    decidedAt: newest(runs.filter(run => run.state === 'succeeded')),
    wokenAt: newest(runs.filter(run => run.state === 'succeeded' && run.event === 'workflow_dispatch')),
    failures: runs.filter(run => run.state === 'failed').map(run => run.createdAt),
    endedAt: last?.endedAt ?? 0,
    endedBadly: last?.state === 'failed',
  }
}

/** The runs of a pull, for all of them. */
const byPull = (runs: RunFact[]): ((pull: Named) => RunFact[]) => {
  const map = new Map<number, RunFact[]>()
  for (const run of runs) if (run.pull !== null) map.set(run.pull, [...(map.get(run.pull) ?? []), run])
  return ({ number, head }) => (map.get(number) ?? []).filter(({ onlyOf }) => onlyOf === null || onlyOf === head)
}

/** What tells, by the list of runs as it is now, whether one waits or works for a pull. */
export const readLive = async (site: Site, workflow: string): Promise<(pull: Named) => boolean> => {
  const of = byPull(await recentRuns(site, workflow))
  return pull => of(pull).some(run => run.state === 'live')
}

/** A sweep that is not run from a file of this repository has no past: then everything is looked at. */
const sweepsOf = async (site: Site, workflow: string | null): Promise<RunFact[]> => {
  if (workflow === null) return []
  try {
    return await greenRuns(site, workflow)
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return []
    throw error
  }
}

export const readPast = async (site: Site, { workflow, sweepWorkflow, since, limit }: PastInput): Promise<Past> => {
  const { name, addedAt } = await workflowOf(site, workflow)
  const sweeps = await sweepsOf(site, sweepWorkflow)
  const list = await runsSince(site, workflow, sweeps[0]?.createdAt ?? null)
  const sweptAt = sweptAtOf(sweeps, list, limit)
  const of = byPull(list.runs)
  const shared = { since: since ?? addedAt, sweptAt: Math.min(sweptAt, since ?? sweptAt) }
  return {
    workflowName: name,
    of: pull => ({ ...shared, runs: pullRunsOf(of(pull)) }),
  }
}
