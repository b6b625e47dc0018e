import type { DecisionInput, PriorFinding } from './decision.ts'
import type { Disposition } from './report.ts'
import { quote } from './report-complaint.ts'

export type Dispositions = { byId: Map<string, Disposition>; complaint: string | null }

const isOpen = (prior: PriorFinding): boolean => prior.status === 'new' || prior.status === 'still-open'

const named = (prior: PriorFinding | undefined, id: string): string => (prior?.title ? `${id} (${quote(prior.title)})` : id)

const entryComplaint = (entry: Disposition, prior: PriorFinding | undefined, again: boolean): string | null => {
  const { id, disposition, reason } = entry
  if (!prior) return `prior: found the id ${quote(id)}, expected only ids of the earlier findings listed in the task`
  const closes = disposition === 'withdrawn' || disposition === 'accepted-risk'
  if (closes && reason.trim() === '')
    return `prior: found "${disposition}" for ${named(prior, id)} without a reason, expected one`
  if (again && disposition !== 'still-open' && disposition !== 'accepted-risk')
    return `prior: found "${disposition}" for ${named(prior, id)}, which is also reported as a finding, expected one or the other`
  if (disposition === 'still-open' && prior.status === 'accepted-risk' && reason.trim() === '')
    return `prior: found "still-open" for the accepted risk ${named(prior, id)} without new evidence, expected a reason that names it`
  return null
}

const doubled = (entries: Disposition[]): string | null => {
  const said = new Map<string, string>()
  for (const { id, disposition } of entries) {
    const before = said.get(id)
    if (before !== undefined && before !== disposition)
      return `prior: found both "${before}" and "${disposition}" for ${quote(id)}, expected one disposition`
    said.set(id, disposition)
  }
  return null
}

const missing = ({ prior, mode }: DecisionInput, byId: Map<string, Disposition>, reported: Set<string>): string | null => {
  if (mode === 'initial') return null
  const open = prior.filter(it => isOpen(it) && !byId.has(it.id) && !reported.has(it.id))
  if (open.length === 0) return null
  const names = open.slice(0, 5).map(it => named(it, it.id))
  const more = open.length > 5 ? ` and ${open.length - 5} more` : ''
  return `prior: found nothing about ${names.join(', ')}${more}, expected "fixed", "still-open", "withdrawn" or "accepted-risk" for each earlier finding`
}

/** What the report says about earlier findings, and the first thing wrong with it. A finding reported again counts as still open. */
export const readDispositions = (input: DecisionInput, reported: Set<string>): Dispositions => {
  const { report, prior } = input
  const byId = new Map(report.prior.map(entry => [entry.id, entry]))
  const priorById = new Map(prior.map(it => [it.id, it]))
  const wrong = report.prior.map(entry => entryComplaint(entry, priorById.get(entry.id), reported.has(entry.id)))
  const complaint = doubled(report.prior) ?? wrong.find(it => it !== null) ?? missing(input, byId, reported)
  return { byId, complaint }
}
