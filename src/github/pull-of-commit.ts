import * as z from 'zod'
import type { Sha } from '../snapshot/ids.ts'
import type { Api } from './api.ts'

const pulls = z.array(z.object({ number: z.number().int(), head: z.object({ sha: z.string() }) }))

/** The one open pull request whose head is this commit; `null` = there is none, or more than one. */
export const pullOfCommit = async (api: Api, where: { owner: string; name: string; head: Sha }): Promise<number | null> => {
  const found: number[] = []
  for (let page = 1; page <= 100; page++) {
    const answer = await api.read('GET /repos/{owner}/{repo}/pulls', {
      owner: where.owner,
      repo: where.name,
      state: 'open',
      per_page: 100,
      page,
    })
    const listed = pulls.parse(answer.data)
    found.push(...listed.filter(pull => pull.head.sha === where.head).map(pull => pull.number))
    if (listed.length < 100) break
  }
  return found.length === 1 ? (found[0] ?? null) : null
}
