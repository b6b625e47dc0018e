import type { AttemptResult } from '../../src/agents/types.ts'
import type { Cli } from './install.ts'

export type Scenario = { name: string; expected: Partial<Record<Cli, AttemptResult>>; deadlineMs?: number }

const all = (result: AttemptResult): Record<Cli, AttemptResult> => ({ claude: result, codex: result, gemini: result })

/** Failure → the class each real CLI's attempt must be given. `refused` is a port where nobody listens. */
export const scenarios: Scenario[] = [
  { name: 'ok', expected: all('ok') },
  { name: 'prose', expected: all('malformed') },
  { name: 'wrong', expected: all('malformed') },
  { name: 'truncated', expected: all('malformed') },
  { name: '401', expected: all('auth') },
  { name: '403', expected: all('auth') },
  { name: '429', expected: all('transient') },
  { name: 'quota', expected: all('quota') },
  { name: 'billing', expected: all('quota') },
  { name: '500', expected: all('transient') },
  { name: '529', expected: all('transient') },
  { name: 'refused', expected: all('transient') },
  { name: 'reset-mid', expected: all('transient') },
  { name: 'hang', expected: all('timeout'), deadlineMs: 6_000 },
  // codex and gemini have no spend limit of their own: the answer was paid for and stands.
  { name: 'costly', expected: { claude: 'budget', codex: 'ok', gemini: 'ok' } },
]
