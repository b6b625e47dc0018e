import type { FindingState } from '../markers/schema.ts'
import { type Command, usage } from '../mention/words.ts'
import type { Policy } from '../policy/schema.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { safeInline } from '../text/safe.ts'
import { cycleLine, type ExplainInput, explainedOf } from './explained.ts'
import { code, countText, moneyText, shortSha } from './words.ts'

/** What can be asked for with this release, and what each does. */
const MEANING: Partial<Record<Command, string>> = {
  review: 'review this head now, with a fresh count',
  pause: 'start nothing here until a person asks or the label is removed',
  resume: 'take the pause off and review now',
  fix: 'have an agent mend open findings of this head, by their ids, or all; it pushes a commit',
  status: 'say what a run would do now, and why',
  dismiss: 'accept a finding as it is, with the reason: it blocks no more',
  'self-review': 'the author’s word that this head is ready',
  help: 'this list',
}

export const isServed = (command: Command): boolean => MEANING[command] !== undefined

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

export const invalidReply = (why: string): string => `Not understood: ${why}.`

export const notServedReply = (command: Command, policy: Policy): string =>
  `${code(command)} is not in this release. ${code(`@${policy.mention} help`)} lists what is.`

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

export const nothingStartedReply = (workflow: string): string =>
  [
    `GitHub accepted the start of ${code(workflow)}, but shows no run of it.`,
    'The request stays open: the next run here serves it, and where the sweep is installed it starts one after 15 minutes.',
    `To have it sooner, start ${code(workflow)} by hand with the number of this pull request.`,
  ].join(' ')

export const refusedFixReply = ({ why, change }: { why: string; change: string }): string =>
  `No fix: ${safeInline(why)}. To change it: ${safeInline(change)}.`

export const acceptedFixReply = (findings: string[], head: string): string =>
  `An agent mends ${findings.map(code).join(', ')} at ${code(shortSha(head))}. What comes of it stands in the comment on fixes; a push is reviewed again.`

/** The state in a few lines: what would happen now and why, the count, what was spent. */
export const statusReply = (input: ExplainInput): string => {
  const explained = explainedOf(input)
  const { spend, starts, elsewhere, facts } = input.snapshot
  return [
    `At ${code(shortSha(facts.pull.head.oid))} a run would **${explained.action}**: ${safeInline(explained.reason)}.`,
    ...(explained.change === null ? [] : ['', `To change it: ${safeInline(explained.change)}.`]),
    '',
    ...cycleLine(explained).map(line => `    ${line}`),
    '',
    `${countText(starts.life + elsewhere.starts.life, 'start')}, ${moneyText(spend.life + elsewhere.spend.life)} in all.`,
  ].join('\n')
}
