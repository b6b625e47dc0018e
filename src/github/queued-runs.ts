import * as z from 'zod'
import type { Site } from './writer.ts'

const runs = z.object({
  workflow_runs: z.array(
    z.object({ name: z.string().nullable(), display_title: z.string().optional(), status: z.string().nullable() }),
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
