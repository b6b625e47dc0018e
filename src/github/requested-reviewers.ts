import * as z from 'zod'
import { type Login, loginOf } from '../snapshot/ids.ts'
import type { Site } from './writer.ts'

/** Who is asked for a review natively and has not answered; teams by their slug. */
export type RequestedReviewers = { users: Login[]; teams: string[] }

const answer = z.object({ users: z.array(z.object({ login: z.string() })), teams: z.array(z.object({ slug: z.string() })) })

export const requestedReviewers = async ({ api, target }: Site): Promise<RequestedReviewers> => {
  const { owner, name, number } = target
  const read = await api.read('GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
    owner,
    repo: name,
    pull_number: number,
  })
  const { users, teams } = answer.parse(read.data)
  return { users: users.map(({ login }) => loginOf(login)), teams: teams.map(({ slug }) => slug.toLowerCase()) }
}
