import { reviewToMend, wholeList } from '../decide/fix-tasks.ts'
import type { Claim, StatusMarker } from '../markers/schema.ts'
import { PANEL } from '../panel/names.ts'
import type { Policy } from '../policy/schema.ts'
import { endingOf, isUnended } from '../snapshot/claims.ts'
import { isClaimable, isTaskOf } from '../snapshot/fixes.ts'
import { answersAt, decisionAt, isMember } from '../snapshot/panel.ts'
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

/** Of a member of a panel that ended well: no member's answer decides anything. */
const memberLine = (claim: Claim, snapshot: Snapshot): string => {
  const head = code(shortSha(claim.head))
  const decision = decisionAt(snapshot, claim)?.decision
  if (decision === 'approved') return `The panel approved ${head}.`
  if (decision === 'fix-requested') return `The panel requested changes at ${head}.`
  return answersAt(snapshot, claim).some(verdict => verdict.reviewer === snapshot.reviewer)
    ? `Answered at ${head}. What the panel decides stands in a review of its own.`
    : `The review of ${head} ended without a verdict.`
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
  if (isMember(snapshot) && (ending?.kind === 'consensus' || ending?.kind === 'continues')) return memberLine(claim, snapshot)
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

/** Runs of other members change what the panel does, and none of them writes this comment anew. */
const isOneOfSeveral = ({ status: { reviewer }, snapshot, policy }: StatusInput): boolean =>
  policy.panel.includes(reviewer) ||
  (reviewer === PANEL && snapshot.others.some(({ marker }) => policy.panel.includes(marker.reviewer)))

const costLine = (input: StatusInput): string => {
  const { reviewer, spend } = input.status
  const whose = reviewer === PANEL ? 'cost of the runs that name no member' : 'its cost so far'
  return `${isOneOfSeveral(input) ? whose : 'cost so far'} ${moneyText(spend.life)}`
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

const next = (input: StatusInput): string => {
  const { status, policy, snapshot } = input
  const claim = status.claim
  const ask = code(`@${policy.mention} review`)
  const help = `${code(`@${policy.mention} help`)} lists the commands.`
  if (claim === null || isUnended(claim))
    return `Comment ${code(`@${policy.mention} pause`)} to stop after it, ${ask} to ask for another; ${help}`
  if (snapshot.pause.label.on || claim.flagged || endingOf(claim)?.kind === 'exhausted')
    return `To go on, remove the label ${code(policy.labels.pause)} or comment ${ask}.`
  if (endingOf(claim)?.kind === 'error') return `Mend the cause, then run the job again, comment ${ask}, or push a commit.`
  if (isOneOfSeveral(input))
    return `Comment ${code(`@${policy.mention} status`)} to be told what comes next, ${ask} to ask for another; ${help}`
  if (isMendedNext(claim, snapshot, policy))
    return `An agent mends ${code(shortSha(claim.head))} next, and its push is reviewed again. Comment ${code(`@${policy.mention} pause`)} to stop that; ${help}`
  return `Push a commit, or comment ${ask}; ${help}`
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
  const parts = [
    isOneOfSeveral(input) ? '' : `cycle ${snapshot.cycle.count} of ${policy['max-cycles']}`,
    byWhom(input),
    costLine(input),
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
