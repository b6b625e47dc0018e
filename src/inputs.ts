import * as z from 'zod/mini'
import { privateKey } from './git/private-key.ts'
import { ConfigError } from './github/errors.ts'
import { nearest } from './mention/words.ts'
import { type Instant, instantOf, type Sha, shaOf } from './snapshot/ids.ts'

export const modes = ['auto', 'review', 'fix', 'mention', 'sweep', 'request', 'explain'] as const
export const outcomes = ['reviewed', 'fixed', 'skipped', 'waiting', 'escalated', 'superseded', 'failed', 'terminated'] as const

/** What turns a job red beside an outcome: the decision that stands for the head, or that none does. */
export const failReasons = [...outcomes, 'fix-requested', 'undecided'] as const

/** How a sweep gives its work out. */
export const fanOuts = ['dispatch', 'matrix'] as const

type FanOut = (typeof fanOuts)[number]
export type FailReason = (typeof failReasons)[number]
export type Mode = (typeof modes)[number]
export type Outcome = (typeof outcomes)[number]

/** The reviewer that a repository without named ones has. */
export const DEFAULT_REVIEWER = 'countersign'

type Reader<T> = { expects: string; cure: string; secret?: boolean; read: (text: string) => T | undefined }

const shown = (text: string, secret: boolean): string =>
  secret ? '*** (a secret)' : text.length <= 60 ? text : `${text.slice(0, 59)}…`

const complaint = (found: string, { expects, cure }: Pick<Reader<unknown>, 'expects' | 'cure'>): string =>
  `found "${found}"; expected ${expects}; ${cure}`

/** An input as the runner gives it: always text, empty when it was left out, which reads as `absent`. */
const input = <T, A>(reader: Reader<T>, absent: A) =>
  z.pipe(
    z._default(z.string(), ''),
    z.transform((value: string, { issues }): T | A => {
      const text = value.trim()
      if (text === '') return absent
      const read = reader.read(text)
      if (read !== undefined) return read
      issues.push({ code: 'custom', message: complaint(shown(text, reader.secret ?? false), reader), input: value })
      return z.NEVER
    }),
  )

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const oneOf = <T extends string>(names: readonly T[]): Reader<T> => ({
  expects: `one of ${names.join(', ')}`,
  cure: 'correct the word',
  read: text => names.find(name => name === text),
})

const wholeNumber = (most: number, cure: string): Reader<number> => ({
  expects: `a whole number from 1 to ${most}`,
  cure,
  read: text => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined),
})

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(word => word !== '')

const agents: Reader<string[]> = {
  expects: 'names of agents, separated by commas',
  cure: 'write for example: claude, codex',
  read: text => (wordsOf(text).every(word => /^[A-Za-z0-9][\w-]{0,49}$/.test(word)) ? wordsOf(text).slice(0, 10) : undefined),
}

const named = (what: string, shape: RegExp): Reader<string[]> => ({
  expects: `names of ${what}, separated by commas, at most 20`,
  cure: 'correct the names',
  read: text => (wordsOf(text).length <= 20 && wordsOf(text).every(word => shape.test(word)) ? wordsOf(text) : undefined),
})

const reviewers = named('reviewers, logins or teams as org/team', /^@?[A-Za-z0-9][\w.-]{0,99}(?:\[bot\])?(?:\/[\w.-]{1,100})?$/)
const skills = named('skills', /^[A-Za-z0-9][\w-]{0,49}$/)

const note: Reader<string> = {
  expects: 'a text of at most 10,000 characters',
  cure: 'shorten it',
  read: text => (text.length <= 10_000 ? text : undefined),
}

const failOn: Reader<FailReason[]> = {
  expects: `some of ${failReasons.join(', ')}, separated by commas, or none`,
  cure: 'correct the word',
  read: text => {
    if (text === 'none') return []
    const known = wordsOf(text).flatMap(word => failReasons.find(reason => reason === word) ?? [])
    return known.length === wordsOf(text).length ? known : undefined
  },
}

const name: Reader<string> = {
  expects: 'a name of letters, digits, "-" and "_", at most 50',
  cure: 'use a name of "reviewers" in the policy',
  read: matching(/^[A-Za-z0-9][\w-]{0,49}$/),
}

const act: Reader<string> = {
  expects: 'the id of a request',
  cure: 'leave it out, or take the id from the mention workflow',
  read: matching(/^[\w=+/:.-]{1,200}$/),
}

const head: Reader<Sha> = {
  expects: 'a whole commit id of 40 hex digits',
  cure: 'leave it out to review the present head',
  read: text => shaOf(text) ?? undefined,
}

