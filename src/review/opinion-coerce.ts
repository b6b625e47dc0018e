import { coerceFinding, each, isFields, only, pick, shaText, textOf, wordOf } from './report-coerce.ts'

const opinionKeys = ['sha', 'overall', 'summary', 'opinions', 'findings']
const judgedKeys = ['id', 'says', 'reason']

const words = new Map<unknown, string>([
  ['confirmed', 'confirm'],
  ['confirms', 'confirm'],
  ['refuted', 'refute'],
  ['refutes', 'refute'],
])

const saysOf = (value: unknown): unknown => {
  const word = wordOf(value)
  return words.get(word) ?? word
}

const coerceJudged = (candidate: unknown): unknown => {
  if (!isFields(candidate)) return candidate
  const found = pick(candidate, judgedKeys)
  return { ...found, says: saysOf(found.says), reason: textOf(found.reason) }
}

/** The spelling that a report may have, for a second opinion. No opinion is made up: a missing list of them is a complaint. */
export const coerceOpinion = (candidate: unknown): unknown => {
  const answer = only(candidate)
  if (!isFields(answer)) return answer
  const found = pick(answer, opinionKeys)
  return {
    ...found,
    sha: shaText(found.sha),
    overall: wordOf(found.overall),
    summary: textOf(found.summary),
    opinions: each(found.opinions, coerceJudged),
    findings: each(found.findings ?? [], coerceFinding),
  }
}
