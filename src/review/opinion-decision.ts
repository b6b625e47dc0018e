import type { Sha } from '../snapshot/ids.ts'
import type { ReviewedFinding, ReviewMode } from './decision.ts'
import { isOpenStatus, numberedNew, shaComplaint, textComplaint } from './decision.ts'
import type { DiffFile } from './diff.ts'
import type { JudgedFinding, Opinion } from './opinion.ts'
import { quote } from './report-complaint.ts'

/** A finding of the review that is judged, as far as judging needs it. */
export type Judgeable = { id: string; title?: string | undefined; status: ReviewedFinding['status'] }

export type OpinionInput = {
  opinion: Opinion
  /** Every finding of the review that is judged, the closed ones too. */
  review: Judgeable[]
  mode: ReviewMode
  head: Sha
  files: DiffFile[]
}

export type OpinionDecision =
  | { kind: 'decided'; overall: Opinion['overall']; words: JudgedFinding[]; added: ReviewedFinding[] }
  | { kind: 'malformed'; complaint: string }

const named = ({ id, title }: Judgeable): string => (title ? `${id} (${quote(title)})` : id)

const entryComplaint = ({ id, says, reason }: JudgedFinding, open: Map<string, Judgeable>): string | null => {
  const finding = open.get(id)
  if (finding === undefined)
    return `opinions: found the id ${quote(id)}, expected only ids of the open findings that were given to you`
  return reason.trim() === '' ? `opinions: found "${says}" for ${named(finding)} without a reason, expected one` : null
}

const countComplaint = ({ opinions }: Opinion, open: Judgeable[]): string | null => {
  for (const finding of open) {
    const said = opinions.filter(one => one.id === finding.id)
    if (said.length === 0)
      return `opinions: found nothing about ${named(finding)}, expected "confirm" or "refute" for each finding`
    if (said.length > 1) return `opinions: found ${said.length} entries for ${named(finding)}, expected one`
  }
  return null
}

const overallComplaint = ({ overall, opinions }: Opinion, added: ReviewedFinding[]): string | null => {
  const refuted = opinions.filter(one => one.says === 'refute').length
  const confirmed = opinions.length - refuted
  if (overall === 'agree' && (refuted > 0 || added.some(one => one.blocking)))
    return `overall: found "agree" beside ${refuted > 0 ? `${refuted} refuted` : 'a new blocking finding'}, expected "disagree" or "mixed"`
  if (overall !== 'agree' && refuted === 0 && added.length === 0)
    return `overall: found "${overall}" with nothing refuted and nothing new, expected "agree", or a reason for it in "opinions" or "findings"`
  if (overall === 'disagree' && confirmed > 0 && refuted === 0)
    return 'overall: found "disagree" with every finding confirmed, expected "mixed"'
  return null
}

/** One that is refuted and reported again contradicts itself. */
const againComplaint = ({ opinions }: Opinion, added: ReviewedFinding[]): string | null => {
  const again = opinions.find(one => one.says === 'refute' && added.some(finding => finding.id === one.id))
  return again === undefined ? null : `findings: found ${quote(again.id)}, which "opinions" refutes, expected one or the other`
}

/**
 * What a second opinion comes to, by code: one word with a reason on each open finding, the added findings with ids of ours, and an
 * overall verdict that fits both. Anything else is malformed, with a complaint fit for a second try. What is reported although the
 * review has it already is no addition: it confirms.
 */
export const decideOpinion = (input: OpinionInput): OpinionDecision => {
  const { opinion, review } = input
  const open = review.filter(isOpenStatus)
  const openById = new Map(open.map(finding => [finding.id, finding]))
  const numbered = numberedNew(input)
  const added = numbered.filter(finding => !openById.has(finding.id))
  const wrong = opinion.opinions.map(entry => entryComplaint(entry, openById)).find(one => one !== null)
  const complaint =
    shaComplaint(opinion.sha, input.head) ??
    textComplaint(opinion.findings) ??
    wrong ??
    countComplaint(opinion, open) ??
    againComplaint(opinion, numbered) ??
    overallComplaint(opinion, added)
  if (complaint !== null) return { kind: 'malformed', complaint }
  return { kind: 'decided', overall: opinion.overall, words: opinion.opinions, added }
}