const workflow: Reader<string> = {
  expects: 'the file name of a workflow, like review.yml',
  cure: 'name the file below .github/workflows that runs the review',
  read: text => matching(/^[\w.-]{1,100}\.ya?ml$/)(text.replace(/^\.github\/workflows\//, '')),
}

const time: Reader<Instant> = {
  expects: 'a day or a time in UTC, like 2026-01-31 or 2026-01-31T12:00:00Z',
  cure: 'write it so, or leave it out',
  read: text => {
    const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text)
    return isTime && !Number.isNaN(instantOf(text)) ? instantOf(text) : undefined
  },
}

const jobId: Reader<string> = {
  expects: 'the number that job.check_run_id gives',
  cure: 'leave it out',
  read: matching(/^\d{1,19}$/),
}

const secret = (expects: string): Reader<string> => ({
  expects,
  cure: 'check the secret it comes from',
  secret: true,
  read: matching(/^[^\p{Cc}]+$/u),
})

const markerKey: Reader<string> = {
  ...secret('a key of at least 16 characters in one line'),
  cure: 'make one with: openssl rand -hex 32',
  read: matching(/^[^\p{Cc}]{16,}$/u),
}

const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

/** The address is the only thing that keeps others from writing there: a secret, and never over a plain line. */
const webhook: Reader<string> = {
  ...secret('an https address without a name or password in it'),
  read: text => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (url === null || url.username !== '' || url.password !== '') return undefined
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? text : undefined
  },
}

const token: Reader<string> = {
  ...secret('a token in one line'),
  cure: 'leave the input out, or pass a secret that holds a token',
}

/** The inputs of action.yml, by their names there. */
export const inputsSchema = z.object({
  token: input(token, ''),
  mode: input<Mode, Mode>(oneOf(modes), 'auto'),
  pull: input(wholeNumber(2_147_483_647, 'give the number of the pull request'), null),
  act: input(act, null),
  head: input(head, null),
  agents: input<string[], string[]>(agents, []),
  reviewer: input(name, DEFAULT_REVIEWER),
  'review-workflow': input(workflow, 'review.yml'),
  reviewers: input<string[], string[]>(reviewers, []),
  skills: input<string[], string[]>(skills, []),
  note: input(note, null),
  since: input(time, null),
  'fan-out': input<FanOut, FanOut>(oneOf(fanOuts), 'dispatch'),
  'job-id': input(jobId, null),
  'marker-key': input(markerKey, null),
  'marker-key-previous': input(markerKey, null),
  'slack-webhook': input(webhook, null),
  webhook: input(webhook, null),
  'webhook-secret': input(markerKey, null),
  'push-token': input(token, null),
  'push-key': input(privateKey, null),
  'fail-on': input<FailReason[], FailReason[]>(failOn, ['failed']),
})

type Parsed = z.infer<typeof inputsSchema>
type InputName = keyof Parsed

type Camel<T extends string> = T extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : T

/** What the workflow wired. `null` = left out. */
export type Inputs = { [K in InputName as Camel<K>]: Parsed[K] }

/** To be masked, line by line, before anything else happens. */
export const secretInputs = [
  'token',
  'markerKey',
  'markerKeyPrevious',
  'slackWebhook',
  'webhook',
  'webhookSecret',
  'pushToken',
  'pushKey',
] as const satisfies readonly (keyof Inputs)[]

const camelOf = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The runner upper-cases an input's name and keeps its hyphens. */
const variableOf = (name: string): string => `INPUT_${name.toUpperCase()}`

/** `review` for "reveiw": the whole word, never a part of a longer list. */
const meant = (name: string, value: string): string => {
  const known = name === 'mode' ? modes : name === 'fail-on' ? failReasons : []
  const near = nearest(value, known)
  return near === null ? '' : `; did you mean "${near}"?`
}

const misfitsOf = (parsed: Parsed): string[] => [
  ...((parsed.webhook === null) === (parsed['webhook-secret'] === null)
    ? []
    : [
        'webhook: found only one of webhook and webhook-secret; expected both or none, since what is sent is signed; set the other',
      ]),
  ...(parsed.token === ''
    ? [
        'token: found nothing; expected a token; leave the input out, or pass `$' +
          '{{ github.token }}`; a secret that this event does not bring is empty',
      ]
    : []),
  ...(parsed['marker-key-previous'] !== null && parsed['marker-key'] === null
    ? ['marker-key-previous: found a key without marker-key; expected both while the key is being changed; set marker-key too']
    : []),
]

/** Reads the INPUT_ variables. Throws ConfigError with every complaint at once; no secret's value is ever in it. */
export const readInputs = (env: Readonly<Record<string, string | undefined>>): Inputs => {
  const raw = Object.fromEntries(Object.keys(inputsSchema.shape).map(name => [name, env[variableOf(name)] ?? '']))
  const parsed = inputsSchema.safeParse(raw)
  const complaints = parsed.success
    ? misfitsOf(parsed.data)
    : parsed.error.issues.map(
        ({ path, message }) => `${String(path[0])}: ${message}${meant(String(path[0]), raw[String(path[0])] ?? '')}`,
      )
  if (complaints.length > 0 || !parsed.success) throw new ConfigError(complaints.join('\n'))
  return Object.fromEntries(Object.entries(parsed.data).map(([name, value]) => [camelOf(name), value])) as Inputs
}
