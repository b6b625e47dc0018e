import type * as z from 'zod'

type Issue = z.core.$ZodIssue

const shown = 5

const wordsFor = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`
  // Never turned into JSON: an answer may be nested deeper than that can go.
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** At most 80 characters of a value, in quotes. */
export const quote = (value: unknown): string => {
  const text = wordsFor(value)
  const clipped = text.length > 80 ? `${text.slice(0, 80)}…` : text
  return `"${clipped.replace(/\s+/g, ' ')}"`
}

const valueAt = (root: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root)

const placeOf = (path: PropertyKey[]): string =>
  path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'the answer'

const expectedOf = (issue: Issue): string => {
  if (issue.code === 'invalid_value') return issue.values.map(value => `"${String(value)}"`).join(' or ')
  if (issue.code === 'invalid_type') return issue.expected === 'object' ? 'one JSON object' : `${issue.expected}`
  return issue.message
}

const sentenceOf = (issue: Issue, root: unknown): string => {
  const found = valueAt(root, issue.path)
  return `${placeOf(issue.path)}: found ${found === undefined ? 'nothing' : quote(found)}, expected ${expectedOf(issue)}`
}

/** What is wrong with an answer, in at most five sentences that quote it. */
export const complaintOf = (issues: Issue[], root: unknown): string => {
  const sentences = issues.slice(0, shown).map(issue => sentenceOf(issue, root))
  const more = issues.length > shown ? [`${issues.length - shown} more of the kind`] : []
  return [...sentences, ...more].join('; ')
}
