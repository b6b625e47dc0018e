import type { Policy } from '../policy/schema.ts'
import type { ReviewedFinding, ReviewMode } from '../review/decision.ts'
import type { Placement } from '../review/placement.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { safeInline, safeMarkdown } from '../text/safe.ts'
import { type MemberOpinion, opinionHeadline, opinionLines, type SecondOpinions, secondOpinions } from './second-opinions.ts'
import { cell, code, countText, moneyText, type Place, runLink, shortSha } from './words.ts'

export type ReviewedBy = {
  agent: string
  model: string | null
  attempts: number
  costUsd: number
  costEstimated: boolean
  /** Who was tried before, and what came of it. */
  fallbackFrom: { agent: string; result: string }[]
}

export type ReviewInput = {
  snapshot: Snapshot
  policy: Policy
  place: Place
  decision: 'approved' | 'fix-requested'
  mode: ReviewMode
  summary: string
  findings: ReviewedFinding[]
  placements: Placement<ReviewedFinding>[]
  by: ReviewedBy
  /** Of a review that a panel decided; `null` = one reviewer. */
  panel: SecondOpinions | null
  /** Of one member's own answer, which decides nothing alone; `opinion` = its word on the first review. */
  member: { name: string; opinion: MemberOpinion | null } | null
  /** What was not read, in words; empty = everything was. */
  unread: string[]
  /** How many minutes after our own push it was reviewed without the checks that the policy waits for; `null` = with them, or none are. */
  unchecked: number | null
  /** The number this head has in the count, when changes are requested. */
  cycle: number
  /** The native event that GitHub refused, to be told; `null` = none, or told before. */
  refused: { event: 'APPROVE' | 'REQUEST_CHANGES'; why: string } | null
}

const isOpen = (finding: ReviewedFinding): boolean => finding.status === 'new' || finding.status === 'still-open'

const headline = ({ decision, findings, panel, member }: ReviewInput): string => {
  if (member?.opinion) return opinionHeadline(member.name, member.opinion)
  if (panel !== null && panel.missing !== null) return '### The panel could not decide'
  const blocking = findings.filter(finding => finding.blocking && isOpen(finding)).length
  const others = findings.filter(finding => !finding.blocking && isOpen(finding)).length
  const extra = others > 0 ? `, ${countText(others, 'further note')}` : ''
  return decision === 'approved'
    ? `### No blocking findings${extra}`
    : `### Changes requested: ${countText(blocking, 'blocking finding')}${extra}`
}

const countLine = ({ decision, panel, member, cycle, policy }: ReviewInput): string => {
  if ((panel !== null && panel.missing !== null) || member !== null) return ''
  return decision === 'approved' ? 'the count of cycles starts anew' : `cycle ${cycle} of ${policy['max-cycles']}`
}

const byLine = (input: ReviewInput): string => {
  const { by, mode, snapshot, place, panel } = input
  const { pull } = snapshot.facts
  const who = by.model === null ? by.agent : `${by.agent} (${by.model})`
  const fallback =
    by.fallbackFrom.length > 0
      ? `, after ${by.fallbackFrom.map(one => `${safeInline(one.agent)} could not answer (${one.result})`).join(' and ')}`
      : ''
  return [
    `Reviewed ${code(shortSha(pull.head.oid))} against ${code(pull.base.ref)} by ${panel === null ? `${safeInline(who)}${fallback}` : `a panel of ${panel.members.length}`}`,
    input.member?.opinion
      ? 'second opinion'
      : mode === 'initial'
        ? 'first review'
        : mode === 'rereview'
          ? 're-review'
          : 'convergence review',
    countLine(input),
    ...(by.attempts === 0 ? [] : [countText(by.attempts, 'attempt'), moneyText(by.costUsd, by.costEstimated)]),
    runLink(place),
  ]
    .filter(part => part !== '')
    .join(' · ')
}

const titleOf = (finding: ReviewedFinding): string =>
  `**${finding.severity}**${finding.blocking ? ' · blocking' : ''} · ${safeInline(finding.title)}${finding.confidence === 'suspected' ? ' _(suspected)_' : ''} (${code(finding.id)})`

/** One inline comment, without its marker. */
export const inlineBody = (placement: Extract<Placement<ReviewedFinding>, { kind: 'line' }>): string =>
  [
    titleOf(placement.finding),
    '',
    safeMarkdown(placement.body),
    ...(placement.note === null ? [] : ['', `_${safeInline(placement.note)}_`]),
  ].join('\n')

const folded = (placement: Placement<ReviewedFinding>): string => {
  const { finding } = placement
  const where = finding.path === null || placement.place === '' ? '' : ` ${code(placement.place)}`
  const body = placement.kind === 'file' || placement.kind === 'body' ? safeMarkdown(placement.body) : ''
  return `- ${titleOf(finding)}${where}\n${body
    .split('\n')
    .map(line => `  ${line}`)
    .join('\n')}`
}

