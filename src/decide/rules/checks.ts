import type { CheckFact } from '../../snapshot/facts.ts'
import { ownPushOf } from '../../snapshot/fixes.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Objection } from '../decision.ts'
import type { Rule, RuleInput } from './rule.ts'

const named = (checks: CheckFact[]): string => {
  const names = checks.map(check => check.name)
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`
}

/** GitHub starts no runs for what the workflow's own token pushes: checks that are absent by then are not waited for. */
const ABSENT_AFTER_S = 1_800

/** Seconds since the push of ours that made the head; `null` = somebody else's push did. */
const ownPushAge = (snapshot: Snapshot): number | null => {
  const push = ownPushOf(snapshot)
  return push === undefined ? null : snapshot.facts.observedAt - push.at
}

const relevantOf = ({ policy, late }: Pick<RuleInput, 'policy' | 'late'>): CheckFact[] | null => {
  const checks = policy['wait-for-checks'] === 'off' ? null : (late?.checks ?? null)
  if (checks?.kind !== 'read') return null
  return checks.list.filter(check => policy['wait-for-checks'] === 'all' || check.required)
}

/** How many minutes ago the push of ours was whose head goes on without the checks that the policy waits for; `null` = it does not. */
export const minutesWithoutChecks = (input: Pick<RuleInput, 'snapshot' | 'policy' | 'late'>): number | null => {
  const age = ownPushAge(input.snapshot)
  if (age === null || age < ABSENT_AFTER_S || relevantOf(input)?.length !== 0) return null
  return Math.floor(age / 60)
}

const ownPushYoung = (snapshot: Snapshot): Objection | null => {
  const age = ownPushAge(snapshot)
  return age === null || age >= ABSENT_AFTER_S
    ? null
    : {
        action: 'wait',
        evidence: `no check has begun on our own push of ${Math.floor(age / 60)} minutes ago`,
        change: 'a check that begins, or half an hour without one: the next sweep goes on then',
        effects: [],
      }
}

const judge = ({ snapshot, policy, late }: RuleInput): Objection | null => {
  const checks = late?.checks ?? null
  if (policy['wait-for-checks'] !== 'off' && checks?.kind === 'unreadable')
    return {
      action: 'wait',
      evidence: `the checks of this head cannot be read: ${checks.why}`,
      change: 'give the job the permissions checks: read and statuses: read',
      effects: [],
    }
  const relevant = relevantOf({ policy, late })
  if (relevant === null) return null
  const failed = relevant.filter(check => check.state === 'failed')
  if (failed.length > 0)
    return {
      action: 'skip',
      evidence: `failing: ${named(failed)}`,
      change: 'make the checks pass, or ask for a review in a comment',
      effects: [],
    }
  const pending = relevant.filter(check => check.state === 'pending')
  if (pending.length > 0)
    return {
      action: 'wait',
      evidence: `not finished: ${named(pending)}`,
      change: 'their end starts a run, or the next sweep does',
      effects: [],
    }
  return relevant.length === 0 ? ownPushYoung(snapshot) : null
}

export const checks: Rule = {
  name: 'checks',
  objects:
    '`wait-for-checks` is on, and a check of this head (not ours) is pending, failing or unreadable, or none has begun for half an hour after our own push',
  action: 'wait / skip',
  forced: 'passes',
  forcedText: 'passes',
  judge,
  late: true,
}
