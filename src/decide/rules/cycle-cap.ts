import { isoOf } from '../../snapshot/ids.ts'
import { isMember } from '../../snapshot/panel.ts'
import type { Cycle, Snapshot } from '../../snapshot/snapshot.ts'
import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

const sinceText = (cycle: Cycle): string =>
  cycle.since.why === 'beginning'
    ? 'since the pull request was opened'
    : `since ${cycle.since.why === 'approval' ? 'our approval' : 'a person stepped in'} at ${isoOf(cycle.since.at)}`

/** In a panel the member that published the decision tells what follows from it. */
const isToldHere = (snapshot: Snapshot): boolean => {
  if (!isMember(snapshot)) return true
  const publisher = snapshot.cycle.counted.at(-1)?.marker?.publisher
  const teller = publisher !== undefined && snapshot.panel.includes(publisher) ? publisher : snapshot.panel[0]
  return teller === snapshot.reviewer
}

export const cycleCap: Rule = {
  name: 'cycle-cap',
  objects: 'as many heads in a row as `max-cycles` says have a fix-requested decision, since the newest approval or engagement',
  action: 'escalate',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request',
  judge: ({ snapshot, policy }) =>
    snapshot.cycle.count < policy['max-cycles']
      ? null
      : {
          action: 'escalate',
          reason: 'cycle-cap',
          evidence: `a fix was requested on ${snapshot.cycle.count} heads in a row (max-cycles: ${policy['max-cycles']}) ${sinceText(snapshot.cycle)}`,
          change: `a person removes the label ${policy.labels.pause}, asks for a review, or approves`,
          effects: isToldHere(snapshot) ? escalationEffects(snapshot, 'cycle-cap') : [],
        },
}
