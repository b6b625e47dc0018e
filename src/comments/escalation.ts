import { LIFE_FACTOR } from '../decide/rules/pull-budget.ts'
import { standingReasons } from '../decide/standing-reasons.ts'
import type { EscalationReason, FindingState } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { deletedInPause } from '../snapshot/deletions.ts'
import { MAX_FIX_ATTEMPTS } from '../snapshot/fixes.ts'
import type { Deletion, Snapshot } from '../snapshot/snapshot.ts'
import { usedInAll } from '../snapshot/starts.ts'
import { safeInline } from '../text/safe.ts'
import { cycleTable } from './cycle-table.ts'
import { openMustFix, toAndFro } from './findings-story.ts'
import { code, countText, moneyText, type Place, runLink, timeText } from './words.ts'

export type EscalationInput = {
  reason: EscalationReason
  snapshot: Snapshot
  policy: Policy
  place: Place
  /** What only the run knows that escalates. */
  detail?: string | undefined
}

const sinceText = ({ cycle }: Snapshot): string => {
  if (cycle.since.why === 'beginning') return 'since the pull request was opened'
  return `since the ${cycle.since.why === 'approval' ? 'last approval' : 'last time a person stepped in'} (${timeText(cycle.since.at)})`
}

const capWords = ({ snapshot, policy }: EscalationInput): string =>
  `${countText(snapshot.cycle.count, 'head')} in a row ended with changes requested ${sinceText(snapshot)}; the limit is ${policy['max-cycles']} (${code('max-cycles')}).`

const SINCE_RESET = 'since the label was last taken off or a person approved'

const deleterText = ({ by, at }: Deletion): string =>
  `${by === null ? 'another account' : code(by)} deleted a comment of my account (${timeText(at)})`

const givenUpWords = ({ snapshot }: EscalationInput): string => {
  const tasks = snapshot.fixes.comments[0]?.marker.tasks.filter(task => task.state === 'given-up') ?? []
  const why = tasks.at(-1)?.why
  const named = tasks.map(task => code(task.finding)).join(', ')
  const often = tasks.some(task => task.attempts >= MAX_FIX_ATTEMPTS) ? 'twice' : 'once'
  return [
    `An agent tried ${often} to mend ${named === '' ? 'the findings' : named}, and nothing could be pushed.`,
    ...(why === undefined ? [] : [`${often === 'once' ? 'The reason' : 'The last time'}: ${safeInline(why)}.`]),
  ].join(' ')
}

const cannotReview = ({ detail }: EscalationInput): string =>
  `This head cannot be reviewed: too few members of the panel could answer, and nothing was decided${detail === undefined ? '' : `: ${safeInline(detail)}`}.`

/** Which comment it was, GitHub does not say: only a verdict proves that there was a status comment. */
const goneWords = ({ snapshot }: EscalationInput): string => {
  const deleted = snapshot.deletions.at(-1)
  const who = deleted === undefined ? null : deleterText(deleted)
  const isProven = snapshot.verdicts.some(one => !one.foreign && one.reviewer === snapshot.reviewer)
  if (isProven || who === null)
    return `My status comment is gone${who === null ? '' : ` (${who})`}. It held what had been started and spent here, so nothing more is started without a person.`
  return `${who}, and I find no status comment: it may have been mine, which holds what was started and spent here. So nothing more is started without a person.`
}

/** In place of a comment that is not there: what became of it, and what the counts say now. */
const restoredWords = (input: EscalationInput): string => {
  const deleted = deletedInPause(input.snapshot).at(-1)
  const why = deleted === undefined ? 'the run that set it was cut off' : deleterText(deleted)
  const stands = standingReasons(input.snapshot, input.policy).map(reason => wordsOf({ ...input, reason }))
  const reasons = stands.length === 0 ? ['The reason is in the review or status comment above.'] : stands
  return `The label was on without the comment that explains it: ${why}. ${reasons.join(' ')}`
}

