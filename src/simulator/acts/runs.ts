import { type Act, actorOf, demand, needs } from '../access.ts'
import { found, Refusal } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Attempt, Conclusion, Job, Run, RunStatus } from '../world/types.ts'

export type NewRun = {
  workflow: number
  name: string
  event: string
  headSha: string
  headBranch?: string | null
  pulls?: number[]
  inputs?: Record<string, string>
  group?: string | null
  jobs?: string[]
}

export const lastAttempt = (run: Run): Attempt => found(run.attempts.at(-1))
export const statusOf = (run: Run): RunStatus => lastAttempt(run).status
const isLive = (run: Run) => statusOf(run) !== 'completed'

const newJob = (act: Act, name: string): Job => ({
  id: act.world.nextId(),
  name,
  status: 'queued',
  conclusion: null,
  createdAt: act.world.now,
  startedAt: null,
  completedAt: null,
})

const newAttempt = (act: Act, number: number, of: { jobs: string[]; status: RunStatus }): Attempt => ({
  number,
  startedAt: act.world.now,
  updatedAt: act.world.now,
  status: of.status,
  conclusion: null,
  jobs: of.jobs.map(name => newJob(act, name)),
})

const note = (act: Act, run: Run, action: string) =>
  send(act, `workflow_run.${action}`, {
    more: {
      workflow_run: { id: run.id, name: run.name, event: run.event, head_sha: run.headSha, run_attempt: run.attempts.length },
    },
  })

/**
 * A queued run. In a busy concurrency group it is pending without jobs, and the older pending one is dropped,
 * whatever `cancel-in-progress` says (fact 13).
 */
export function createRun(act: Act, wanted: NewRun): Run {
  const { repository, world } = act
  const group = wanted.group ?? null
  const mates = group === null ? [] : repository.runs.filter(run => run.group === group && isLive(run))
  for (const run of mates) if (statusOf(run) === 'pending') finish(act, run, 'cancelled')
  const busy = mates.some(run => statusOf(run) !== 'completed')
  const run: Run = {
    id: world.nextId(),
    workflow: wanted.workflow,
    name: wanted.name,
    event: wanted.event,
    headSha: wanted.headSha,
    headBranch: wanted.headBranch ?? null,
    actor: actorOf(act),
    createdAt: world.now,
    runNumber: repository.runs.filter(known => known.workflow === wanted.workflow).length + 1,
    pulls: wanted.pulls ?? [],
    inputs: wanted.inputs ?? {},
    group,
    attempts: [newAttempt(act, 1, { jobs: busy ? [] : (wanted.jobs ?? ['review']), status: busy ? 'pending' : 'queued' })],
  }
  repository.runs.push(run)
  note(act, run, 'requested')
  return run
}

/** The runner takes the run: its jobs are in progress. */
export function startRun(act: Act, run: Run, jobs = ['review']): void {
  const attempt = lastAttempt(run)
  if (attempt.status === 'completed') throw new Refusal(409, 'The run has ended')
  if (attempt.jobs.length === 0) attempt.jobs = jobs.map(name => newJob(act, name))
  Object.assign(attempt, { status: 'in_progress', updatedAt: act.world.now })
  for (const job of attempt.jobs) Object.assign(job, { status: 'in_progress', startedAt: act.world.now })
  note(act, run, 'in_progress')
}

export function finishJob(act: Act, job: Job, conclusion: Conclusion): void {
  if (job.status === 'completed') return
  Object.assign(job, { status: 'completed', conclusion, completedAt: act.world.now, startedAt: job.startedAt ?? act.world.now })
}

/** Ends the run and what is left of its jobs, and lets the pending one of its group queue. */
export function finish(act: Act, run: Run, conclusion: Conclusion): void {
  const attempt = lastAttempt(run)
  for (const job of attempt.jobs) finishJob(act, job, conclusion)
  Object.assign(attempt, { status: 'completed', conclusion, updatedAt: act.world.now })
  note(act, run, 'completed')
  const next =
    run.group === null ? undefined : act.repository.runs.find(other => other.group === run.group && statusOf(other) === 'pending')
  const busy = act.repository.runs.some(other => other.group === run.group && ['queued', 'in_progress'].includes(statusOf(other)))
  if (next && !busy) Object.assign(lastAttempt(next), { status: 'queued', jobs: [newJob(act, 'review')] })
}

export function cancelRun(act: Act, run: Run): void {
  demand(act, needs.dispatch)
  if (!isLive(run)) throw new Refusal(409, 'Cannot cancel a workflow run that is completed.')
  finish(act, run, 'cancelled')
}

/** Attempt n+1 of the same run: same id, new jobs. */
export function rerun(act: Act, run: Run): void {
  demand(act, needs.dispatch)
  if (isLive(run)) throw new Refusal(403, 'This workflow is already running')
  const jobs = lastAttempt(run).jobs.map(job => job.name)
  run.attempts.push(newAttempt(act, run.attempts.length + 1, { jobs, status: 'queued' }))
  note(act, run, 'requested')
}
