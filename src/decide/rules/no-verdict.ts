import { escalationEffects } from '../escalate.ts'
import type { Rule } from './rule.ts'

const LIMIT = 3

export const noVerdict: Rule = {
  name: 'no-verdict',
  objects: 'three starts in a row since the newest engagement ended without a verdict',
  then: 'escalate',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot, policy }) =>
    snapshot.starts.noVerdict < LIMIT
      ? null
      : {
          then: 'escalate',
          reason: 'no-verdict',
          evidence: `${snapshot.starts.noVerdict} starts in a row ended without a verdict: this pull request cannot be reviewed`,
          change: `mend the cause (the job logs tell), then remove the label ${policy.labels.pause} or ask for a review`,
          effects: escalationEffects(snapshot, 'no-verdict'),
        },
}
