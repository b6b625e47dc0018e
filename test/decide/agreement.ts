import { type Plan as ModelPlan, plan as modelPlan, settle as modelSettle, type Owner, ownerOf } from '../../model/plan.ts'
import { isHeld, listed, withheld } from '../../model/run.ts'
import type { Scenario, World } from '../../model/world.ts'
import type { Effect } from '../../src/decide/effect.ts'
import { type Plan, plan } from '../../src/decide/plan.ts'
import { permitOf, type SettleInput, settle, settleUnable } from '../../src/decide/settle.ts'
import { allSaidByCode, type Differ, policyOf, said, same } from './model-words.ts'
import { ModelStory } from './model-world.ts'

const planned = (one: ModelPlan): string[] => {
  if (one.kind === 'none') return ['none']
  return one.kind === 'apply'
    ? ['apply', ...one.effects.map(said)]
    : ['review', String(one.occasion), String(one.recoveries), ...one.acts.map(String)]
}

const plannedByCode = (one: Plan, story: ModelStory): string[] => {
  if (one.kind === 'none') return ['none']
  if (one.kind === 'apply') return ['apply', ...allSaidByCode(one.effects, story)]
  const { occasion, acts } = one.decision
  return [
    'review',
    String(story.actNumber(occasion)),
    String(one.recoveries),
    ...acts.map(act => String(story.actNumber(act.id))),
  ]
}

type Difference = Differ<World>

/** What the rules say of one world, for one who does not hold the lock, one who does, and one who found its owner dead. */
const differences = (world: World, scenario: Scenario): Difference[] => {
  const story = new ModelStory(world)
  const snapshot = story.snapshot()
  const owners: Owner[] = [...new Set([ownerOf(world, -1), ...(world.lock ? [ownerOf(world, world.lock.run)] : [])])]
  return owners.flatMap(owner => {
    const model = planned(modelPlan(world, owner, scenario))
    const code = plannedByCode(plan({ snapshot, policy: policyOf(scenario), owner }), story)
    return same(model, code) ? [] : [{ world, of: `plan, owner ${owner}`, model, code }]
  })
}

/** What is settled for the claim that stands. */
const settleDifferences = (world: World, scenario: Scenario): Difference[] => {
  const modelClaim = world.statuses[0]?.claim
  if (modelClaim === undefined) return []
  const story = new ModelStory(world)
  const model = modelSettle(world, modelClaim, scenario).map(said)
  const code = allSaidByCode(settle(story.settleInput(policyOf(scenario))), story)
  return same(model, code) ? [] : [{ world, of: 'settle', model, code }]
}

/** Whether a run that has its answer may publish it, and what it lists or writes instead. */
const permitDifferences = (world: World, scenario: Scenario): Difference[] =>
  world.runs.flatMap((run, me) => {
    if (run.at !== 'before' || run.key === undefined || !isHeld(world, { world, me, scenario })) return []
    const story = new ModelStory(world)
    const input = story.settleInput(policyOf(scenario))
    const stop = withheld(world, run, scenario)
    const model = stop === null ? ['publish', ...listed(world, run.key.acts).map(String)] : stop.effects.map(said)
    const code = permitted(input, run.says, story)
    return same(model, code) ? [] : [{ world, of: 'permit', model, code }]
  })

const permitted = (input: SettleInput, says: string | undefined, story: ModelStory): string[] => {
  const lines = (effects: Effect[]): string[] => allSaidByCode(effects, story)
  const permit = permitOf(input)
  if (permit.kind === 'withhold') return lines(permit.effects)
  if (permit.kind === 'exists') return lines(settle(input))
  if (says === 'E') return lines(settleUnable(input, 'no agent'))
  return ['publish', ...permit.acts.map(act => String(story.actNumber(act)))]
}

/** Where the code differs from the model in one world: what a run does next, what is settled, what may be published. */
export const disagreements = (world: World, scenario: Scenario): Difference[] =>
  [differences, settleDifferences, permitDifferences].flatMap(differ => differ(world, scenario))
