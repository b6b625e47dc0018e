import { describe, expect, it } from 'vitest'
import { type Plan as ModelPlan, plan as modelPlan, settle as modelSettle, type Owner, ownerOf } from '../../model/plan.ts'
import { scenarios } from '../../model/scenarios.ts'
import { search } from '../../model/search.ts'
import type { Effect as ModelEffect, Scenario, World } from '../../model/world.ts'
import type { Effect } from '../../src/decide/effect.ts'
import { type Plan, plan } from '../../src/decide/plan.ts'
import { permitOf, settle } from '../../src/decide/settle.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { ModelStory } from './model-world.ts'

const PER_SCENARIO = 400
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

const saidByCode = (effect: Effect, story: ModelStory): string => {
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
      return {
        'add-pause-label': 'label on',
        'remove-pause-label': 'label off',
        'mark-answered': 'mark',
        'carry-approval': 'carry',
      }[effect.kind]
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
  if (one.kind === 'apply') return ['apply', ...one.effects.map(effect => saidByCode(effect, story))]
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

/** What is settled for the claim that stands, and whether its verdict may still be published. */
const settleDifferences = (world: World, scenario: Scenario): Difference[] => {
  const modelClaim = world.statuses[0]?.claim
  if (modelClaim === undefined) return []
  const story = new ModelStory(world)
  const snapshot = story.snapshot()
  const claim = snapshot.statuses[0]?.marker.claim
  if (!claim) throw new Error('Expected a claim, found none.')
  const input = { snapshot, policy: policyOf(scenario), claim }
  const model = modelSettle(world, modelClaim, scenario).map(said)
  const code = settle(input).map(effect => saidByCode(effect, story))
  const isHeld = world.lock?.id === modelClaim.lock
  const permit = permitOf(input)
  const lost = permit.kind === 'withhold' && permit.why === 'lock-lost'
  if (lost === isHeld) return [{ world, owner: 'ours', model: [`held: ${isHeld}`], code: [`lost: ${lost}`] }]
  return JSON.stringify(model) === JSON.stringify(code) ? [] : [{ world, owner: 'ours', model, code }]
}

describe('the code does what the model of the protocol does', () => {
  it.each(Object.entries(scenarios))('in the worlds of %s', (_, scenario) => {
    const found: Difference[] = []
    let seen = 0
    const every = Math.ceil(3_000 / PER_SCENARIO)
    const visit = (world: World): void => {
      if (seen++ % every === 0) found.push(...differences(world, scenario), ...settleDifferences(world, scenario))
    }
    search({ scenario, most: 3_000, check: () => [], visit })
    expect(found.slice(0, 2)).toEqual([])
  })
})
