import type { Policy } from '../policy/schema.ts'
import type { Act } from '../snapshot/snapshot.ts'
import { safeInline } from '../text/safe.ts'
import { code } from './words.ts'

/** What somebody did that asks for a review, in words. */
export const whatWas = (act: Act): string => {
  switch (act.kind) {
    case 'unlabel':
      return 'the removal of the pause label'
    case 'relabel':
      return 'the label that asks for a review'
    case 'review-request':
      return 'the review request'
    default:
      return 'the request'
  }
}

/** A refusal that a person sees: what was asked, why not, and what to do. */
export const answerBody = ({ acts, why, policy }: { acts: Act[]; why: string; policy: Policy }): string => {
  const asked = [...new Set(acts.map(whatWas))].join(' and ')
  const askers = [...new Set(acts.map(act => act.by).filter(login => login !== ''))].map(code).join(', ')
  return [
    `No review for ${asked}${askers === '' ? '' : ` of ${askers}`}: ${safeInline(why)}.`,
    `\nTo ask again, comment ${code(`@${policy.mention} review`)}; ${code(`@${policy.mention} help`)} lists what can be asked.`,
  ].join('\n')
}
