import type { Instant } from './ids.ts'
import { newest } from './order.ts'
import type { Cycle, Verdict } from './snapshot.ts'

/**
 * The verdicts that speak for a head: a single reviewer's own, or what a panel decided together.
 * A member's own verdict neither counts nor resets; one edited by another may always stop us.
 */
export const speaks = ({ marker }: Verdict): boolean => marker === null || marker.role === 'single' || marker.role === 'panel'

export const combinedOf = (verdicts: Verdict[]): Verdict[] => verdicts.filter(speaks)

/** Two reviewers without a panel: one's approval is no agreement while the other's newest word on that head asks for a fix. */
const isContested = (approval: Verdict, own: Verdict[]): boolean => {
  if (approval.marker?.role === 'panel') return false
  const others = own.filter(one => one.head === approval.head && one.reviewer !== approval.reviewer && !one.foreign)
  const reviewers = [...new Set(others.map(one => one.reviewer))]
  return reviewers.some(reviewer => others.findLast(one => one.reviewer === reviewer)?.decision === 'fix-requested')
}

/**
 * Distinct heads whose combined decision is fix-requested, submitted at or after the newest of {approval, engagement}: a tie counts.
 * A verdict edited by another counts as fix-requested; a carried one neither counts nor resets.
 */
export const cycleOf = (combined: Verdict[], engagedAt: Instant): Cycle => {
  const own = combined.filter(verdict => !verdict.carried)
  const approvedAt = newest(
    own.filter(verdict => verdict.decision === 'approved' && !isContested(verdict, own)).map(verdict => verdict.at),
  )
  const at = Math.max(approvedAt, engagedAt)
  const why = at === 0 ? 'beginning' : engagedAt >= approvedAt ? 'engagement' : 'approval'
  const byHead = new Map<string, Verdict>()
  for (const verdict of own)
    if (verdict.decision === 'fix-requested' && verdict.at >= at && !byHead.has(verdict.head)) byHead.set(verdict.head, verdict)
  return { count: byHead.size, since: { at, why }, counted: [...byHead.values()], story: own }
}
