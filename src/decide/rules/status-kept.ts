import type { Objection } from '../decision.ts'
import { escalationEffects } from '../escalate.ts'
import type { Rule, RuleInput } from './rule.ts'

const goneObjection = (reason: 'status-gone' | 'status-edited', { snapshot }: RuleInput): Objection => ({
  then: 'escalate',
  reason,
  evidence:
    reason === 'status-gone'
      ? `the status comment of reviewer "${snapshot.reviewer}" is gone, though it has verdicts here`
      : `the status comment of reviewer "${snapshot.reviewer}" was edited by another account`,
  change: 'a person asks for a review: it starts a new status comment',
  effects: escalationEffects(snapshot, reason),
})

export const statusKept: Rule = {
  name: 'status-kept',
  objects: 'our status comment is missing beside verdicts of ours, or was last edited by another account',
  then: 'escalate',
  forced: 'passes',
  forcedText: 'passes, with a new status comment',
  judge: input => {
    const { statusHealth } = input.snapshot
    if (statusHealth === 'gone') return goneObjection('status-gone', input)
    return statusHealth === 'edited' ? goneObjection('status-edited', input) : null
  },
}
