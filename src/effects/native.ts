import type { Effect } from '../decide/effect.ts'
import { GitHubError } from '../github/errors.ts'
import { dismissReview, fold } from '../github/writer-native.ts'
import type { PullRun } from '../observe/context.ts'

type Dismiss = Extract<Effect, { kind: 'dismiss-review' }>
type Fold = Extract<Effect, { kind: 'fold-outdated' }>

/** A review that this token may not dismiss stays as it is: one warning, and nothing rests on it. */
export const dismiss = async (pullRun: PullRun, { review, why }: Dismiss): Promise<void> => {
  try {
    await dismissReview(pullRun.site, { id: review, why })
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(`warn  review ${review} of ours could not be dismissed: ${error.message}`)
  }
}

/** Display only: what this token may not hide or resolve stays in sight, said in one warning. */
export const foldOutdated = async (pullRun: PullRun, { reviews, threads }: Fold): Promise<void> => {
  const refused = await fold(pullRun.site, { reviews, threads })
  if (refused.length > 0)
    pullRun.log(`warn  ${refused.length} of our outdated texts could not be hidden or resolved: ${refused[0]}`)
}
