import { costOf } from '../agents/cost.ts'
import type { Attempt } from '../agents/types.ts'
import { safeInline } from '../text/safe.ts'
import { cell, code, moneyText } from './words.ts'

const row = (attempt: Attempt, isPanel: boolean): string => {
  const { usage, exit, member } = attempt
  const tokens =
    usage.inputTokens === null && usage.outputTokens === null
      ? 'unknown'
      : `${usage.inputTokens ?? '?'} in, ${usage.outputTokens ?? '?'} out`
  const cells = [
    ...(isPanel ? [member === undefined ? '' : code(member)] : []),
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

const COLUMNS = ['agent', 'attempt', 'result', 'reason', 'exit', 'time', 'tokens', 'cost', 'processes']

/** Every attempt with its result, for the job summary; in a panel with the member that the agent answered for. */
export const attemptTable = (attempts: Attempt[]): string[] => {
  if (attempts.length === 0) return []
  const isPanel = attempts.some(({ member }) => member !== undefined)
  const columns = isPanel ? ['member', ...COLUMNS] : COLUMNS
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---|').join('')}`,
    ...attempts.map(attempt => row(attempt, isPanel)),
  ]
}
