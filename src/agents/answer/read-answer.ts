import type { Validated } from '../types.ts'
import { canonical } from './canonical.ts'
import { withoutControls } from './clean-text.ts'
import { errorTextOf } from './error-body.ts'
import { type FoundObject, findObjects } from './find-objects.ts'

export type Answer<T> =
  | { kind: 'answer'; value: T }
  /** The text holds no answer; the complaint goes into the next prompt. */
  | { kind: 'malformed'; complaint: string }
  /** The text is an error of the agent's, not an attempt at an answer. */
  | { kind: 'failed'; message: string }

/** Beyond this no answer of ours can be meant. */
export const maxAnswerLength = 32 << 20

/**
 * Reads the one JSON object of an agent's text that validates. Two different ones, an inner object of a broken one or a
 * cut-off one are never an answer, nor is an object of our own prompt (`asked`) that comes back among other words.
 */
export function readAnswer<T>(text: string, validate: (candidate: unknown) => Validated<T>, asked = ''): Answer<T> {
  if (text.length > maxAnswerLength)
    return malformed(`the answer is ${text.length} characters long, the limit is ${maxAnswerLength}`)
  const found = findObjects(withoutControls(text))
  const alone = found.onlyJson && found.objects.length === 1
  const fresh = alone ? found.objects : found.objects.filter(object => !isEchoed(object, asked))
  const error = fresh.map(object => errorTextOf(object.value)).findLast(message => message !== null)
  if (typeof error === 'string' && found.onlyJson) return { kind: 'failed', message: error }
  const tried = fresh.map(({ value }) => ({ value, result: validate(value) }))
  const valid = tried.flatMap(({ value, result }) => (result.ok ? [{ value, answer: result.value }] : []))
  const [first, ...others] = valid
  if (first !== undefined) {
    const same = canonical(first.value)
    if (others.every(other => canonical(other.value) === same)) return { kind: 'answer', value: first.answer }
    return malformed(`the answer holds ${valid.length} different JSON objects, exactly one is expected`)
  }
  if (typeof error === 'string') return { kind: 'failed', message: error }
  const rejected = tried.flatMap(({ result }) => (result.ok ? [] : [result.complaint]))
  return malformed(complaintOf(rejected, found.complaints, found.objects.length - fresh.length))
}

function isEchoed({ value, raw }: FoundObject, asked: string): boolean {
  if (asked === '') return false
  return (
    (raw !== '' && asked.includes(raw)) || asked.includes(JSON.stringify(value)) || asked.includes(JSON.stringify(value, null, 2))
  )
}

const malformed = (complaint: string): { kind: 'malformed'; complaint: string } => ({ kind: 'malformed', complaint })

function complaintOf(rejected: string[], broken: string[], echoed: number): string {
  const said = [...broken, ...rejected]
  if (said.length > 0) return said.slice(0, 3).join('; ').slice(0, 1_000)
  if (echoed > 0) return 'the only JSON object in the answer is the one from the prompt'
  return 'no JSON object was found in the answer'
}
