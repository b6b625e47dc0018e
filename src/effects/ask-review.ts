import { createComment } from '../github/writer.ts'
import { type Dispatched, dispatch } from '../github/writer-dispatch.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

/** What was asked, where, and whether the review workflow could be woken up for it. */
export type Asked = { url: string; started: Dispatched }

/** Posts a request as the token's own account, and wakes the review workflow. Whoever serves it reads it from the pull. */
export const askForReview = async (
  { site }: PullRun,
  { view, words, workflow }: { view: View; words: string; workflow: string },
): Promise<Asked> => {
  const { repository, pull } = view.snapshot.facts
  const { id, url } = await createComment(site, words)
  const inputs = { pull: String(pull.number), act: `c${id}`, head: pull.head.oid }
  return { url, started: await dispatch(site, { workflow, ref: repository.defaultBranch, inputs }) }
}
