import { lawsOf } from './laws.ts'
import { otherSteps } from './others.ts'
import { inOrder } from './panel/key.ts'
import { lawsOf as panelLawsOf } from './panel/laws.ts'
import { otherSteps as panelOtherSteps, stepsOn } from './panel/others.ts'
import { isAlone, runSteps as panelRunSteps } from './panel/run.ts'
import { scenarios as panelScenarios } from './panel/scenarios.ts'
import { type Scenario as PanelScenario, type World as PanelWorld, first as panelFirst } from './panel/world.ts'
import { runSteps } from './run.ts'
import { scenarios } from './scenarios.ts'
import { type Laws, type Protocol, type Searched, search } from './search.ts'
import { first, type Scenario, type World } from './world.ts'

/** One reviewer: a run may take its next step, or anybody else may act. */
export const protocolOf = (scenario: Scenario): Protocol<World> => ({
  first: first(scenario),
  stepsOf: world => [
    ...otherSteps(world),
    ...world.runs.flatMap((run, me) => (run.at === 'end' ? [] : runSteps({ world, me, scenario }))),
  ],
})

/** Several reviewers that decide together. */
export const panelProtocolOf = (scenario: PanelScenario): Protocol<PanelWorld> => ({
  first: panelFirst(scenario),
  stepsOf: world => panelStepsOf(world, scenario).map(([name, after]) => [name, inOrder(after)]),
})

const panelStepsOf = (world: PanelWorld, scenario: PanelScenario): [string, PanelWorld][] => {
  const alone = world.runs.findIndex(isAlone)
  if (alone >= 0) return [...stepsOn(world, alone), ...panelRunSteps({ world, me: alone, scenario })]
  return [
    ...panelOtherSteps(world),
    ...world.runs.flatMap((run, me) => (run.at === 'end' ? [] : panelRunSteps({ world, me, scenario }))),
  ]
}

type Told = Searched & { rested: number }
/** What is done with each state that a search enters, of one reviewer or of a panel. */
export type Visit = {
  one: (world: World, scenario: Scenario) => void
  panel: (world: PanelWorld, scenario: PanelScenario) => void
}

type Family<Limits, W> = {
  prefix: string
  scenarios: Record<string, Limits>
  protocolOf: (scenario: Limits) => Protocol<W>
  lawsOf: (scenario: Limits) => Laws<W>
  visitOf: (visit: Visit) => (world: W, scenario: Limits) => void
}

const searchesOf = <Limits, W>(family: Family<Limits, W>): [string, (most: number, visit: Visit) => Told][] =>
  Object.entries(family.scenarios).map(([name, scenario]) => [
    `${family.prefix}${name}`,
    (most, visit) => {
      const { check, rested } = family.lawsOf(scenario)
      const seen = family.visitOf(visit)
      const done = search({ ...family.protocolOf(scenario), most, check, visit: world => seen(world, scenario) })
      return { ...done, rested: rested() }
    },
  ])

const single = { prefix: '', scenarios, protocolOf, lawsOf, visitOf: (visit: Visit) => visit.one }
const panel = {
  prefix: 'panel-',
  scenarios: panelScenarios,
  protocolOf: panelProtocolOf,
  lawsOf: panelLawsOf,
  visitOf: (visit: Visit) => visit.panel,
}

/** Every scenario by its name; those of the panel begin with `panel-`. */
export const searches: [string, (most: number, visit: Visit) => Told][] = [...searchesOf(single), ...searchesOf(panel)]
