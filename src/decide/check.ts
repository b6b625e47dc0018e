import { isMember } from '../snapshot/panel.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { standingOf } from '../snapshot/standing.ts'

/** Under this name the check run or commit status stands on the head. */
export const CHECK_NAME = 'Countersign'

/** As GitHub's check runs conclude; `pending` = not concluded yet. */
export type CheckState = 'success' | 'failure' | 'neutral' | 'action_required' | 'pending'

export type Check = { state: CheckState; title: string }

/** How a run ended, as far as the check rests on it. `rule` = the one that decided, if one did. */
export type CheckInput = {
  snapshot: Snapshot
  rule: string | null
  kind: 'skip' | 'wait' | 'escalate' | null
  failed: boolean
}

/** Whatever was decided before: these wait for a person, who may know better. */
const FOR_A_PERSON = ['panel-undecided', 'paused', 'status-kept', 'cycle-cap', 'starts', 'no-verdict', 'pull-budget', 'finished']
/** What a member of a panel has done its part with: the others go on, and the panel's decision or the rule above tells the rest. */
const OWN_PART = ['already-reviewed', 'finished']
/** A run that asks all members itself says of their round what they say. */
const THEIRS = 'panel-at-work'
/** Nothing is said of a closed pull; of one that another run holds, that run speaks. */
const SILENT = ['open', 'in-progress', 'read-only']

const TITLES: Record<CheckState, string> = {
  success: 'Approved',
  failure: 'Changes requested',
  neutral: 'Nothing to review',
  action_required: 'A person is needed',
  pending: 'Not decided yet',
}

const titled = (state: CheckState, rule: string | null): Check => ({
  state,
  title: rule === null || state === 'success' || state === 'failure' ? TITLES[state] : `${TITLES[state]}: ${rule}`,
})

const undecided = ({ rule, kind }: CheckInput): CheckState => {
  if (rule === 'docs-only') return 'neutral'
  return rule === 'draft' || kind === 'wait' ? 'pending' : 'action_required'
}

/**
 * What the check of the head says: the newest combined decision that stands for it, else what the rule that decided comes to.
 * It depends on what stands on the pull and not on which run asks, so that a second run has nothing to write. `null` = nothing.
 */
export const checkOf = (input: CheckInput): Check | null => {
  const { snapshot, rule, kind, failed } = input
  if (snapshot.facts.pull.state !== 'OPEN' || (rule !== null && SILENT.includes(rule))) return null
  if (rule === null || kind === null) return failed ? titled('action_required', null) : null
  const isPart = isMember(snapshot) && OWN_PART.includes(rule)
  if (FOR_A_PERSON.includes(rule) && !isPart) return titled('action_required', rule)
  const standing = standingOf(snapshot, rule === 'unchanged-patch')
  if (standing !== undefined) return titled(standing.decision === 'approved' ? 'success' : 'failure', rule)
  if (isPart || rule === THEIRS) return titled('pending', null)
  return titled(undecided(input), rule)
}

/** What the merge queue is told of the commit it tests: the decision that stands for the pull's head. */
export const queueCheckOf = (snapshot: Snapshot): Check => {
  const standing = standingOf(snapshot, false)
  if (standing === undefined) return titled('action_required', 'no decision')
  return titled(standing.decision === 'approved' ? 'success' : 'failure', null)
}
