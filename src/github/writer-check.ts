import * as z from 'zod'
import type { Sha } from '../snapshot/ids.ts'
import type { Params } from './api.ts'
import type { Site } from './writer.ts'

const COMMITS = '/repos/{owner}/{repo}/commits/{ref}'

export type CheckKind = 'check-run' | 'status'

/** A check on a commit. `state` = the conclusion of a check run, `pending` before it has one. */
export type CheckPlace = { kind: CheckKind; name: string; sha: Sha }
export type CheckText = { state: string; title: string; summary: string; url: string | null }

const runs = z.object({
  check_runs: z.array(
    z.object({
      id: z.number().int(),
      conclusion: z.string().nullable(),
      app: z.object({ slug: z.string().optional() }).nullable(),
    }),
  ),
})
const statuses = z.object({ statuses: z.array(z.object({ context: z.string(), state: z.string() })) })

const at = ({ target }: Site, { sha }: CheckPlace): Params => ({ owner: target.owner, repo: target.name, ref: sha })

/** A commit status knows four words only: whatever is neither passed nor open is a failure. */
const STATUS_STATES: Record<string, string> = { success: 'success', neutral: 'success', pending: 'pending' }
const statusState = (state: string): string => STATUS_STATES[state] ?? 'failure'

/** The word that stands on the commit for a state. */
export const wordOf = (kind: CheckKind, state: string): string => (kind === 'status' ? statusState(state) : state)

/** What our newest check on the commit says; `null` = there is none. Check runs of other Apps are theirs. */
export const newestCheck = async (site: Site, place: CheckPlace, app: string): Promise<string | null> => {
  if (place.kind === 'status') {
    const answer = await site.api.read(`GET ${COMMITS}/status`, { ...at(site, place), per_page: 100 })
    return statuses.parse(answer.data).statuses.find(one => one.context === place.name)?.state ?? null
  }
  const answer = await site.api.read(`GET ${COMMITS}/check-runs`, { ...at(site, place), check_name: place.name, per_page: 100 })
  const own = runs.parse(answer.data).check_runs.filter(one => one.app?.slug?.toLowerCase() === app)
  const newest = own.reduce<(typeof own)[number] | null>((a, b) => (a === null || b.id > a.id ? b : a), null)
  return newest === null ? null : (newest.conclusion ?? 'pending')
}

/** Longest description that GitHub takes for a status. */
const LONGEST = 140

export const createCheck = async (
  { api, target }: Site,
  place: CheckPlace,
  { state, title, summary, url }: CheckText,
): Promise<void> => {
  const to = { owner: target.owner, repo: target.name }
  if (place.kind === 'status') {
    const [description, link] = [title.slice(0, LONGEST), url === null ? {} : { target_url: url }]
    await api.write('POST /repos/{owner}/{repo}/statuses/{sha}', {
      ...to,
      sha: place.sha,
      state: statusState(state),
      context: place.name,
      description,
      ...link,
    })
    return
  }
  await api.write('POST /repos/{owner}/{repo}/check-runs', {
    ...to,
    name: place.name,
    head_sha: place.sha,
    ...(state === 'pending' ? { status: 'in_progress' } : { status: 'completed', conclusion: state }),
    ...(url === null ? {} : { details_url: url }),
    output: { title, summary },
  })
}
