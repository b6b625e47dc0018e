import * as z from 'zod'
import type { Limits } from './types.ts'

type Bound = { unit: 's' | 'USD' | 'attempts'; least: number; most: number; whole: boolean; preset: number | null }

/** The documented limits: unit, smallest and largest allowed value, and what is used when one is not given. */
export const limitBounds = {
  'agent-timeout': { unit: 's', least: 1, most: 6 * 3_600, whole: false, preset: 900 },
  'silence-timeout': { unit: 's', least: 1, most: 6 * 3_600, whole: false, preset: null },
  'run-timeout': { unit: 's', least: 1, most: 6 * 3_600, whole: false, preset: 3_000 },
  'max-attempts': { unit: 'attempts', least: 1, most: 10, whole: true, preset: 3 },
  backoff: { unit: 's', least: 0, most: 600, whole: false, preset: 5 },
  'attempt-budget': { unit: 'USD', least: 0.01, most: 1_000, whole: false, preset: null },
} as const satisfies Record<string, Bound>

type LimitName = keyof typeof limitBounds

const graceMs = 5_000

const words = (name: string, { unit, least, most, whole }: Bound): string =>
  `"${name}" must be a ${whole ? 'whole ' : ''}number of ${unit === 's' ? 'seconds' : unit} from ${least} to ${most}`

function limit(name: LimitName) {
  const bound: Bound = limitBounds[name]
  const error = (issue: { input?: unknown }): string =>
    `${words(name, bound)}, found "${spelled(issue.input)}"; leave it out for the default (${bound.preset ?? 'none'})`
  const number = z.number({ error }).min(bound.least, { error }).max(bound.most, { error })
  return (bound.whole ? number.int({ error }) : number).optional()
}

const spelled = (input: unknown): string => (typeof input === 'string' ? input : String(input)).slice(0, 60)

/** The limits as the policy names them: seconds and USD, finite and bounded; a wrong value is refused by its name, an absent one is the default. */
export const limitsSchema = z.strictObject({
  'agent-timeout': limit('agent-timeout'),
  'silence-timeout': limit('silence-timeout'),
  'run-timeout': limit('run-timeout'),
  'max-attempts': limit('max-attempts'),
  backoff: limit('backoff'),
  'attempt-budget': limit('attempt-budget'),
})

export type NamedLimits = z.infer<typeof limitsSchema>

/** The limits agents are run with. */
export function limitsOf(named: NamedLimits): Limits {
  const presetOr = (name: LimitName): number | null => named[name] ?? limitBounds[name].preset
  const msOf = (name: 'agent-timeout' | 'run-timeout' | 'backoff'): number =>
    Math.round((named[name] ?? limitBounds[name].preset) * 1_000)
  const silence = presetOr('silence-timeout')
  return {
    agentTimeoutMs: msOf('agent-timeout'),
    silenceTimeoutMs: silence === null ? null : Math.round(silence * 1_000),
    runTimeoutMs: msOf('run-timeout'),
    maxAttempts: named['max-attempts'] ?? limitBounds['max-attempts'].preset,
    backoffMs: msOf('backoff'),
    graceMs,
    attemptBudgetUsd: presetOr('attempt-budget'),
  }
}
