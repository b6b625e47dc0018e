import * as z from 'zod'
import type { Permission } from '../snapshot/facts.ts'
import { type Instant, instantOf, type Login } from '../snapshot/ids.ts'
import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

const jobs = z.object({
  total_count: z.number().int(),
  jobs: z.array(z.object({ id: z.number().int(), status: z.string(), completed_at: z.string().nullable() })),
})

/** Whether the job of that run attempt still runs. `since` = when it ended. `unknown` = GitHub does not say. */
export type JobState =
  | { kind: 'alive' }
  | { kind: 'dead'; since: Instant | null }
  /** GitHub knows no such run: not yet, or not any more, since it lets nobody delete one that is at work. */
  | { kind: 'unlisted' }
  | { kind: 'unknown'; why: string }

export type JobRef = { run: string; attempt: number; job: string | null }

const stateOf = (list: z.infer<typeof jobs>['jobs'], job: string | null): JobState => {
  const own = job === null ? list : list.filter(one => String(one.id) === job)
  // A job that is missing from a run that has ended as a whole has ended with it.
  if (own.length === 0 && !(list.length > 0 && list.every(one => one.status === 'completed')))
    return { kind: 'unknown', why: 'the job is not in the list of its run' }
  if (own.some(one => one.status !== 'completed')) return { kind: 'alive' }
  const ends = (own.length > 0 ? own : list).flatMap(one => (one.completed_at === null ? [] : [instantOf(one.completed_at)]))
  return { kind: 'dead', since: ends.length > 0 ? Math.max(...ends) : null }
}

/** A matrix job that died is dead although its run lives, and attempt 2 is not attempt 1: the job of the attempt is asked for. */
export const jobStateOf = async ({ api, target }: Site, ref: JobRef): Promise<JobState> => {
  const params = { owner: target.owner, repo: target.name, run_id: Number(ref.run), attempt_number: ref.attempt, per_page: 100 }
  const list: z.infer<typeof jobs>['jobs'] = []
  try {
    for (let page = 1; ; page++) {
      const answer = await api.read('GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs', {
        ...params,
        page,
      })
      const part = jobs.parse(answer.data)
      list.push(...part.jobs)
      if (part.jobs.length === 0 || list.length >= part.total_count) return stateOf(list, ref.job)
    }
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return { kind: 'unlisted' }
    if (error instanceof GitHubError)
      return { kind: 'unknown', why: error.status === 403 ? 'the token lacks actions: read' : error.message }
    throw error
  }
}

/** What the account may do here; an account that GitHub does not know as collaborator has no permission. */
export const permissionOf = async ({ api, target }: Site, login: Login): Promise<Permission> => {
  try {
    const answer = await api.read('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
      owner: target.owner,
      repo: target.name,
      username: login,
    })
    const { permission } = z.object({ permission: z.string() }).parse(answer.data)
    return permission === 'admin' || permission === 'write' || permission === 'read' ? permission : 'none'
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return 'none'
    throw error
  }
}
