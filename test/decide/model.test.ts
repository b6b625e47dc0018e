import { describe, expect, it } from 'vitest'
import { type Plan as ModelPlan, plan as modelPlan, settle as modelSettle, type Owner, ownerOf } from '../../model/plan.ts'
import { isHeld, listed, withheld } from '../../model/run.ts'
import { scenarios } from '../../model/scenarios.ts'
import { stepsOf } from '../../model/search.ts'
import { first, type Effect as ModelEffect, type Scenario, type World } from '../../model/world.ts'
import type { Effect } from '../../src/decide/effect.ts'
import { type Plan, plan } from '../../src/decide/plan.ts'
import { permitOf, type SettleInput, settle, settleUnable } from '../../src/decide/settle.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { ModelStory } from './model-world.ts'

const WALKS = 8
const policyOf = (scenario: Scenario): Policy => ({
  ...defaultPolicy(),
  'max-cycles': scenario.maxCycles,
  'max-starts': scenario.maxStarts,
})

const said = (effect: ModelEffect): string => {
  switch (effect.kind) {
    case 'comment':
      return `comment ${effect.why}`
    case 'answer':
      return `answer ${effect.acts}`
    case 'tidy':
    case 'delete status':
      return `${effect.kind} ${effect.id}`
    case 'ending':
      return `ending ${effect.flagged ? 'flagged' : effect.ending}`
    default:
      return effect.kind
  }
}

const otherWords: Partial<Record<Effect['kind'], string>> = {
  'add-pause-label': 'label on',
  'remove-pause-label': 'label off',
  'mark-answered': 'mark',
  'carry-approval': 'carry',
  'doubt-notice': 'doubt',
  'publish-decision': 'decision',
}

/** What the code does to its earlier reviews and threads: on GitHub's own side, and no part of the protocol. */
type Native = Extract<Effect, { kind: 'dismiss-review' | 'fold-outdated' | 'mint-fix-tasks' | 'auto-merge' }>

const isOfProtocol = (effect: Effect): effect is Exclude<Effect, Native> =>
  effect.kind !== 'auto-merge' &&
  effect.kind !== 'dismiss-review' &&
  effect.kind !== 'fold-outdated' &&
  effect.kind !== 'mint-fix-tasks'

const allSaidByCode = (effects: Effect[], story: ModelStory): string[] =>
  effects.filter(isOfProtocol).map(effect => saidByCode(effect, story))

const saidByCode = (effect: Exclude<Effect, Native>, story: ModelStory): string => {
  switch (effect.kind) {
    case 'post-escalation':
      return `comment ${effect.reason}`
    case 'post-answer':
      return `answer ${effect.acts.map(act => story.actNumber(act.id))}`
    case 'tidy-duplicate':
      return `tidy ${effect.verdict.id}`
    case 'delete-status':
      return `delete status ${effect.id}`
    case 'write-ending':
      return `ending ${effect.flagged ? 'flagged' : effect.ending}`
    default:
      return otherWords[effect.kind] ?? effect.kind
  }
}

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

type Difference = { world: World; owner: Owner; model: string[]; code: string[] }

/** What the rules say of one world, for one who does not hold the lock, one who does, and one who found its owner dead. */
const differences = (world: World, scenario: Scenario): Difference[] => {
  const story = new ModelStory(world)
  const snapshot = story.snapshot()
  const owners: Owner[] = [...new Set([ownerOf(world, -1), ...(world.lock ? [ownerOf(world, world.lock.run)] : [])])]
  return owners.flatMap(owner => {
    const model = planned(modelPlan(world, owner, scenario))
    const code = plannedByCode(plan({ snapshot, policy: policyOf(scenario), owner }), story)
    return JSON.stringify(model) === JSON.stringify(code) ? [] : [{ world, owner, model, code }]
  })
}

const same = (one: string[], other: string[]): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What is settled for the claim that stands. */
const settleDifferences = (world: World, scenario: Scenario): Difference[] => {
  const modelClaim = world.statuses[0]?.claim
  if (modelClaim === undefined) return []
  const story = new ModelStory(world)
  const model = modelSettle(world, modelClaim, scenario).map(said)
  const code = allSaidByCode(settle(story.settleInput(policyOf(scenario))), story)
  return same(model, code) ? [] : [{ world, owner: 'ours', model, code }]
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
    return same(model, code) ? [] : [{ world, owner: 'ours', model, code }]
  })

const permitted = (input: SettleInput, says: string | undefined, story: ModelStory): string[] => {
  const lines = (effects: Effect[]): string[] => allSaidByCode(effects, story)
  const permit = permitOf(input)
  if (permit.kind === 'withhold') return lines(permit.effects)
  if (permit.kind === 'exists') return lines(settle(input))
  if (says === 'E') return lines(settleUnable(input, 'no agent'))
  return ['publish', ...permit.acts.map(act => String(story.actNumber(act)))]
}

/** Worlds far from the beginning: always the same walks, each to its end. */
const walk = (scenario: Scenario, seed: number, visit: (world: World) => void): void => {
  let world = first(scenario)
  let chance = seed
  for (let steps = stepsOf(world, scenario); steps.length > 0; steps = stepsOf(world, scenario)) {
    chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648
    const [, after] = steps[Math.floor((chance / 2_147_483_648) * steps.length)] ?? []
    if (after === undefined) return
    world = after
    visit(world)
  }
}

describe('the code does what the model of the protocol does', () => {
  it.each(Object.entries(scenarios))('in the worlds of %s', (_, scenario) => {
    const found: Difference[] = []
    const compared = new Set<string>()
    const compare = (world: World): void => {
      const key = JSON.stringify({ ...world, left: 0, fresh: 0 })
      if (compared.has(key)) return
      compared.add(key)
      for (const differ of [differences, settleDifferences, permitDifferences]) found.push(...differ(world, scenario))
    }
    for (let seed = 1; seed <= WALKS; seed++) walk(scenario, seed * 7919, compare)
    expect(found.slice(0, 2)).toEqual([])
    expect(compared.size).toBeGreaterThan(WALKS)
  })
})
