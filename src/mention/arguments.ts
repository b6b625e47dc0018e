import type { Command } from './words.ts'

/** One request, understood. `invalid` = a known command whose arguments are not: it is answered, never served. */
export type ParsedRequest =
  | { command: 'review'; skills: string[]; maxCycles: number | null }
  | { command: 'pause' }
  | { command: 'resume' }
  | { command: 'status' }
  | { command: 'self-review' }
  | { command: 'help' }
  | { command: 'dismiss'; finding: string; why: string }
  | { command: 'fix'; findings: string[] }
  | { command: 'invalid'; asked: Command; why: string }

const NAME = /^[a-z0-9][a-z0-9_-]{0,49}$/i
const MOST_SKILLS = 10
const MOST_FINDINGS = 50
const LONGEST_REASON = 500

type Invalid = Extract<ParsedRequest, { command: 'invalid' }>
type Review = Extract<ParsedRequest, { command: 'review' }>

const invalid = (asked: Command, found: string, expected: string): Invalid => ({
  command: 'invalid',
  asked,
  why: `found "${found.slice(0, 60)}"; expected ${expected}`,
})

/** Ends of sentences are no part of a name. */
const bare = (word: string): string => word.replace(/[.,;:!?]{1,3}$/, '')

/** `null` = not a number that may be asked for: nothing unbounded can be. */
export const maxCyclesOf = (value: string): number | null => (/^(?:[1-9]|1\d|20)$/.test(value) ? Number(value) : null)

const withOption = (review: Review, word: string): Review | Invalid => {
  const [, option = '', value = ''] = /^([a-z-]{1,30})=?(.*)$/is.exec(word) ?? []
  if (option.toLowerCase() !== 'max-cycles') return invalid('review', word, '`max-cycles=`, or names of skills')
  const maxCycles = maxCyclesOf(value)
  return maxCycles === null
    ? invalid('review', word, 'a whole number from 1 to 20 after `max-cycles=`')
    : { ...review, maxCycles }
}

const reviewOf = (words: string[]): ParsedRequest => {
  let review: Review = { command: 'review', skills: [], maxCycles: null }
  for (const word of words.map(bare)) {
    // The option without its sign is no name of a skill: who wrote it means a number.
    if (word.includes('=') || /^max-cycles?$/i.test(word)) {
      const next = withOption(review, word)
      if (next.command === 'invalid') return next
      review = next
    } else if (!NAME.test(word)) return invalid('review', word, 'names of skills')
    else if (review.skills.length >= MOST_SKILLS) return invalid('review', word, `at most ${MOST_SKILLS} skills`)
    else if (!review.skills.includes(word.toLowerCase())) review.skills.push(word.toLowerCase())
  }
  return review
}

const findingOf = (word: string): string => bare(word).replace(/^#/, '')

const dismissOf = (words: string[]): ParsedRequest => {
  const finding = findingOf(words[0] ?? '')
  if (!NAME.test(finding)) return invalid('dismiss', words[0] ?? '', 'the id of a finding, as it stands in the review')
  const why = words.slice(1).join(' ').slice(0, LONGEST_REASON)
  return why === '' ? invalid('dismiss', finding, 'a reason after the id of the finding') : { command: 'dismiss', finding, why }
}

const fixOf = (words: string[]): ParsedRequest => {
  const findings = [...new Set(words.map(findingOf))]
  const odd = findings.find(finding => !NAME.test(finding))
  if (odd !== undefined) return invalid('fix', odd, 'ids of findings, as they stand in the review')
  return findings.length > MOST_FINDINGS
    ? invalid('fix', words.join(' '), `at most ${MOST_FINDINGS} findings`)
    : { command: 'fix', findings }
}

/** Reads the words after a command. Commands without arguments take whatever follows as talk. */
export const requestOf = (command: Command, words: string[]): ParsedRequest => {
  if (command === 'review') return reviewOf(words)
  if (command === 'dismiss') return dismissOf(words)
  return command === 'fix' ? fixOf(words) : { command }
}