/** Claims only what was counted. */
const wordsOf = (input: EscalationInput): string => {
  const { snapshot, reason, policy } = input
  const { starts, spend } = usedInAll(snapshot)
  switch (reason) {
    case 'cycle-cap':
      return capWords(input)
    case 'starts':
      return `Reviews were started ${countText(starts.sinceEngagement, 'time')} ${SINCE_RESET} (limit ${policy['max-starts']}, ${code('max-starts')}), ${countText(starts.life, 'time')} in all (limit ${policy['max-starts-life']}, ${code('max-starts-life')}).`
    case 'no-verdict':
      return `This pull request cannot be reviewed: ${countText(snapshot.starts.noVerdict, 'start')} in a row ended without a verdict. The job logs say why.`
    case 'pull-budget':
      return `The reviews of this pull request have cost ${moneyText(spend.sinceEngagement)} ${SINCE_RESET} (limit ${moneyText(policy['max-cost'])}, ${code('max-cost')}), ${moneyText(spend.life)} in all (limit ${moneyText(policy['max-cost'] * LIFE_FACTOR)}, five times that).`
    case 'status-gone':
      return goneWords(input)
    case 'status-edited':
      return 'My status comment was edited by another account. What it says about starts and spend cannot be trusted, so nothing more is started without a person.'
    case 'interrupted':
      return 'A review stopped without a word, more often than it is started again by itself (or more than 24 hours ago). It was not restarted.'
    case 'cannot-review':
      return cannotReview(input)
    case 'restored':
      return restoredWords(input)
    case 'fix-failed':
      return givenUpWords(input)
    default:
      return 'The review needs a person.'
  }
}

const item = (finding: FindingState): string => {
  const where = finding.path === null ? '' : ` ${code(finding.line === null ? finding.path : `${finding.path}:${finding.line}`)}`
  return `- **${finding.severity}**${where} ${safeInline(finding.title ?? 'finding')} (${code(finding.id)})`
}

const listed = (title: string, findings: FindingState[]): string[] =>
  findings.length === 0 ? [] : [`\n**${title}**\n`, ...findings.map(item)]

/** Beside another reason the rounds are the story, not the reason. */
const counted = (reason: EscalationReason, snapshot: Snapshot): string[] =>
  reason === 'cycle-cap' ? [] : [`Heads with changes requested ${sinceText(snapshot)}:`, '']

/** What each way back does for this reason: nothing is promised that the rules would refuse. */
const wayBack = ({ reason, policy, snapshot }: EscalationInput): string[] => {
  const { starts, spend } = usedInAll(snapshot)
  const label = `remove the label ${code(policy.labels.pause)}`
  const ask = `comment ${code(`@${policy.mention} review`)}`
  const raise = (key: string): string[] => [`**To go on**, raise ${code(key)} in the policy, then ${label} or ${ask}.`]
  const isWorn =
    reason === 'starts'
      ? starts.life >= policy['max-starts-life']
      : reason === 'pull-budget' && spend.life >= policy['max-cost'] * LIFE_FACTOR
  if (isWorn) return raise(reason === 'starts' ? 'max-starts-life' : 'max-cost')
  const byAsking: Partial<Record<EscalationReason, string[]>> = {
    starts: [`- ${ask}: one review, and no more until the label is taken off`],
    'pull-budget': [`- or raise ${code('max-cost')} in the policy, then ${ask}; a request alone is refused`],
  }
  return [
    '**To go on**, a person does one of these:',
    '',
    `- ${label}: a review at once, and all counts begin anew`,
    ...(byAsking[reason] ?? [`- ${ask}: a review at once, and the count of rounds begins anew`]),
    '- approve the pull request: the counts begin anew, and the next push is reviewed',
  ]
}

/** What a person needs who is called in: why, the counted rounds, what is open, what it cost, and the way back. */
export const escalationBody = (input: EscalationInput): string => {
  const { snapshot, policy, place, reason } = input
  const { cycle } = snapshot
  const told = reason === 'restored' ? (standingReasons(snapshot, policy)[0] ?? reason) : reason
  const mentions = policy['escalate-to'].map(name => `@${name.replace(/^@/, '')}`).join(' ')
  return [
    `### A person is needed${mentions === '' ? '' : `: ${mentions}`}`,
    '',
    wordsOf(input),
    ...(cycle.count > 0 ? ['', ...counted(told, snapshot), cycleTable(snapshot, place)] : []),
    ...listed('Still to be fixed', openMustFix(cycle.story)),
    ...listed('Went to and fro (gone, then back)', toAndFro(cycle.story)),
    '',
    `Cost so far: ${moneyText(usedInAll(snapshot).spend.life)}. ${runLink(place)}`.trimEnd(),
    '',
    ...wayBack({ ...input, reason: told }),
  ].join('\n')
}
