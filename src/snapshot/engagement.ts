import { isListed } from '../markers/trust.ts'
import { isPerson, isViewer } from './accounts.ts'
import type { Facts } from './facts.ts'
import type { Act, Engagement, RebuildSettings } from './snapshot.ts'

const approvals = (facts: Facts, settings: RebuildSettings): Engagement[] =>
  facts.reviews.flatMap(review =>
    review.state === 'APPROVED' &&
    review.submittedAt !== null &&
    review.authorCanPush &&
    !isViewer(review.author, facts.viewer) &&
    isPerson(review.author, settings.automationAccounts) &&
    // An account that writes markers for us (another member of the panel) is no person who steps in.
    !isListed(review.author, settings.marker.trusted)
      ? [{ at: review.submittedAt, by: 'approval' as const, who: review.author.login, act: null }]
      : [],
  )

const engagedBy = (act: Act): Engagement[] =>
  act.state.kind === 'served' && act.kind !== 'bot-request'
    ? [{ at: act.state.at, by: act.kind === 'unlabel' ? 'unlabel' : 'request', who: act.by, act: act.id }]
    : []

const latest = (all: Engagement[]): Engagement | null =>
  all.reduce<Engagement | null>((best, one) => (best === null || one.at >= best.at ? one : best), null)

/**
 * The newest engagement, and the newest that also resets starts and spend.
 * A served act engages at the submission of the verdict that lists it; pushes, edits, plain comments and bots never do.
 */
export const engagementsOf = (
  facts: Facts,
  acts: Act[],
  settings: RebuildSettings,
): { engagement: Engagement | null; reset: Engagement | null } => {
  const all = [...acts.flatMap(engagedBy), ...approvals(facts, settings)]
  return { engagement: latest(all), reset: latest(all.filter(one => one.by !== 'request')) }
}
