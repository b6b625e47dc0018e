import * as z from 'zod'
import type { Sha } from '../snapshot/ids.ts'
import { isLiveStatus } from './workflow-runs.ts'
import type { Site } from './writer.ts'

const runs = z.object({
  workflow_runs: z.array(z.object({ id: z.number().int(), name: z.string().nullable(), status: z.string().nullable() })),
})

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
      run => run.name === workflow && String(run.id) !== own && run.status !== 'in_progress' && isLiveStatus(run.status),
    )
}
