import * as z from 'zod'
import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

export type Dispatch = { workflow: string; ref: string; inputs: Record<string, string> }

/** `run: null` = GitHub did not tell the run's id: an accepted dispatch may still start nothing. */
export type Dispatched = { kind: 'started'; run: number | null } | { kind: 'refused'; why: string; cure: string }

const details = z.object({ workflow_run_id: z.number().int() })

const cureOf = ({ status, detail }: GitHubError, { workflow, ref }: Dispatch): string => {
  if (status === 404)
    return `put the file .github/workflows/${workflow} on the branch "${ref}", or give the job of this workflow the permission actions: write`
  if (status === 429 || /rate limit/i.test(detail)) return 'wait some minutes, then ask again'
  if (/archived/i.test(detail)) return 'the repository is archived: nothing can be started in it'
  if (status === 403) return 'give the job of this workflow the permission actions: write'
  if (/disabled workflow/i.test(detail)) return `enable the workflow .github/workflows/${workflow} again, under Actions`
  if (/workflow_dispatch/i.test(detail))
    return `add workflow_dispatch to the events of .github/workflows/${workflow} on the branch "${ref}"`
  if (/required input/i.test(detail))
    return `let no input but pull be required under workflow_dispatch of .github/workflows/${workflow} on the branch "${ref}"`
  if (/unexpected inputs/i.test(detail))
    return `declare the inputs pull, act and head under workflow_dispatch of .github/workflows/${workflow} on the branch "${ref}"`
  if (/allowed values/i.test(detail))
    return `let the inputs pull, act and head be texts under workflow_dispatch of .github/workflows/${workflow} on the branch "${ref}"`
  if (/failed to parse/i.test(detail)) return `mend .github/workflows/${workflow} on the branch "${ref}": GitHub cannot read it`
  if (/no ref found/i.test(detail)) return `the branch "${ref}" is not there; set the default branch`
  return `look at .github/workflows/${workflow} on the branch "${ref}"`
}

/** Starts the review workflow, or throws what GitHub answered. */
export const sendDispatch = async ({ api, target }: Site, { workflow, ref, inputs }: Dispatch): Promise<Dispatched> => {
  const answer = await api.writeFreely('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    owner: target.owner,
    repo: target.name,
    workflow_id: workflow,
    ref,
    inputs,
    return_run_details: true,
  })
  return { kind: 'started', run: details.safeParse(answer.data).data?.workflow_run_id ?? null }
}

/** What was surely not done is a refusal, told with its cure; anything else goes on as it is. */
export const refusalOf = (error: unknown, wanted: Dispatch): Dispatched => {
  if (!(error instanceof GitHubError) || error.landed !== 'no') throw error
  return { kind: 'refused', why: `GitHub answered ${error.status}: ${error.detail}`, cure: cureOf(error, wanted) }
}

/** Starts the review workflow. A refusal is told with its cure, not tried again: the same dispatch would be refused again. */
export const dispatch = (site: Site, wanted: Dispatch): Promise<Dispatched> =>
  sendDispatch(site, wanted).catch(error => refusalOf(error, wanted))
