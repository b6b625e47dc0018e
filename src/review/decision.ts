import { type Sha, shaOf } from '../snapshot/ids.ts'
import type { DiffFile, Side } from './diff.ts'
import { type DismissedById, decisionOf, isOpen, withDismissals } from './dismissed.ts'
import { readDispositions } from './dispositions.ts'
import { findingIds, fingerprintOf } from './fingerprint.ts'
import type { Disposition, Report, ReportedFinding, Severity } from './report.ts'
import { quote } from './report-complaint.ts'

export type ReviewMode = 'initial' | 'rereview' | 'convergence'

export type FindingStatus = 'new' | 'still-open' | 'fixed' | 'withdrawn' | 'accepted-risk'

/** A finding as the newest verdict stored it. */
export type PriorFinding = {
  id: string
  severity: Severity
  blocking: boolean
  path: string | null
  line: number | null
  status: FindingStatus
  title?: string | undefined
  /** The person who dismissed it. */
  by?: string | undefined
}

export type ReviewedFinding = {
  id: string
  title: string
  /** Empty when this answer did not report the finding anew. */
  body: string
  path: string | null
  line: number | null
  startLine: number | null
  side: Side
  severity: Severity
  /** By the host's rule, not by the agent's word. */
  blocking: boolean
  confidence: ReportedFinding['confidence']
  origin: ReportedFinding['origin']
  status: FindingStatus
  /** The agent's reason for the status; for a new finding, why the host does not count it as blocking. */
  reason: string | null
  /** This answer carries its text, so it can be placed. */
  reported: boolean
  /** The person who dismissed it. */
  dismissedBy?: string
}

export type ReviewDecision =
  | { kind: 'decided'; decision: 'approved' | 'fix-requested'; findings: ReviewedFinding[] }
  | { kind: 'malformed'; complaint: string }

export type DecisionInput = {
  report: Report
  mode: ReviewMode
  prior: PriorFinding[]
  head: Sha
  files: DiffFile[]
  /** What people dismissed, of all rounds. */
  dismissed?: DismissedById
}

export const isOpenStatus = ({ status }: { status: FindingStatus }): boolean => status === 'new' || status === 'still-open'

/** Why a finding that the agent calls blocking is not one; null when it is. */
const notBlocking = (finding: ReportedFinding, mode: ReviewMode): string | null => {
  if (finding.confidence !== 'confirmed') return 'not confirmed'
  if (finding.severity === 'low') return 'low severity'
  if (finding.origin === 'pre-existing') return 'not introduced by this pull request'
  const tooSmall = mode === 'convergence' && finding.severity !== 'critical' && finding.severity !== 'high'
  return tooSmall ? 'found late: from the second round on, a new blocker must be high or critical' : null
}

type Numbered = { id: string; finding: ReportedFinding }

/** Equal findings are one, and the worst of them speaks. */
const merged = (findings: ReportedFinding[]): ReportedFinding[] => {
  const byText = new Map<string, ReportedFinding>()
  for (const finding of findings) {
    const { path, side, line, startLine, title, body } = finding
    const key = JSON.stringify([path, side, line, startLine, title.trim(), body.trim()])
    const known = byText.get(key)
    if (!known || (!known.blocking && finding.blocking)) byText.set(key, finding)
  }
  return [...byText.values()]
}

const numbered = ({ report, files, prior }: DecisionInput): Numbered[] => {
  const findings = merged(report.findings)
  const gone = new Set(
    report.prior.flatMap(said => (said.disposition === 'fixed' || said.disposition === 'withdrawn' ? [said.id] : [])),
  )
  const ids = prior.map(it => it.id)
  const taken = { open: ids.filter(id => !gone.has(id)), closed: ids.filter(id => gone.has(id)) }
  const own = findingIds(findings, files, taken)
  return findings.map((finding, index) => ({ finding, id: own[index] ?? fingerprintOf(finding, files) }))
}

const reviewedNew = ({ id, finding }: Numbered, mode: ReviewMode): ReviewedFinding => {
  const reason = finding.blocking ? notBlocking(finding, mode) : null
  return { ...finding, id, blocking: finding.blocking && reason === null, status: 'new', reason, reported: true }
}

/** Findings that stand beside a review, with ids of the same kind: one that the review closed, found again, keeps its id. */
export const numberedNew = (beside: {
  opinion: { findings: ReportedFinding[] }
  review: { id: string; status: FindingStatus }[]
  mode: ReviewMode
  files: DiffFile[]
}): ReviewedFinding[] => {
  const { review, mode, files } = beside
  const findings = merged(beside.opinion.findings)
  const [open, closed] = [review.filter(isOpenStatus), review.filter(one => !isOpenStatus(one))]
  const ids = findingIds(findings, files, { open: open.map(one => one.id), closed: closed.map(one => one.id) })
  return findings.map((finding, index) => reviewedNew({ finding, id: ids[index] ?? fingerprintOf(finding, files) }, mode))
}

type Known = { prior: PriorFinding; again: Numbered | undefined; said: Disposition | undefined }

/** An accepted risk, once accepted, opens again only when the agent says so with a reason: the new evidence. */
const statusOf = ({ prior, again, said }: Known): FindingStatus => {
  if (said) return said.disposition
  if (isOpen(prior.status)) return 'still-open'
  return again && prior.status !== 'accepted-risk' ? 'new' : prior.status
}

