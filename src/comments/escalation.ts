import type { EscalationReason, FindingState } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { safeInline } from '../text/safe.ts'
import { cycleTable } from './cycle-table.ts'
import { openMustFix, toAndFro } from './findings-story.ts'
import { code, countText, moneyText, type Place, runLink, timeText } from './words.ts'

export type EscalationInput = { reason: EscalationReason; snapshot: Snapshot; policy: Policy; place: Place }

const sinceText = ({ cycle }: Snapshot): string => {
  if (cycle.since.why === 'beginning') return 'since the pull request was opened'
  return `since the ${cycle.since.why === 'approval' ? 'last approval' : 'last time a person stepped in'} (${timeText(cycle.since.at)})`
}

const capWords = ({ snapshot, policy }: EscalationInput): string =>
  `${countText(snapshot.cycle.count, 'head')} in a row ended with changes requested ${sinceText(snapshot)}; the limit is ${policy['max-cycles']} (${code('max-cycles')}).`

/** Claims only what was counted. */
const wordsOf = (input: EscalationInput): string => {
  const { snapshot, reason, policy } = input
  switch (reason) {
    case 'cycle-cap':
      return capWords(input)
    case 'starts':
      return `Reviews were started ${countText(snapshot.starts.sinceEngagement, 'time')} since a person last stepped in (limit ${policy['max-starts']}), ${countText(snapshot.starts.life, 'time')} in all (limit ${policy['max-starts-life']}).`
    case 'no-verdict':
      return `This pull request cannot be reviewed: ${countText(snapshot.starts.noVerdict, 'start')} in a row ended without a verdict. The job logs say why.`
    case 'pull-budget':
      return `The reviews of this pull request have cost ${moneyText(snapshot.spend.sinceEngagement)} since a person last stepped in, ${moneyText(snapshot.spend.life)} in all; the limit is ${moneyText(policy['max-cost'])} (${code('max-cost')}).`
    case 'status-gone':
      return 'My status comment is gone. It held what had been started and spent here, so nothing more is started without a person.'
    case 'status-edited':
      return 'My status comment was edited by another account. What it says about starts and spend cannot be trusted, so nothing more is started without a person.'
    case 'interrupted':
      return 'A review stopped without a word, more often than it is started again by itself (or more than 24 hours ago). It was not restarted.'
    case 'restored':
      return 'The label was on without the comment that explains it: the run that set it was cut off. The reason is in the review or status comment above.'
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

/** What a person needs who is called in: why, the counted rounds, what is open, what it cost, and the way back. */
export const escalationBody = (input: EscalationInput): string => {
  const { snapshot, policy, place, reason } = input
  const { cycle, facts, spend } = snapshot
  const mentions = policy['escalate-to'].map(name => `@${name.replace(/^@/, '')}`).join(' ')
  return [
    `### A person is needed${mentions === '' ? '' : `: ${mentions}`}`,
    '',
    wordsOf(input),
    ...(reason === 'cycle-cap' && cycle.count > 0 ? ['', cycleTable(cycle, facts, place)] : []),
    ...listed('Still to be fixed', openMustFix(cycle.story)),
    ...listed('Went to and fro (gone, then back)', toAndFro(cycle.story)),
    '',
    `Cost so far: ${moneyText(spend.life)}. ${runLink(place)}`.trimEnd(),
    '',
    '**To go on**, any one of these asks for a review, with a fresh count:',
    '',
    `- remove the label ${code(policy.labels.pause)}`,
    `- comment ${code(`@${policy.mention} review`)}`,
    '',
    'Approving it yourself also ends the pause.',
  ].join('\n')
}
