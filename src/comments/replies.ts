import type { FindingState } from '../markers/schema.ts'
import type { ParsedRequest } from '../mention/parse.ts'
import { areRivals } from '../mention/taken.ts'
import { type Command, usage } from '../mention/words.ts'
import type { Policy } from '../policy/schema.ts'
import type { Facts } from '../snapshot/facts.ts'
import type { Act, Snapshot } from '../snapshot/snapshot.ts'
import { usedInAll } from '../snapshot/starts.ts'
import { safeInline } from '../text/safe.ts'
import { whatWas } from './answer.ts'
import { cycleLine, type ExplainInput, explainedOf } from './explained.ts'
import { code, countText, moneyText, type Place, pullUrl, shortSha } from './words.ts'

/** What can be asked for with this release, and what each does. */
const MEANING: Record<Command, string> = {
  review: 'review this head now, with a fresh count',
  pause: 'start nothing here until a person asks or the label is removed',
  resume: 'take the pause off and review now',
  fix: 'have an agent mend open findings of this head, by their ids, or all; it pushes a commit',
  status: 'say what a run would do now, and why',
  dismiss: 'accept a finding as it is, with the reason: it blocks no more',
  'self-review': 'the author’s word that this head is ready',
  help: 'this list',
}

export const helpReply = (policy: Policy): string =>
  [
    'At the start of a line:',
    '',
    ...Object.entries(MEANING).map(
      ([command, meaning]) => `- ${code(`@${policy.mention} ${usage[command as Command]}`)}: ${meaning}`,
    ),
    '',
    'People with write access may ask.',
  ].join('\n')

export const hintReply = (hint: string): string => hint

export const mistypedSkillReply = ({ word, meant }: { word: string; meant: string }, policy: Policy): string =>
  `No skill is named ${code(word)}, and nothing was started. Did you mean ${code(`@${policy.mention} review ${meant}`)}?`

type Invalid = Extract<ParsedRequest, { command: 'invalid' }>

export const invalidReply = ({ asked, why }: Invalid, policy: Policy): string =>
  `Not understood: ${why}; write ${code(`@${policy.mention} ${usage[asked]}`)}.`

export const partMissingReply = (form: string): string =>
  `Not understood: found a self-review without all of its parts; expected ${form}.`

type Left = { left: ParsedRequest[]; taken: ParsedRequest[]; policy: Policy }

/** Of commands that cannot be done together the first is; who wrote the others hears which, and what to do. */
export const leftReply = ({ left, taken, policy }: Left): string => {
  const names = (requests: ParsedRequest[]): string[] => [...new Set(requests.map(({ command }) => command))]
  const others = names(left)
  const first = names(taken.filter(one => left.some(other => areRivals(one, other))))
  return [
    `Not done: ${others.map(code).join(', ')}. It stands beside ${first.map(code).join(', ')}, which the comment asks for first.`,
    `Write ${others.map(name => code(`@${policy.mention} ${name}`)).join(', ')} in a comment of its own.`,
    ...(first.includes('fix') ? ['What the fix pushes is reviewed without being asked for.'] : []),
  ].join(' ')
}

type Dismissed = { known: FindingState[]; unknown: string[]; stillBlocking: FindingState[]; policy: Policy }

const dismissedLine = (finding: FindingState): string =>
  `- ${code(finding.id)}${finding.title === undefined ? '' : ` ${safeInline(finding.title)}`}: dismissed, an accepted risk from now on`

const leftLine = ({ stillBlocking, policy }: Dismissed): string => {
  const ask = code(`@${policy.mention} review`)
  if (stillBlocking.length === 0)
    return `Nothing else blocks. The decision is made anew with the next review: push a commit, or comment ${ask}.`
  const ids = stillBlocking.slice(0, 20).map(finding => code(finding.id))
  return `Still blocking: ${ids.join(', ')}. The decision is made anew with the next review: push a commit, or comment ${ask}.`
}

/** What became of each finding that a person dismissed. */
export const dismissedReply = (dismissed: Dismissed): string =>
  [
    ...dismissed.known.map(dismissedLine),
    ...dismissed.unknown.map(id => `- ${code(id)}: no open finding here has this id; the reviews name it beside each finding`),
    ...(dismissed.known.length > 0 ? ['', leftLine(dismissed)] : []),
  ].join('\n')

export const pausedReply = (policy: Policy): string =>
  `Paused: nothing is started here until somebody removes the label ${code(policy.labels.pause)} or comments ${code(`@${policy.mention} resume`)}.`

export const closedReply = (snapshot: Snapshot): string =>
  `No review: the pull request is ${snapshot.facts.pull.state.toLowerCase()}.`

export const refusedDispatchReply = ({ why, cure }: { why: string; cure: string }): string =>
  `The review could not be started: ${safeInline(why)}. To mend it: ${safeInline(cure)}.`

/** Where the request of a start that came to nothing stays: the same words for each way it may fail. */
const staysOpen = (workflow: string): string[] => [
  'The request stays open: the next run here serves it, and where the sweep is installed it starts one after 15 minutes.',
  `To have it sooner, start ${code(workflow)} by hand with the number of this pull request.`,
]

export const unansweredDispatchReply = (why: string, workflow: string): string =>
  [`The run could not be started, GitHub failed three times: ${safeInline(why)}.`, ...staysOpen(workflow)].join(' ')

export const nothingStartedReply = (workflow: string): string =>
  [`GitHub accepted the start of ${code(workflow)}, but shows no run of it.`, ...staysOpen(workflow)].join(' ')

export const refusedFixReply = ({ why, change }: { why: string; change: string }): string =>
  `No fix: ${safeInline(why)}. To change it: ${safeInline(change)}.`

export const acceptedFixReply = (findings: string[], head: string): string =>
  `An agent mends ${findings.map(code).join(', ')} at ${code(shortSha(head))}. What comes of it stands in the comment on fixes; a push is reviewed again.`

const ANCHOR = { comment: 'issuecomment-', review: 'pullrequestreview-', 'review-comment': 'discussion_r' } as const

/** Who asked, with a link where it was written. */
const askedLine = (act: Act, facts: Facts, place: Place): string => {
  const { text, by } = act
  const what = text === null ? whatWas(act) : `[${whatWas(act)}](${pullUrl(facts, place)}#${ANCHOR[text.where]}${text.commentId})`
  return by === '' ? what : `${what} of ${code(by)}`
}

const reasonOf = ({ plan, snapshot }: ExplainInput, place: Place): string => {
  const acts = plan.decision.kind === 'review' ? plan.decision.acts : []
  if (acts.length === 0) return safeInline(plan.why)
  return `it serves ${acts.map(act => askedLine(act, snapshot.facts, place)).join(' and ')}`
}

/** The state in a few lines: what would happen now and why, the count, what was spent. */
export const statusReply = (input: ExplainInput, place: Place): string => {
  const explained = explainedOf(input)
  const { starts, spend } = usedInAll(input.snapshot)
  return [
    `At ${code(shortSha(input.snapshot.facts.pull.head.oid))} a run would **${explained.action}**: ${reasonOf(input, place)}.`,
    ...(explained.change === null ? [] : ['', `To change it: ${safeInline(explained.change)}.`]),
    '',
    ...cycleLine(explained).map(line => `    ${line}`),
    '',
    `${countText(starts.life, 'start')}, ${moneyText(spend.life)} in all.`,
  ].join('\n')
}
