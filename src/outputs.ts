import { fixesDue } from './decide/fix.ts'
import type { RunReport } from './rounds/report.ts'
import { standingOf } from './snapshot/standing.ts'

const isOpen = (status: string): boolean => status === 'new' || status === 'still-open'

/** The action's outputs, all strings. */
export const outputsOf = (report: RunReport): Record<string, string> => {
  const { snapshot } = report.view
  const { pull } = snapshot.facts
  const findings = report.review?.findings ?? []
  return {
    outcome: report.outcome,
    decision: report.review?.decision ?? standingOf(snapshot, report.rule === 'unchanged-patch')?.decision ?? '',
    reason: report.reason,
    pull: String(pull.number),
    head: pull.head.oid,
    cycle: String(snapshot.cycle.count),
    findings: String(findings.filter(finding => isOpen(finding.status)).length),
    blocking: String(findings.filter(finding => finding.blocking && isOpen(finding.status)).length),
    'fix-tasks': String(fixesDue(report.view)),
    commit: report.fix?.commit ?? '',
    'review-url': report.review?.url ?? '',
    agent: report.review?.agent ?? '',
    attempts: String(report.attempts.length),
    cost: report.costUsd.toFixed(4),
    journal: report.journal ?? '',
    verdict: report.verdictFile ?? '',
  }
}
