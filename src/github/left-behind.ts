import * as z from 'zod'
import type { Site } from './writer.ts'

const login = z.object({ login: z.string() })
const pulls = z.array(
  z.object({
    number: z.number().int(),
    labels: z.array(z.object({ name: z.string() })),
    requested_reviewers: z.array(login).nullish(),
  }),
)
const reviews = z.array(
  z.object({ id: z.number().int(), user: login.extend({ type: z.string() }).nullable(), body: z.string(), state: z.string() }),
)

/** An open pull request with what may have been left on it. */
export type LeftOn = { number: number; labels: string[]; requested: string[] }

/** `[bot]` is kept: it tells an App from a person of that name. */
export type StandingReview = { id: number; by: string; body: string }

const paged = async <T>(read: (page: number) => Promise<T[]>): Promise<T[]> => {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const part = await read(page)
    all.push(...part)
    if (part.length < 100) return all
  }
}

export const openPullsWithLabels = ({ api, target }: Site): Promise<LeftOn[]> =>
  paged(async page => {
    const params = {
      owner: target.owner,
      repo: target.name,
      state: 'open',
      sort: 'created',
      direction: 'asc',
      per_page: 100,
      page,
    }
    const read = await api.read('GET /repos/{owner}/{repo}/pulls', params)
    return pulls.parse(read.data).map(({ number, labels, requested_reviewers }) => ({
      number,
      labels: labels.map(({ name }) => name),
      requested: (requested_reviewers ?? []).map(asked => asked.login),
    }))
  })

/** The change requests that stand on a pull. */
export const changeRequests = async ({ api, target }: Site): Promise<StandingReview[]> => {
  const params = { owner: target.owner, repo: target.name, pull_number: target.number, per_page: 100 }
  const all = await paged(async page =>
    reviews.parse((await api.read('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', { ...params, page })).data),
  )
  return all.flatMap(({ id, user, body, state }) =>
    state === 'CHANGES_REQUESTED' && user !== null ? [{ id, by: user.login.toLowerCase(), body }] : [],
  )
}
