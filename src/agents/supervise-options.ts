import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { limitsOf, limitsSchema } from './limits.ts'
import type { Limits, Validated } from './types.ts'

/** Wrong use of the command: the text says what was found and what is expected. */
export class SuperviseUsageError extends Error {
  override name = 'SuperviseUsageError'
}

export const superviseUsage =
  'supervise [--timeout S] [--silence S] [--attempts N] [--backoff S] [--grace S] [--validate SCHEMA.json] [--journal FILE] -- COMMAND…'

export type SuperviseOptions = {
  argv: string[]
  limits: Limits
  journal: string | null
  /** null = any output of a command that ends with 0 is its answer. */
  validate: ((candidate: unknown) => Validated<unknown>) | null
}

const flags = { timeout: 'agent-timeout', silence: 'silence-timeout', attempts: 'max-attempts', backoff: 'backoff' } as const
const mostGraceS = 600

export function readOptions(argv: string[]): SuperviseOptions {
  const split = argv.indexOf('--')
  if (split < 0 || split === argv.length - 1) throw new SuperviseUsageError(`found no command; expected: ${superviseUsage}`)
  const values = parse(argv.slice(0, split))
  const named: Record<string, number> = {}
  for (const [flag, name] of Object.entries(flags)) if (values[flag] !== undefined) named[name] = numberOf(flag, values[flag])
  const limits = limitsSchema.safeParse(named)
  if (!limits.success) throw new SuperviseUsageError(limits.error.issues.map(issue => withFlag(issue.message)).join('\n'))
  const graceS = values.grace === undefined ? null : numberOf('grace', values.grace)
  if (graceS !== null && !(graceS >= 0 && graceS <= mostGraceS))
    throw new SuperviseUsageError(`"--grace" must be a number of seconds from 0 to ${mostGraceS}, found "${values.grace}"`)
  return {
    argv: argv.slice(split + 1),
    // A person waits for as long as the attempts take; nothing is reserved for others.
    limits: {
      ...limitsOf(limits.data),
      runTimeoutMs: Number.MAX_SAFE_INTEGER,
      ...(graceS !== null && { graceMs: Math.round(graceS * 1000) }),
    },
    journal: values.journal ?? null,
    validate: values.validate === undefined ? null : validatorOf(values.validate),
  }
}

function parse(argv: string[]): Record<string, string | undefined> {
  const names = [...Object.keys(flags), 'grace', 'validate', 'journal']
  const options = Object.fromEntries(names.map(name => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: argv, options, strict: true, allowPositionals: false }).values as Record<string, string | undefined>
  } catch (error) {
    throw new SuperviseUsageError(`${error instanceof Error ? error.message : String(error)}; expected: ${superviseUsage}`)
  }
}

function numberOf(flag: string, text: string): number {
  if (/^-?\d{1,12}(?:\.\d{1,6})?$/.test(text)) return Number(text)
  throw new SuperviseUsageError(`"--${flag}" must be a plain number, found "${text}"`)
}

const withFlag = (message: string): string =>
  Object.entries(flags).reduce((text, [flag, name]) => text.replace(`"${name}"`, `"--${flag}"`), message)

function validatorOf(file: string): (candidate: unknown) => Validated<unknown> {
  const schema = schemaOf(file)
  return candidate => {
    const read = schema.safeParse(candidate)
    // The value itself, not the parsed one: a check must not change an answer.
    return read.success ? { ok: true, value: candidate } : { ok: false, complaint: z.prettifyError(read.error).slice(0, 1_000) }
  }
}

function schemaOf(file: string): z.ZodType {
  try {
    return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0])
  } catch (error) {
    throw new SuperviseUsageError(
      `"${file}" is no JSON Schema that can be checked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
