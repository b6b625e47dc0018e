import type { FindingState } from '../markers/schema.ts'
import type { Verdict } from '../snapshot/snapshot.ts'

const isOpen = (finding: FindingState): boolean => finding.status === 'new' || finding.status === 'still-open'

/** The findings that the newest readable verdict leaves open and blocking. */
export const openMustFix = (story: Verdict[]): FindingState[] =>
  story.findLast(verdict => verdict.marker !== null)?.marker?.findings.filter(finding => finding.blocking && isOpen(finding)) ??
  []

/** Findings that were gone and came back: two reviews, or a review and a fix, that contradict each other. */
export const toAndFro = (story: Verdict[]): FindingState[] => {
  const gone = new Set<string>()
  const back = new Map<string, FindingState>()
  for (const verdict of story)
    for (const finding of verdict.marker?.findings ?? []) {
      if (isOpen(finding) && gone.has(finding.id)) back.set(finding.id, finding)
      if (!isOpen(finding)) gone.add(finding.id)
    }
  return [...back.values()]
}
