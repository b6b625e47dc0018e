import { parse } from 'yaml'
import * as z from 'zod'

const permissions = z.union([z.string(), z.record(z.string(), z.string())])
const inputs = z.record(z.string(), z.unknown())
const step = z.looseObject({ uses: z.string().optional(), with: inputs.nullish() })
const job = z.looseObject({
  if: z.unknown().optional(),
  uses: z.string().optional(),
  with: inputs.nullish(),
  secrets: z.unknown().optional(),
  permissions: permissions.optional(),
  steps: z.array(step).nullish(),
})
const document = z.looseObject({
  'run-name': z.string().optional(),
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
  permissions: permissions.optional(),
  jobs: z.record(z.string(), job),
})

export type Permissions = z.infer<typeof permissions>

/** A job, or a step of one, that runs Countersign. */
export type Call = {
  job: string
  mode: string
  inputs: Record<string, unknown>
  permissions: Permissions | null
  condition: string
}

export type Workflow = {
  name: string
  text: string
  runName: string
  /** By event; null = no more is said of it. */
  events: Record<string, unknown>
  calls: Call[]
}

/** Our action and its reusable workflow, wherever a fork of it lives; not the one that installs agents. */
const ACTION = /^(?:[\w.-]+\/countersign(?:@.*)?|\.\/?)$/
const REUSABLE = /(?:^|\/)countersign\/\.github\/workflows\/review\.yml(?:@|$)/

const modeOf = (given: Record<string, unknown>, events: Record<string, unknown>): string => {
  const mode = typeof given.mode === 'string' ? given.mode : 'auto'
  if (mode !== 'auto') return mode
  if ('schedule' in events) return 'sweep'
  return 'issue_comment' in events ? 'mention' : 'review'
}

const eventsOf = (on: z.infer<typeof document>['on']): Record<string, unknown> =>
  typeof on === 'string' ? { [on]: null } : Array.isArray(on) ? Object.fromEntries(on.map(name => [name, null])) : on

/** Null = no workflow that can be read. */
export const readWorkflow = (name: string, text: string): Workflow | null => {
  let raw: unknown
  try {
    raw = parse(text)
  } catch {
    return null
  }
  const read = document.safeParse(raw)
  if (!read.success) return null
  const { data } = read
  const events = eventsOf(data.on)
  const calls = Object.entries(data.jobs).flatMap(([id, one]): Call[] => {
    const common = { job: id, permissions: one.permissions ?? data.permissions ?? null, condition: String(one.if ?? '') }
    if (one.uses !== undefined && REUSABLE.test(one.uses)) return [{ ...common, mode: 'review', inputs: one.with ?? {} }]
    const steps = (one.steps ?? []).filter(({ uses }) => uses !== undefined && ACTION.test(uses))
    return steps.map(({ with: given }) => ({ ...common, mode: modeOf(given ?? {}, events), inputs: given ?? {} }))
  })
  return { name, text, runName: data['run-name'] ?? '', events, calls }
}

export const grants = (given: Permissions | null, scope: string, level: 'read' | 'write'): boolean => {
  if (given === null) return false
  if (typeof given === 'string') return given === 'write-all' || (given === 'read-all' && level === 'read')
  return given[scope] === 'write' || given[scope] === level
}
