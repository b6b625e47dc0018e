import type { Attempt } from './types.ts'

/** USD for a million tokens. Matched by the beginning of the model's name, the longest first; list prices, rounded up. */
const prices: [model: string, input: number, output: number][] = [
  ['claude-opus', 15, 75],
  ['claude-haiku', 1, 5],
  ['claude', 3, 15],
  ['gpt-5-mini', 0.25, 2],
  ['gpt-5', 1.25, 10],
  ['gemini-2.5-flash', 0.3, 2.5],
  ['gemini', 2, 12],
]
/** A model we do not know counts as a dear one. */
const unknownPrice = { input: 15, output: 75 }
/** What an attempt counts that told neither cost nor tokens. */
const defaultAttemptUsd = 0.5
/** What a start counts whose run died before it could tell. */
export const unknownCost = { usd: defaultAttemptUsd, estimated: true }

/** What an attempt cost: as its CLI said, else its tokens by the table, else a fixed estimate. Never zero for unknown. */
export function costOf({ usage, model, agent }: Pick<Attempt, 'usage' | 'model' | 'agent'>): { usd: number; estimated: boolean } {
  const { costUsd, inputTokens, outputTokens } = usage
  if (costUsd !== null) return { usd: costUsd, estimated: false }
  if (inputTokens === null || outputTokens === null) return { usd: defaultAttemptUsd, estimated: true }
  const price = priceOf(model ?? defaultModels[agent] ?? '')
  return { usd: (inputTokens * price.input + outputTokens * price.output) / 1e6, estimated: true }
}

/** The family a CLI uses when no model is asked for. */
const defaultModels: Record<string, string> = { claude: 'claude', codex: 'gpt-5', gemini: 'gemini' }

function priceOf(model: string): { input: number; output: number } {
  const found = prices.find(([prefix]) => model.toLowerCase().startsWith(prefix))
  return found === undefined ? unknownPrice : { input: found[1], output: found[2] }
}
