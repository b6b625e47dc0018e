import type * as z from 'zod'
import { nearest } from '../mention/words.ts'
import { type PolicyText, type Position, readPolicyText } from './positions.ts'
import { misfitsOf, type Policy, policySchema } from './schema.ts'

/** Where the policy stands, always on the default branch's tip. */
export const POLICY_PATH = '.github/countersign.yml'

/** Longer than any policy; above it nothing is parsed. */
const SIZE_LIMIT = 64_000
const MOST_ERRORS = 20

/** One thing a person must mend. `key` is the dotted path; empty = the file itself. */
export type PolicyError = Position & { key: string; found: string; expected: string; hint: string }

export type PolicyReading = { kind: 'ok'; policy: Policy } | { kind: 'invalid'; errors: PolicyError[] }

type Issue = z.core.$ZodIssue

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

const pathText = (path: readonly PropertyKey[]): string => path.map(String).join('.')

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    root,
  )

/** Numbers that YAML spells in words are told as such: JSON would call them null. */
const foundAt = (root: unknown, path: readonly PropertyKey[]): string => {
  const value = valueAt(root, path)
  return typeof value === 'number' ? String(value) : shown(value)
}

/** The schema's keys at a path; the top ones where it cannot tell. */
const knownKeys = (path: readonly PropertyKey[]): string[] => {
  if (path.length === 0) return Object.keys(policySchema.shape)
  if (path[0] === 'labels') return ['ask', 'pause']
  if (path[0] === 'reviewers') return ['agents', 'skills', 'login']
  if (path[0] === 'skills') return ['file', 'when', 'label']
  return path[0] === 'commit-identity' ? ['name', 'email'] : ['run']
}

const suggestion = (word: string, known: readonly string[]): string | null => {
  const meant = nearest(word, known)
  return meant === null ? null : `did you mean "${meant}"?`
}

const unknownKey = (key: string, path: readonly PropertyKey[], text: PolicyText): PolicyError => ({
  ...text.keyPosition(path, key),
  key: pathText([...path, key]),
  found: shown(key),
  expected: 'a key that docs/reference.md lists',
  hint: suggestion(key, knownKeys(path)) ?? 'remove it, or look its name up there',
})

const hintFor = (issue: Issue, value: unknown): string => {
  if (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) && issue.code !== 'invalid_key')
    return 'write it without quotes'
  const meant = issue.code === 'invalid_value' ? suggestion(String(value), issue.values.map(String)) : null
  return meant ?? 'change the value'
}

const misnamed = (issue: Extract<Issue, { code: 'invalid_key' }>, text: PolicyText): PolicyError => {
  const name = String(issue.path.at(-1))
  const expected = issue.issues[0]?.message ?? issue.message
  return {
    ...text.keyPosition(issue.path.slice(0, -1), name),
    key: pathText(issue.path),
    found: shown(name),
    expected,
    hint: 'change the name',
  }
}

const errorsOfIssue = (issue: Issue, text: PolicyText, root: unknown): PolicyError[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey(key, issue.path, text))
  if (issue.code === 'invalid_key') return [misnamed(issue, text)]
  const value = valueAt(root, issue.path)
  const at = text.positionOf(issue.path)
  return [
    { ...at, key: pathText(issue.path), found: foundAt(root, issue.path), expected: issue.message, hint: hintFor(issue, value) },
  ]
}

/** A default gives way to what is written; only written keys are complained about. */
const misfitErrors = (policy: Policy, text: PolicyText, root: unknown): PolicyError[] =>
  misfitsOf(policy)
    .filter(({ path }) => Reflect.has(Object(root), path[0] ?? ''))
    .map(({ path, expected, known }) => {
      const found = foundAt(root, path)
      const keyed = typeof valueAt(root, path) === 'object' ? String(path.at(-1)) : found
      return {
        ...text.positionOf(path),
        key: pathText(path),
        found,
        expected,
        hint: suggestion(keyed, known) ?? 'change one of them',
      }
    })

/** One value may break two checks of a schema that say the same. */
const onceEach = (errors: PolicyError[]): PolicyError[] => [
  ...new Map(errors.map(error => [policyErrorText(error), error])).values(),
]

const invalid = (errors: PolicyError[]): PolicyReading => ({ kind: 'invalid', errors: onceEach(errors).slice(0, MOST_ERRORS) })

const wholeFile = (found: string, expected: string, hint: string): PolicyReading =>
  invalid([{ line: 1, column: 1, key: '', found, expected, hint }])

/** Reads the policy's text. An empty one, comments only, is the default policy; anything not understood is an error, never skipped. */
export const parsePolicy = (source: string): PolicyReading => {
  if (source.length > SIZE_LIMIT) return wholeFile(`${source.length} characters`, `at most ${SIZE_LIMIT}`, 'shorten the file')
  const text = readPolicyText(source)
  if (text.complaints.length > 0)
    return invalid(
      text.complaints.map(({ at, message }) => ({
        ...at,
        key: '',
        found: shown(message),
        expected: 'plain YAML',
        hint: 'mend the line',
      })),
    )
  const root = text.value() ?? {}
  const parsed = policySchema.safeParse(root)
  if (!parsed.success) return invalid(parsed.error.issues.flatMap(issue => errorsOfIssue(issue, text, root)))
  const errors = misfitErrors(parsed.data, text, root)
  return errors.length > 0 ? invalid(errors) : { kind: 'ok', policy: parsed.data }
}

/** One line for people: file, line, key, found, expected, what to do. */
export const policyErrorText = ({ line, column, key, found, expected, hint }: PolicyError): string =>
  `${POLICY_PATH}:${line}:${column}: ${key === '' ? '' : `${key}: `}found "${found}"; expected ${expected}; ${hint}`
