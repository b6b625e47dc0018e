import * as z from 'zod'
import { instantOf, loginOf } from '../snapshot/ids.ts'

/** What a key takes: a schema whose every complaint says what is expected, in words for people. */
export type Leaf<T extends z.ZodType = z.ZodType> = { expects: string; schema: T }

const leaf = <T extends z.ZodType>(expects: string, make: (error: string) => T): Leaf<T> => ({ expects, schema: make(expects) })

export const flag = leaf('true or false', error => z.boolean({ error }))

export const oneOf = <const T extends readonly [string, ...string[]]>(...names: T) =>
  leaf(`one of ${names.join(', ')}`, error => z.enum(names, { error }))

export const whole = (least: number, most: number) =>
  leaf(`a whole number from ${least} to ${most}`, error => z.int({ error }).min(least, { error }).max(most, { error }))

export const money = (most: number) =>
  leaf(`an amount in USD, above 0 and at most ${most}`, error => z.number({ error }).positive({ error }).max(most, { error }))

const unitSeconds = { s: 1, m: 60, h: 3_600 } as const

const secondsOf = (text: string): number => {
  const [, amount = '', unit = 's'] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  return Number(amount) * unitSeconds[unit as keyof typeof unitSeconds]
}

/** Read as seconds. */
export const duration = (least: number, most: number) =>
  leaf(`seconds from ${least} to ${most}, or a text like 15m`, error => {
    const seconds = z.number({ error }).min(least, { error }).max(most, { error })
    const written = z
      .string({ error })
      .regex(/^\d{1,6}[smh]$/, { error })
      .transform(secondsOf)
      .pipe(seconds)
    return z.union([seconds, written], { error })
  })

export const orNull = <T extends z.ZodType>({ expects, schema }: Leaf<T>): Leaf<z.ZodNullable<T>> => ({
  expects: `${expects}, or null`,
  schema: schema.nullable(),
})

export const listOf = <T extends z.ZodType>({ expects, schema }: Leaf<T>, most = 100) =>
  leaf(`a list of at most ${most}, each ${expects}`, error => z.array(schema, { error }).max(most, { error }))

/** A name we give: of a reviewer, a skill, a command, an agent. */
export const name = leaf('a name of letters, digits, `-` and `_`, at most 50', error =>
  z.string({ error }).regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/, { error }),
)

const ACCOUNT = /^@?[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\[bot\])?$/

export const login = leaf('a login', error =>
  z
    .string({ error })
    .regex(ACCOUNT, { error })
    .transform(text => loginOf(text.replace('@', ''))),
)

/** `[bot]` is kept: an App and a person may share a name, and only one of them is meant. */
export const account = leaf('a login, of an App with its [bot]', error =>
  z
    .string({ error })
    .regex(ACCOUNT, { error })
    .transform(text => text.replace('@', '').toLowerCase()),
)

export const personOrTeam = leaf('a login, or a team as org/team', error =>
  z.string({ error }).regex(/^@?[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\/[A-Za-z0-9_.-]{1,100})?$/, { error }),
)

export const mentionName = leaf('a name as a login is written, without @', error =>
  z.string({ error }).regex(/^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}$/, { error }),
)

/** GitHub's limits for labels: 50 characters, and more than emoji. */
export const labelName = leaf('a label of 1 to 50 characters with a letter or digit', error =>
  z.string({ error }).regex(/^(?=.*[\p{L}\p{N}])[^\p{Cc},]{1,50}$/u, { error }),
)

export const objectOf = <T extends z.ZodRawShape>(expects: string, shape: T) =>
  leaf(expects, error => z.strictObject(shape, { error }))

export const labels = objectOf('the names `ask` and `pause`', {
  ask: labelName.schema.default('ai-review'),
  pause: labelName.schema.default('needs-human-review'),
})

export const glob = leaf('a path pattern without ! or leading /', error =>
  z.string({ error }).regex(/^[^/!\p{Cc}][^\p{Cc}]{0,199}$/u, { error }),
)

/** A file of the repository: no way out of it. */
export const repositoryPath = leaf('a path inside the repository', error =>
  z.string({ error }).regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\p{Cc}\\]{1,200}$/u, { error }),
)

export const line = (most: number) =>
  leaf(`a text of one line, at most ${most} characters`, error =>
    z.string({ error }).regex(new RegExp(`^[^\\p{Cc}]{1,${most}}$`, 'u'), { error }),
  )

export const mailAddress = leaf('a mail address', error =>
  z.string({ error }).regex(/^[^\s<>@]{1,100}@[^\s<>@]{1,100}$/, { error }),
)

export const time = leaf('a time like 2026-01-31T00:00:00Z, in quotes', error =>
  z.iso.datetime({ error, offset: true }).transform(instantOf),
)

/** A program and its arguments, never through a shell. */
export const argv = leaf('a list: the program and its arguments', error =>
  z.array(z.string({ error }).min(1, { error }).max(1_000, { error }), { error }).min(1, { error }).max(50, { error }),
)

/** The same, or one text where blanks are the only thing to understand. */
export const commandLine = leaf('a program and its arguments, as a list or as one plain text', error => {
  const written = z
    .string({ error })
    .regex(/^[\w@%+=:,./-]+(?: [\w@%+=:,./-]+)*$/, { error })
    .transform(text => text.split(' '))
  return z.union([argv.schema, written], { error })
})

/** A list of names, or the same as one text with commas. */
export const chain = leaf('names of agents, separated by commas or as a list', error => {
  const names = z.array(name.schema, { error }).min(1, { error }).max(10, { error })
  const written = z
    .string({ error })
    .transform(text => text.split(',').map(part => part.trim()))
    .pipe(names)
  return z.union([names, written], { error })
})

export const mapOf = <T extends z.ZodType>({ expects, schema }: Leaf<T>) =>
  leaf(`names, each with ${expects}`, error => z.record(name.schema, schema, { error }))
