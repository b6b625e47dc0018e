import { reviewToMend, wholeList } from '../decide/fix-tasks.ts'
import type { Claim, StatusMarker } from '../markers/schema.ts'
import { PANEL } from '../panel/names.ts'
import type { Policy } from '../policy/schema.ts'
import { endingOf, isUnended } from '../snapshot/claims.ts'
import { isClaimable, isTaskOf } from '../snapshot/fixes.ts'
import { answersAt, decisionAt } from '../snapshot/panel.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { safeInline } from '../text/safe.ts'
import { cell, code, moneyText, type Place, runLink, shortSha, timeText } from './words.ts'

export type StatusInput = { status: StatusMarker; snapshot: Snapshot; policy: Policy; place: Place }

const fixLine = (claim: Claim): string => {
  const head = code(shortSha(claim.head))
  const ending = endingOf(claim)
  if (ending?.kind === 'terminated') return `The fix of ${head} was cut off; the next run takes it up.`
  return ending === null ? `Mending ${head} since ${timeText(claim.since)}.` : `The fix of ${head} ended.`
}

/** Of a member of a panel that ended well: its own answer decides nothing. */
const memberLine = (claim: Claim, snapshot: Snapshot): string => {
  const head = code(shortSha(claim.head))
  const decision = decisionAt(snapshot, claim)?.decision
  if (decision === undefined)
    return `Answered at ${head}. The panel decides, in a review of its own, when no member is awaited any more.`
  return decision === 'approved' ? `The panel approved ${head}.` : `The panel requested changes at ${head}.`
}

const stateLine = ({ status, snapshot }: StatusInput): string => {
  const { claim } = status
  if (claim === null) return 'No review yet.'
  if (claim.role === 'fix') return fixLine(claim)
  if (claim.flagged) return `Stopped: a review of ${code(shortSha(claim.head))} was interrupted; a person is needed.`
  const ending = endingOf(claim)
  if (ending?.kind === 'terminated') return `The review of ${code(shortSha(claim.head))} was cut off; the next run takes it up.`
  const again = claim.recoveries > 0 ? `, taken up again ${claim.recoveries === 1 ? 'once' : 'twice'}` : ''
  if (isUnended(claim)) return `Reviewing ${code(shortSha(claim.head))} since ${timeText(claim.since)}${again}.`
  const hasAnswered = answersAt(snapshot, claim).some(verdict => verdict.reviewer === status.reviewer)
  if (hasAnswered && (ending?.kind === 'consensus' || ending?.kind === 'continues')) return memberLine(claim, snapshot)
  switch (ending?.kind) {
    case 'consensus':
      return `Approved ${code(shortSha(claim.head))}.`
    case 'exhausted':
      return `Changes requested at ${code(shortSha(claim.head))}; the cycle limit is reached, a person is needed.`
    case 'error':
      return `The review of ${code(shortSha(claim.head))} failed.`
    default:
      return snapshot.verdicts.some(verdict => verdict.head === claim.head && verdict.occasion === claim.occasion)
        ? `Changes requested at ${code(shortSha(claim.head))}.`
        : `The review of ${code(shortSha(claim.head))} ended without a verdict.`
  }
}

/** A reviewer, and its agents in the order in which they are tried. */
const withAgents = (name: string, policy: Policy): string => {
  const { agents } = policy.reviewers[name] ?? policy
  return `${code(name)} (${(agents ?? policy.agents).map(code).join(', then ')})`
}

const byWhom = ({ status: { reviewer }, policy }: StatusInput): string =>
  reviewer === PANEL
    ? `panel of ${policy.panel.map(name => withAgents(name, policy)).join(', ')}`
    : `${policy.panel.includes(reviewer) ? 'panel member' : 'reviewer'} ${withAgents(reviewer, policy)}`

/** While a review runs, that is the one before it. */
const lastOutcome = ({ claim, history }: StatusMarker): string[] => {
  const ending = claim === null ? null : endingOf(claim)
  const last = ending ?? history.at(-1) ?? null
  return last === null ? [] : ['', `Last outcome: ${safeInline(last.reason)} (${timeText(last.at)}).`]
}

/** Fix tasks of the present head are left that an agent may still be asked for. */
const isMendedNext = ({ head }: Claim, snapshot: Snapshot, policy: Policy): boolean => {
  const verdict = reviewToMend(snapshot)
  if (policy.fix === 'off' || verdict === null || verdict.head !== head) return false
  return wholeList(snapshot, policy).tasks.some(task => isTaskOf(verdict, task) && isClaimable(task))
}

const next = ({ status, policy, snapshot }: StatusInput): string => {
  const claim = status.claim
  const ask = code(`@${policy.mention} review`)
  if (claim === null || isUnended(claim))
    return `Comment ${code(`@${policy.mention} pause`)} to stop after it, ${ask} to ask for another; ${code(`@${policy.mention} help`)} lists the commands.`
  if (snapshot.pause.label.on || claim.flagged || endingOf(claim)?.kind === 'exhausted')
    return `To go on, remove the label ${code(policy.labels.pause)} or comment ${ask}.`
  if (endingOf(claim)?.kind === 'error') return `Mend the cause, then run the job again, comment ${ask}, or push a commit.`
  if (isMendedNext(claim, snapshot, policy))
    return `An agent mends ${code(shortSha(claim.head))} next, and its push is reviewed again. Comment ${code(`@${policy.mention} pause`)} to stop that; ${code(`@${policy.mention} help`)} lists the commands.`
  return `Push a commit, or comment ${ask}; ${code(`@${policy.mention} help`)} lists the commands.`
}

/** The newest notice, where its run died before it could tell whether it was sent. */
const unsure = ({ notices }: StatusMarker): string[] => {
  const newest = notices.at(-1) ?? ''
  return newest.endsWith('?')
    ? [
        '',
        `A notice (${newest.split(' ')[0]}) was about to be sent when its run died: it may not have arrived, and is not sent again.`,
      ]
    : []
}

const historyRows = (status: StatusMarker): string[] =>
  status.history
    .map(
      one =>
        `| ${[timeText(one.at), code(shortSha(one.head)), one.ending ?? 'none', cell(safeInline(one.reason))].join(' | ')} |`,
    )
    .toReversed()

const history = (status: StatusMarker): string[] =>
  status.history.length === 0
    ? []
    : [
        '',
        '<details><summary>Earlier reviews</summary>',
        '',
        '| ended | head | ending | reason |',
        '|---|---|---|---|',
        ...historyRows(status),
        '',
        '</details>',
      ]

/** The one comment that tells at a glance where the review stands; edited in place, so it sends no mail. */
export const statusBody = (input: StatusInput): string => {
  const { status, snapshot, policy, place } = input
  const isOfMember = policy.panel.includes(status.reviewer)
  const parts = [
    // Another member's run may change the count, and only that member's own writes this comment anew.
    isOfMember ? '' : `cycle ${snapshot.cycle.count} of ${policy['max-cycles']}`,
    byWhom(input),
    `${isOfMember ? 'its ' : ''}cost so far ${moneyText(status.spend.life)}`,
    `${status.starts.life} started`,
    runLink(place),
  ].filter(part => part !== '')
  return [
    `**${stateLine(input)}**`,
    '',
    parts.join(' · '),
    ...unsure(status),
    ...lastOutcome(status),
    '',
    next(input),
    ...history(status),
  ].join('\n')
}
