import type { AttemptResult } from '../../src/agents/types.ts'
import type { Cli } from './install.ts'

/** The class of the attempt, or, where the model tries to write a file, whether it stands on the disk. */
export type Expectation = AttemptResult | 'written' | 'not written'

export type Scenario = { name: string; expected: Record<Cli, Expectation>; deadlineMs?: number }

const all = (result: Expectation): Record<Cli, Expectation> => ({ claude: result, codex: result, gemini: result })

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
  // An agent writes only for a fix, and only inside its folder.
  { name: 'write-denied', expected: all('not written') },
  { name: 'write-inside', expected: all('written') },
  { name: 'write-outside', expected: all('not written') },
  { name: 'write-temporary', expected: all('not written') },
  // codex and gemini have no spend limit of their own: the answer was paid for and stands.
  { name: 'costly', expected: { claude: 'budget', codex: 'ok', gemini: 'ok' } },
]
