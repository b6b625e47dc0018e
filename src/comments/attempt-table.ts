import { costOf } from '../agents/cost.ts'
import type { Attempt } from '../agents/types.ts'
import { safeInline } from '../text/safe.ts'
import { cell, moneyText } from './words.ts'

const row = (attempt: Attempt): string => {
  const { usage, exit } = attempt
  const tokens =
    usage.inputTokens === null && usage.outputTokens === null
      ? 'unknown'
      : `${usage.inputTokens ?? '?'} in, ${usage.outputTokens ?? '?'} out`
  const cells = [
    attempt.model === null ? attempt.agent : `${attempt.agent} (${attempt.model})`,
    String(attempt.number),
    attempt.result,
    safeInline(attempt.reason),
    exit.signal ?? String(exit.code ?? '–'),
    `${(attempt.durationMs / 1000).toFixed(1)} s`,
    tokens,
    moneyText(costOf(attempt).usd, costOf(attempt).estimated),
    safeInline(attempt.isolation),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** Every attempt with its result, for the job summary. */
export const attemptTable = (attempts: Attempt[]): string[] =>
  attempts.length === 0
    ? []
    : [
        '| agent | attempt | result | reason | exit | time | tokens | cost | processes |',
        '|---|---|---|---|---|---|---|---|---|',
        ...attempts.map(row),
      ]
