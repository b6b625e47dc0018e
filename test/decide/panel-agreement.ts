import {
  type Plan as ModelPlan,
  permitOf as modelPermitOf,
  plan as modelPlan,
  settle as modelSettle,
  ownerOf,
} from '../../model/panel/plan.ts'
import { isUnended, turnOf as modelTurnOf, primaryAt } from '../../model/panel/round.ts'
import { isHeld } from '../../model/panel/turn.ts'
import { type Scenario, seatOf, type World } from '../../model/panel/world.ts'
import { turnOf } from '../../src/decide/panel.ts'
import { type Plan, plan } from '../../src/decide/plan.ts'
import { permitOf, settle, settleUnable } from '../../src/decide/settle.ts'
import type { Policy } from '../../src/policy/schema.ts'
import { allSaidByCode, type Differ, policyOf, said, same } from './model-words.ts'
import { names, PanelModelStory } from './panel-model-world.ts'

/** One member's view of a world, told to the code. */
type Asking = { world: World; member: number; scenario: Scenario; story: PanelModelStory; policy: Policy }
type Answers = { of: string; model: string[]; code: string[] }

const planned = (one: ModelPlan): string[] => {
  if (one.kind === 'none') return ['none']
  return one.kind === 'apply'
    ? ['apply', ...one.effects.map(said)]
    : ['review', String(one.occasion), String(one.recoveries), ...one.acts.map(String)]
}

const plannedByCode = (one: Plan, story: PanelModelStory): string[] => {
  if (one.kind === 'none') return ['none']
  if (one.kind === 'apply') return ['apply', ...allSaidByCode(one.effects, story)]
  const { occasion, acts } = one.decision
  const numbers = [story.actNumber(occasion), one.recoveries, ...acts.map(act => story.actNumber(act.id))]
  return ['review', ...numbers.map(String)]
}

const plans = ({ world, member, scenario, story, policy }: Asking): Answers[] => {
  const { lock } = seatOf(world, member)
  const owners = [...new Set([ownerOf(world, member, -1), ...(lock ? [ownerOf(world, member, lock.run)] : [])])]
  const snapshot = story.snapshot()
  return owners.map(owner => ({
    of: `plan of ${names[member]}, owner ${owner}`,
    model: planned(modelPlan(world, member, { owner, limits: scenario })),
    code: plannedByCode(plan({ snapshot, policy, owner }), story),
  }))
}

const settled = ({ world, member, scenario, story, policy }: Asking): Answers[] => {
  const claim = seatOf(world, member).status?.claim
  if (claim === undefined) return []
  const model = modelSettle(world, member, { key: claim, limits: scenario }).map(said)
  return [{ of: `settling of ${names[member]}`, model, code: allSaidByCode(settle(story.settleInput(policy)), story) }]
}

const turns = ({ world, member, story, policy }: Asking): Answers[] => {
  const claim = seatOf(world, member).status?.claim
  if (claim === undefined || !isUnended(claim) || primaryAt(world, claim) !== undefined) return []
  const dead = world.seats.flatMap(({ status }, one) =>
    status !== null && world.runs[status.claim.run]?.dead === true ? [names[one] ?? ''] : [],
  )
  const input = story.settleInput(policy)
  const { turn } = turnOf({ snapshot: input.snapshot, policy }, input.claim, dead)
  return [{ of: `turn of ${names[member]}`, model: [modelTurnOf(world, claim, member)], code: [turn] }]
}

const permits = ({ world, member, scenario, story, policy }: Asking): Answers[] =>
  world.runs.flatMap((run, me): Answers[] => {
    const { key } = run
    if (run.member !== member || run.at !== 'before' || key === undefined || !isHeld(world, { world, me, scenario })) return []
    const input = story.settleInput(policy)
    const model = modelPermitOf(world, member, { key, limits: scenario })
    const code = permitOf(input)
    const told = (effects: Parameters<typeof allSaidByCode>[0]): string[] => allSaidByCode(effects, story)
    return [
      {
        of: `permit of ${names[member]}`,
        model: model.kind === 'publish' ? ['publish', ...model.acts.map(String)] : [model.kind, ...heldBack(model)],
        code:
          code.kind === 'publish'
            ? ['publish', ...code.acts.map(act => String(story.actNumber(act)))]
            : [code.kind, ...(code.kind === 'withhold' ? told(code.effects) : [])],
      },
      ...(code.kind === 'publish'
        ? [{ of: 'no agent answered', model: ['ending error'], code: told(settleUnable(input, 'no agent')) }]
        : []),
    ]
  })

const heldBack = (permit: ReturnType<typeof modelPermitOf>): string[] =>
  permit.kind === 'withhold' ? permit.effects.map(said) : []

/** Where the code differs from the model of the panel in one world, for each member of it. */
export const panelDisagreements = (world: World, scenario: Scenario): Differ<World>[] => {
  const policy = {
    ...policyOf(scenario),
    'panel-quorum': scenario.quorum,
    panel: world.seats.map((_, seat) => names[seat] ?? ''),
  }
  return world.seats.flatMap((_, member) => {
    const asking = { world, member, scenario, policy, story: new PanelModelStory(world, { member, quorum: scenario.quorum }) }
    const answers = [plans, settled, turns, permits].flatMap(ask => ask(asking))
    return answers.flatMap(({ of, model, code }) => (same(model, code) ? [] : [{ world, of, model, code }]))
  })
}
