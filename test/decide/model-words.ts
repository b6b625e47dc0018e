import type { Effect as PanelEffect } from '../../model/panel/world.ts'
import type { Effect as OneEffect } from '../../model/world.ts'
import type { Effect } from '../../src/decide/effect.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import type { RoundKey } from '../../src/snapshot/panel.ts'

type ModelEffect = OneEffect | PanelEffect
/** What a world told as facts knows of the model's own numbers. */
type Told = { actNumber: (id: string) => number; decision: (round: RoundKey) => string }

/** One question that model and code answer differently. */
export type Differ<World> = { world: World; of: string; model: string[]; code: string[] }

export const same = (one: string[], other: string[]): boolean => JSON.stringify(one) === JSON.stringify(other)

export const policyOf = (scenario: { maxCycles: number; maxStarts: number }): Policy => ({
  ...defaultPolicy(),
  'max-cycles': scenario.maxCycles,
  'max-starts': scenario.maxStarts,
})

export const said = (effect: ModelEffect): string => {
  switch (effect.kind) {
    case 'comment':
      return `comment ${effect.why}`
    case 'answer':
      return `answer ${effect.acts}`
    case 'tidy':
    case 'delete status':
      return `${effect.kind} ${effect.id}`
    case 'decision':
      return `decision ${effect.draft.says} ${effect.draft.head} ${effect.draft.occasion} ${effect.draft.acts}`
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
}

/** What the code does to its earlier reviews and threads: on GitHub's own side, and no part of the protocol. */
type Native = Extract<Effect, { kind: 'dismiss-review' | 'fold-outdated' | 'mint-fix-tasks' | 'auto-merge' }>

const isOfProtocol = (effect: Effect): effect is Exclude<Effect, Native> =>
  effect.kind !== 'auto-merge' &&
  effect.kind !== 'dismiss-review' &&
  effect.kind !== 'fold-outdated' &&
  effect.kind !== 'mint-fix-tasks'

export const allSaidByCode = (effects: Effect[], story: Told): string[] =>
  effects.filter(isOfProtocol).map(effect => saidByCode(effect, story))

const saidByCode = (effect: Exclude<Effect, Native>, story: Told): string => {
  switch (effect.kind) {
    case 'post-escalation':
      return `comment ${effect.reason}`
    case 'post-answer':
      return `answer ${effect.acts.map(act => story.actNumber(act.id))}`
    case 'tidy-duplicate':
      return `tidy ${effect.verdict.id}`
    case 'publish-decision':
      return story.decision(effect.round)
    case 'delete-status':
      return `delete status ${effect.id}`
    case 'write-ending':
      return `ending ${effect.flagged ? 'flagged' : effect.ending}`
    default:
      return otherWords[effect.kind] ?? effect.kind
  }
}
