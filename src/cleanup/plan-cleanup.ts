import { PREFIX } from '../brief/skills.ts'
import type { LeftOn, StandingReview } from '../github/left-behind.ts'
import { lastLineOf, OPENING } from '../markers/text.ts'
import type { Policy } from '../policy/schema.ts'
import { loginOf } from '../snapshot/ids.ts'
import { sameLabel } from '../snapshot/pause.ts'

/** What is ours: labels by the policy, requests to our accounts and those of the policy's reviewers, change requests of our accounts. */
export type Ours = { policy: Policy; accounts: readonly string[] }

export type CleanupPlan = { number: number; labels: string[]; requests: string[]; reviews: number[] }

const isOurLabel = (label: string, { labels }: Policy): boolean =>
  sameLabel(label, labels.ask) || sameLabel(label, labels.pause) || label.toLowerCase().startsWith(PREFIX)

/** Other tools may write under the same account: only a review with a marker of ours is. */
const isOurs = ({ by, body }: StandingReview, accounts: readonly string[]): boolean =>
  accounts.some(account => account.toLowerCase() === by) && lastLineOf(body).line.startsWith(OPENING)

/** What of an open pull request is taken back; nothing of anybody else's. Pure. */
export const planCleanup = (pull: LeftOn, standing: StandingReview[], { policy, accounts }: Ours): CleanupPlan => {
  const logins = [...accounts.map(loginOf), ...Object.values(policy.reviewers).flatMap(({ login }) => login ?? [])]
  return {
    number: pull.number,
    labels: pull.labels.filter(label => isOurLabel(label, policy)),
    requests: pull.requested.filter(login => logins.includes(loginOf(login))),
    reviews: standing.filter(review => isOurs(review, accounts)).map(({ id }) => id),
  }
}

export const isEmpty = ({ labels, requests, reviews }: CleanupPlan): boolean =>
  labels.length === 0 && requests.length === 0 && reviews.length === 0

/** One line for people. */
export const cleanupLine = ({ number, labels, requests, reviews }: CleanupPlan): string =>
  [
    `#${number}`,
    ...(labels.length > 0 ? [`labels ${labels.join(', ')}`] : []),
    ...(requests.length > 0 ? [`review requests to ${requests.join(', ')}`] : []),
    ...(reviews.length > 0 ? [`change requests ${reviews.join(', ')}`] : []),
  ].join('  ')
