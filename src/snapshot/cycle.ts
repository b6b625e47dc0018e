import type { Instant } from './ids.ts'
import { newest } from './order.ts'
import type { Cycle, RebuildSettings, Verdict } from './snapshot.ts'

/**
 * The verdicts that speak for a head: a single reviewer's own, or the ones the panel published together.
 * A member's opinion inside a panel neither counts nor resets.
 */
export const combinedOf = (verdicts: Verdict[], settings: Pick<RebuildSettings, 'panel'>): Verdict[] =>
  settings.panel.length > 1
    ? verdicts.filter(verdict => verdict.reviewer === 'panel')
    : verdicts.filter(verdict => verdict.marker === null || verdict.marker.role === 'single' || verdict.marker.role === 'panel')

/**
 * Distinct heads whose combined decision is fix-requested, submitted at or after the newest of {approval, engagement}.
 * A verdict edited by another counts as fix-requested; a carried one neither counts nor resets.
 */
export const cycleOf = (combined: Verdict[], engagedAt: Instant): Cycle => {
  const own = combined.filter(verdict => !verdict.carried)
  const approvedAt = newest(own.filter(verdict => verdict.decision === 'approved').map(verdict => verdict.at))
  const at = Math.max(approvedAt, engagedAt)
  const why = at === 0 ? 'beginning' : engagedAt >= approvedAt ? 'engagement' : 'approval'
  const byHead = new Map<string, Verdict>()
  for (const verdict of own)
    if (verdict.decision === 'fix-requested' && verdict.at >= at && !byHead.has(verdict.head)) byHead.set(verdict.head, verdict)
  return { count: byHead.size, since: { at, why }, counted: [...byHead.values()], story: own }
}
