import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

/** Takes the force of a native review away; its text stays. */
export const dismissReview = async ({ api, target }: Site, review: { id: number; why: string }): Promise<void> => {
  await api.write('PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals', {
    owner: target.owner,
    repo: target.name,
    pull_number: target.number,
    review_id: review.id,
    message: review.why,
    event: 'DISMISS',
  })
}

export type Outdated = { reviews: string[]; threads: string[] }

/** More in one request than any pull should need; GitHub takes its time for each. */
const MOST = 50

const documentOf = (reviews: number, threads: number): string => {
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`)
  const fields = [
    ...names('r', reviews).map(
      name => `${name}: minimizeComment(input: { subjectId: $${name}, classifier: OUTDATED }) { clientMutationId }`,
    ),
    ...names('t', threads).map(name => `${name}: resolveReviewThread(input: { threadId: $${name} }) { clientMutationId }`),
  ]
  const variables = [...names('r', reviews), ...names('t', threads)].map(name => `$${name}: ID!`)
  return `mutation Fold(${variables.join(', ')}) {\n${fields.join('\n')}\n}`
}

/** Hides outdated reviews and resolves threads, all in one request. Returns GitHub's words for each that it refused. */
export const fold = async ({ api }: Site, outdated: Outdated): Promise<string[]> => {
  const reviews = outdated.reviews.slice(-MOST)
  const threads = outdated.threads.slice(0, MOST)
  const ids = [...reviews.map((id, index) => [`r${index}`, id]), ...threads.map((id, index) => [`t${index}`, id])]
  try {
    const answer = await api.graphql('Fold', {
      text: documentOf(reviews.length, threads.length),
      variables: Object.fromEntries(ids),
      kind: 'write',
    })
    const { errors } = answer.data as { errors?: { message?: string }[] }
    return (errors ?? []).map(error => error.message ?? 'refused')
  } catch (error) {
    if (error instanceof GitHubError) return [error.message]
    throw error
  }
}
