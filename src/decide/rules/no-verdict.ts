import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

const LIMIT = 3

export const noVerdict: Rule = {
  name: 'no-verdict',
  objects: 'three starts in a row since the newest engagement ended without a verdict',
  action: 'escalate',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request',
  judge: ({ snapshot, policy }) =>
    snapshot.starts.noVerdict < LIMIT
      ? null
      : {
          action: 'escalate',
          reason: 'no-verdict',
          evidence: `${snapshot.starts.noVerdict} starts in a row failed or were cut off before a verdict: this pull request cannot be reviewed`,
          change: `mend the cause (the job logs tell), then remove the label ${policy.labels.pause} or ask for a review`,
          effects: escalationEffects(snapshot, 'no-verdict'),
        },
}
