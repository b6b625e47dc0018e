import { isoOf } from '../../snapshot/ids.ts'
import type { Cycle } from '../../snapshot/snapshot.ts'
import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

const sinceText = (cycle: Cycle): string =>
  cycle.since.why === 'beginning' ? 'since the pull request was opened' : `since the ${cycle.since.why} of ${isoOf(cycle.since.at)}`

export const cycleCap: Rule = {
  name: 'cycle-cap',
  objects: 'as many heads in a row as `max-cycles` says have a fix-requested decision, since the newest approval or engagement',
  then: 'escalate',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot, policy }) =>
    snapshot.cycle.count < policy['max-cycles']
      ? null
      : {
          then: 'escalate',
          reason: 'cycle-cap',
          evidence: `${snapshot.cycle.count} of ${policy['max-cycles']} fix-requested heads in a row ${sinceText(snapshot.cycle)}`,
          change: `a person removes the label ${policy.labels.pause}, asks for a review, or approves`,
          effects: escalationEffects(snapshot, 'cycle-cap'),
        },
}
