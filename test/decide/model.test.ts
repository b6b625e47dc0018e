import { describe, expect, it } from 'vitest'
import { scenarios as panelScenarios } from '../../model/panel/scenarios.ts'
import { panelProtocolOf, protocolOf } from '../../model/protocols.ts'
import { scenarios } from '../../model/scenarios.ts'
import type { Protocol } from '../../model/search.ts'
import { disagreements } from './agreement.ts'
import type { Differ } from './model-words.ts'
import { panelDisagreements } from './panel-agreement.ts'

const WALKS = 8
/** Each world of a panel is put to the code for each of its members. */
const PANEL_WALKS = 2
/** A member that waits may look for ever. */
const MOST_STEPS = 200

/** Worlds far from the beginning: always the same walks, each to its end. */
const walk = <World>({ first, stepsOf }: Protocol<World>, seed: number, visit: (world: World) => void): void => {
  let world = first
  let chance = seed
  for (let taken = 0; taken < MOST_STEPS; taken++) {
    const steps = stepsOf(world)
    chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648
    const [, after] = steps[Math.floor((chance / 2_147_483_648) * steps.length)] ?? []
    if (after === undefined) return
    world = after
    visit(world)
  }
}

/** Some of what can be reached; `npm run model` asks the code in many more worlds. */
const differing = <World extends object>(
  protocol: Protocol<World>,
  walks: number,
  ask: (world: World) => Differ<World>[],
): Differ<World>[] => {
  const found: Differ<World>[] = []
  const compared = new Set<string>()
  const compare = (world: World): void => {
    const key = JSON.stringify({ ...world, left: 0, fresh: 0 })
    if (compared.has(key)) return
    compared.add(key)
    found.push(...ask(world))
  }
  for (let seed = 1; seed <= walks; seed++) walk(protocol, seed * 7919, compare)
  expect(compared.size).toBeGreaterThan(walks)
  return found.slice(0, 2)
}

describe('the code does what the model of the protocol does', () => {
  it.each(Object.entries(scenarios))('in the worlds of %s', (_, scenario) => {
    expect(differing(protocolOf(scenario), WALKS, world => disagreements(world, scenario))).toEqual([])
  })

  it.each(Object.entries(panelScenarios))('in the worlds of a panel, %s', (_, scenario) => {
    expect(differing(panelProtocolOf(scenario), PANEL_WALKS, world => panelDisagreements(world, scenario))).toEqual([])
  })
})
