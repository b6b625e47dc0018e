import { askedPolicy } from '../../src/decide/asked.ts'
import { effectLine } from '../../src/decide/effect.ts'
import { plainRun, type RunFacts } from '../../src/decide/late.ts'
import { type Plan, plan } from '../../src/decide/plan.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { openActs } from '../../src/snapshot/acts.ts'
import type { Owner } from '../../src/snapshot/snapshot.ts'
import type { Story } from '../snapshot/story.ts'

export type Given = { owner?: Owner; policy?: Partial<Policy>; run?: Partial<RunFacts> }

export const planOf = (story: Story, given: Given = {}): Plan => {
  const snapshot = story.snapshot()
  const policy = askedPolicy({ ...defaultPolicy(), ...given.policy }, snapshot)
  return plan({ snapshot, policy, owner: given.owner ?? null, run: { ...plainRun, ...given.run } })
}

/** What a run would make of the pull, in words: `review`, or the rule that objects, and what it would write. */
export const say = (story: Story, given: Given = {}): { does: string; writes: string[] } => {
  const planned = planOf(story, given)
  if (planned.kind === 'review') return { does: 'review', writes: [] }
  const { decision } = planned
  const does = decision.kind === 'review' ? planned.kind : `${decision.kind}: ${decision.rule}`
  return { does, writes: planned.kind === 'apply' ? planned.effects.map(effectLine) : [] }
}

export const openKinds = (story: Story): string[] => openActs(story.snapshot().acts).map(act => act.kind)