const outside = ({ placements }: ReviewInput): string[] => {
  const rest = placements.filter(placement => placement.kind === 'file' || placement.kind === 'body')
  const major = rest.filter(({ finding }) => finding.blocking || finding.severity === 'critical' || finding.severity === 'high')
  const minor = rest.filter(placement => !major.includes(placement))
  return [
    ...(major.length > 0 ? ['', '#### Not on a line of the diff', '', ...major.map(folded)] : []),
    ...(minor.length > 0
      ? ['', `<details><summary>${countText(minor.length, 'further note')}</summary>`, '', ...minor.map(folded), '', '</details>']
      : []),
  ]
}

const whereOf = ({ path, line }: ReviewedFinding): string => (path === null ? '' : code(line === null ? path : `${path}:${line}`))

const priorRow = (finding: ReviewedFinding): string =>
  `| ${[code(finding.id), safeInline(finding.title), whereOf(finding), finding.status, safeInline(finding.reason ?? '')].map(cell).join(' | ')} |`

const priors = ({ findings, panel }: ReviewInput): string[] => {
  const fallen = new Set(panel?.findings.flatMap(one => (one.stands ? [] : [one.id])))
  const known = findings.filter(finding => finding.status !== 'new' && !fallen.has(finding.id))
  return known.length === 0
    ? []
    : [
        '',
        '#### Earlier findings',
        '',
        '| id | finding | where | now | reason |',
        '|---|---|---|---|---|',
        ...known.map(priorRow),
      ]
}

const droppedLine = ({ placements }: ReviewInput): string[] => {
  const dropped = placements.filter(placement => placement.kind === 'dropped').length
  return dropped === 0
    ? []
    : [
        '',
        `_${countText(dropped, 'finding')} of the agent had no text or stood there twice, and ${dropped === 1 ? 'was' : 'were'} left out._`,
      ]
}

const MOST_UNREAD = 20

const unreadLines = ({ unread }: ReviewInput): string[] => {
  if (unread.length === 0) return []
  const rest = unread.length > MOST_UNREAD ? [`- and ${unread.length - MOST_UNREAD} more`] : []
  return ['', '#### Not read', '', ...unread.slice(0, MOST_UNREAD).map(text => `- ${safeInline(text)}`), ...rest]
}

const isCapped = ({ decision, cycle, policy }: ReviewInput): boolean =>
  decision === 'fix-requested' && cycle >= policy['max-cycles']

const WRITTEN_BY = 'An AI agent wrote this review; the decision was made by code from its findings.'

const nextLine = (input: ReviewInput): string => {
  const { decision, policy } = input
  const ask = code(`@${policy.mention} review`)
  if (input.member !== null)
    return '_One member’s answer, written by an AI agent. What the panel decides stands in a review of its own._'
  if (input.panel !== null && input.panel.missing !== null) return `_A person is asked now. ${WRITTEN_BY}_`
  if (isCapped(input))
    return `_This was round ${input.cycle} of ${policy['max-cycles']}: a person is asked now, who can take it up again. ${WRITTEN_BY}_`
  if (decision === 'approved') return `_${WRITTEN_BY} Comment ${ask} to ask again._`
  return `_Push a fix and the new head is reviewed, or comment ${ask}. ${WRITTEN_BY}_`
}

const uncheckedLine = ({ unchecked }: ReviewInput): string[] =>
  unchecked === null
    ? []
    : [
        '',
        `_No check has begun on this head, which a fix of ours pushed ${unchecked} minutes ago: it was reviewed without those that ${code('wait-for-checks')} waits for._`,
      ]

const refusedLine = ({ refused }: ReviewInput): string[] => {
  if (refused === null) return []
  const what = refused.event === 'APPROVE' ? 'an approval' : 'a request for changes'
  return [
    '',
    `_GitHub does not take ${what} from this account here (${safeInline(refused.why)}): this review is a comment in its place, and so are later ones._`,
  ]
}

/** The body of the one review: decision, summary, what has no line of its own, what became of earlier findings. */
export const reviewBody = (input: ReviewInput): string =>
  [
    headline(input),
    '',
    safeMarkdown(input.summary),
    ...outside(input),
    ...(input.panel === null ? [] : secondOpinions(input.panel)),
    ...(input.member?.opinion ? opinionLines(input.member.opinion) : []),
    ...priors(input),
    ...droppedLine(input),
    ...unreadLines(input),
    ...uncheckedLine(input),
    ...refusedLine(input),
    '',
    byLine(input),
    '',
    nextLine(input),
  ].join('\n')
