import { decide } from '../../src/decide/decide.ts'
import { type Late, plainRun, type RunFacts } from '../../src/decide/late.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import type { Owner } from '../../src/snapshot/snapshot.ts'
import type { Story } from '../snapshot/story.ts'

export type Change = { policy?: Partial<Policy>; late?: Partial<Late>; run?: Partial<RunFacts>; owner?: Owner }

/** The decision in words, every rule read. */
export const says = (story: Story, { policy = {}, late = {}, run = {}, owner = null }: Change = {}): string => {
  const decision = decide({
    snapshot: story.snapshot(),
    policy: { ...defaultPolicy(), ...policy },
    owner,
    run: { ...plainRun, ...run },
    late: { patch: 'p2', files: null, checks: null, linked: null, day: null, ...late },
  })
  return decision.kind === 'review' ? `review ${decision.occasion}` : `${decision.kind} ${decision.rule}: ${decision.evidence}`
}
