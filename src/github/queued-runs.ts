import * as z from 'zod'
import type { Sha } from '../snapshot/ids.ts'
import type { Site } from './writer.ts'

const runs = z.object({
  workflow_runs: z.array(
    z.object({
      id: z.number().int(),
      name: z.string().nullable(),
      display_title: z.string().optional(),
      status: z.string().nullable(),
    }),
  ),
})

const LIVE = ['queued', 'in_progress', 'pending', 'waiting', 'requested']

/** The pulls that a run of the workflow waits or works for now, known by the run's name: `… #42 …`. */
export const pullsWithRuns = async ({ api, target }: Site, workflow: string): Promise<Set<number>> => {
  const answer = await api.read('GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', {
    owner: target.owner,
    repo: target.name,
    workflow_id: workflow,
    per_page: 100,
  })
  const live = runs.parse(answer.data).workflow_runs.filter(run => LIVE.includes(run.status ?? ''))
  const numbers = live.flatMap(run =>
    [...(run.display_title ?? run.name ?? '').matchAll(/#(\d{1,10})\b/g)].map(match => Number(match[1])),
  )
  return new Set(numbers)
}

/** `workflow` = the name of the workflow that this run belongs to; `own` = the id of this run. */
export type QueuedFor = { head: Sha; workflow: string; own: string }

/** Whether another run of the workflow waits to start for this head. One that works already has seen the lock held, and left. */
export const isRunQueuedFor = async ({ api, target }: Site, { head, workflow, own }: QueuedFor): Promise<boolean> => {
  const answer = await api.read('GET /repos/{owner}/{repo}/actions/runs', {
    owner: target.owner,
    repo: target.name,
    head_sha: head,
    per_page: 100,
  })
  return runs
    .parse(answer.data)
    .workflow_runs.some(
      run => run.name === workflow && String(run.id) !== own && run.status !== 'in_progress' && LIVE.includes(run.status ?? ''),
    )
}