const reviewedPrior = (known: Known, mode: ReviewMode): ReviewedFinding => {
  const { prior, again, said } = known
  const status = statusOf(known)
  // A blocker that comes back is no new one: the bar of convergence is not for it.
  const fresh = again && reviewedNew(again, prior.blocking ? 'rereview' : mode)
  return {
    id: prior.id,
    title: fresh?.title ?? prior.title ?? '',
    body: fresh?.body ?? '',
    path: fresh?.path ?? prior.path,
    line: fresh ? fresh.line : prior.line,
    startLine: fresh?.startLine ?? null,
    side: fresh?.side ?? 'RIGHT',
    severity: fresh?.severity ?? prior.severity,
    blocking: status === 'new' ? (fresh?.blocking ?? false) : prior.blocking || (fresh?.blocking ?? false),
    confidence: fresh?.confidence ?? 'confirmed',
    origin: fresh?.origin ?? 'introduced',
    status,
    reason: said?.reason.trim() || (fresh?.reason ?? null),
    reported: fresh !== undefined && isOpen(status),
  }
}

const blockersOf = (findings: ReviewedFinding[]): ReviewedFinding[] =>
  findings.filter(finding => finding.blocking && isOpen(finding.status))

/** Blockers by the agent's word and the first round's bar, which convergence may have lowered: accepted risks apart, since they are none. */
const claimedBlockers = ({ prior }: DecisionInput, reported: Numbered[]): { real: Numbered[]; accepted: Numbered[] } => {
  const risks = new Set(prior.flatMap(it => (it.status === 'accepted-risk' ? [it.id] : [])))
  const claimed = reported.filter(({ finding }) => finding.blocking && notBlocking(finding, 'initial') === null)
  return { real: claimed.filter(({ id }) => !risks.has(id)), accepted: claimed.filter(({ id }) => risks.has(id)) }
}

const riskComplaint = (accepted: Numbered[]): string => {
  const found = accepted.map(({ id, finding }) => `${quote(finding.title || id)}, the earlier finding "${id}"`).join('; ')
  return `findings: found ${found}, which was accepted as a risk, and blocks nothing by being raised again; expected in "prior" its id with the disposition "still-open" and a reason that names the new evidence, or verdict "approve"`
}

/** A blocker that only a person's dismissal holds back: to ask for its fix is no contradiction. */
const isHeldBack = (finding: ReviewedFinding, { dismissed }: DecisionInput): boolean =>
  finding.blocking && finding.status === 'accepted-risk' && dismissed?.has(finding.id) === true

const contradictionOf = (input: DecisionInput, reported: Numbered[], findings: ReviewedFinding[]): string | null => {
  const { report } = input
  const [blocker] = blockersOf(findings)
  if (report.verdict === 'approve' && blocker)
    return `verdict: found "approve" beside the open blocking finding ${quote(blocker.title || blocker.id)}, expected "request-changes", or a finding that does not block`
  const claimed = claimedBlockers(input, reported)
  if (report.verdict === 'approve' || blocker || claimed.real.length > 0) return null
  if (findings.some(finding => isHeldBack(finding, input))) return null
  if (claimed.accepted.length > 0) return riskComplaint(claimed.accepted)
  const nothing = report.summary.trim() === '' && report.findings.length === 0 ? ', with no finding and an empty summary' : ''
  return `verdict: found "request-changes" without a confirmed blocking finding${nothing}, expected one with blocking true, confidence "confirmed", severity above low and origin "introduced" or "regressed", or verdict "approve"`
}

export const shaComplaint = (sha: string, head: Sha): string | null =>
  shaOf(sha) !== null && sha === head ? null : `sha: found ${quote(sha)}, expected "${head}", the commit under review`

export const textComplaint = (findings: ReportedFinding[]): string | null => {
  const index = findings.findIndex(finding => finding.blocking && finding.title.trim() === '' && finding.body.trim() === '')
  return index < 0
    ? null
    : `findings[${index}]: found a blocking finding without text, expected a title and a body that say what is wrong`
}

/** What a verdict can remember: its marker holds some 150 open findings. */
const bounds = { reported: 100, open: 150 }

const countComplaint = (reported: number, open: number): string | null => {
  if (reported > bounds.reported)
    return `findings: found ${reported}, expected at most ${bounds.reported}: the worst, one for each cause`
  return open > bounds.open
    ? `findings: found ${open} open ones together with the earlier ones, expected at most ${bounds.open}`
    : null
}

/**
 * The host's decision on an agent's report: `fix-requested` when a blocking finding is new or still open, else `approved`.
 * Blocking = the agent says so, confirmed, not low, introduced or regressed; in convergence a new one must be high or critical.
 * A report that contradicts itself, its head or its history is malformed, with a complaint fit for a second try.
 * Open findings of the past are never lost: they keep their id and their blocking until the agent disposes of them.
 */
export const decideReview = (input: DecisionInput): ReviewDecision => {
  const reported = numbered(input)
  const dispositions = readDispositions(input, new Set(reported.map(entry => entry.id)))
  const complaint = shaComplaint(input.report.sha, input.head) ?? textComplaint(input.report.findings) ?? dispositions.complaint
  if (complaint !== null) return { kind: 'malformed', complaint }
  const byId = new Map(reported.map(entry => [entry.id, entry]))
  const priorIds = new Set(input.prior.map(prior => prior.id))
  const said = [
    ...reported.filter(entry => !priorIds.has(entry.id)).map(entry => reviewedNew(entry, input.mode)),
    ...input.prior.map(prior =>
      reviewedPrior({ prior, again: byId.get(prior.id), said: dispositions.byId.get(prior.id) }, input.mode),
    ),
  ]
  const findings = withDismissals(said, input.dismissed ?? new Map())
  const open = findings.filter(finding => isOpen(finding.status)).length
  const contradiction = countComplaint(reported.length, open) ?? contradictionOf(input, reported, findings)
  if (contradiction !== null) return { kind: 'malformed', complaint: contradiction }
  return { kind: 'decided', decision: decisionOf(findings), findings }
}
