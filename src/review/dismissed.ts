import type { FindingStatus, ReviewedFinding } from './decision.ts'

/** Who said that a finding is accepted, and why: a person with write access. */
export type Dismissed = { by: string; why: string }

/** By the id of the finding. */
export type DismissedById = ReadonlyMap<string, Dismissed>

export const isOpen = (status: FindingStatus): boolean => status === 'new' || status === 'still-open'

const reasonOf = ({ by, why }: Dismissed, finding: ReviewedFinding): string => {
  const said = `dismissed by ${by}${why === '' ? '' : `: ${why}`}`
  return finding.status === 'still-open' && finding.reason ? `${said} (the agent: ${finding.reason})` : said
}

/** By code: a fix is asked for when a blocking finding is new or still open. */
export const decisionOf = (findings: ReviewedFinding[]): 'approved' | 'fix-requested' =>
  findings.some(finding => finding.blocking && isOpen(finding.status)) ? 'fix-requested' : 'approved'

/** What a person dismissed is an accepted risk: it blocks no more and is not placed again, whatever the agent says of it. */
export const withDismissals = (findings: ReviewedFinding[], dismissed: DismissedById): ReviewedFinding[] =>
  findings.map(finding => {
    const one = dismissed.get(finding.id)
    const isTouched = isOpen(finding.status) || finding.status === 'accepted-risk'
    return one === undefined || !isTouched || finding.dismissedBy !== undefined
      ? finding
      : { ...finding, status: 'accepted-risk', reason: reasonOf(one, finding), reported: false, dismissedBy: one.by }
  })
