import { isInvisible } from './clean-text.ts'
import { closesBlindlyAt, matchEnd } from './match-end.ts'
import { parseJson } from './parse-json.ts'

/** One object of the text; `raw` is how it was written (empty for an element of a list). */
export type FoundObject = { value: Record<string, unknown>; raw: string }

export type Found = {
  /** The objects that stand on the top level of the text, in order; the elements of a top-level list count as such. */
  objects: FoundObject[]
  /** Why text was passed over or the search given up; people and the next prompt read it. */
  complaints: string[]
  /** True when nothing but JSON lines stands in the text. */
  onlyJson: boolean
}

type Search = Found & { text: string; at: number; work: number; failures: number; suspect: boolean }

const maxObjects = 5_000
const maxFailures = 10_000

const spacesOnly = /^[\s,]*$/

/**
 * Finds whole JSON objects in prose, fences or JSON lines. Never one that stands inside another that is broken, and
 * nothing behind an object that is begun and never closed. Work is bounded by a multiple of the text's length.
 */
export function findObjects(text: string): Found {
  const search: Search = {
    text,
    at: 0,
    work: 4 * text.length + 100_000,
    failures: 0,
    suspect: false,
    objects: [],
    complaints: [],
    onlyJson: true,
  }
  while (search.at < text.length) {
    const start = nextRoot(search)
    if (start < 0 || !step(search, start)) break
  }
  return { objects: search.objects, complaints: search.complaints, onlyJson: search.onlyJson && search.objects.length > 0 }
}

function nextRoot(search: Search): number {
  const { text, at } = search
  const next = text.slice(at, at + 65_536).search(/[{[]/)
  const start = next >= 0 ? at + next : firstOf(text, at)
  const between = text.slice(at, start < 0 ? text.length : start)
  if (search.onlyJson && !spacesOnly.test(between)) search.onlyJson = false
  return start
}

function firstOf(text: string, from: number): number {
  const brace = text.indexOf('{', from)
  const bracket = text.indexOf('[', from)
  return brace < 0 ? bracket : bracket < 0 ? brace : Math.min(brace, bracket)
}

/** Deals with one opening bracket; false = the rest of the text must not be read. */
function step(search: Search, start: number): boolean {
  const { text } = search
  const looks = looksLike(text, start)
  if (looks === 'prose' && text[start] === '[') return skipTo(search, start + 1)
  const match = matchEnd(text, start)
  search.work -= (match.kind === 'closed' ? match.end : text.length) - start
  if (search.work < 0 || search.failures > maxFailures)
    return giveUp(search, 'too many brackets that do not belong to a JSON object')
  if (match.kind === 'deep') return giveUp(search, `a JSON object at character ${start} is nested too deep`)
  if (match.kind === 'open')
    return looks === 'json'
      ? giveUp(search, `the JSON object at character ${start} is never closed; was the answer cut off?`)
      : suspectFrom(search, start)
  const parsed = parseJson(text.slice(start, match.end))
  if (parsed.ok) return take(search, { start, end: match.end, value: parsed.value })
  search.failures++
  if (looks === 'json') search.complaints.push(`the JSON object at character ${start} is broken: ${parsed.why}`)
  if (closesBlindlyAt(text, start, match.end)) return skipTo(search, match.end)
  return looks === 'json' ? giveUp(search, 'where that object ends cannot be told') : suspectFrom(search, start)
}

function skipTo(search: Search, at: number): true {
  search.onlyJson = false
  search.at = at
  return true
}

function suspectFrom(search: Search, start: number): true {
  search.suspect = true
  return skipTo(search, start + 1)
}

function giveUp(search: Search, complaint: string): false {
  search.complaints.push(complaint)
  search.onlyJson = false
  // What came before stands in an answer whose rest is unknown: none of it may count.
  search.objects.length = 0
  return false
}

function take(search: Search, { start, end, value }: { start: number; end: number; value: unknown }): boolean {
  const inside = standsInside(search.text, start, search.suspect)
  if (inside) search.complaints.push(`the JSON object at character ${start} stands inside a broken one`)
  else if (Array.isArray(value)) for (const item of value) keep(search, item, '')
  else keep(search, value, search.text.slice(start, end))
  search.at = end
  return search.objects.length <= maxObjects || giveUp(search, `the answer holds more than ${maxObjects} JSON objects`)
}

function keep(search: Search, value: unknown, raw: string): void {
  if (isObject(value)) search.objects.push({ value, raw })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{"key":`, `{}` and `[{` begin JSON; any other bracket is taken for prose until it parses. */
function looksLike(text: string, start: number): 'json' | 'prose' {
  const next = afterSpace(text, start + 1)
  const char = text[next]
  if (text[start] === '[') return char === '{' ? 'json' : 'prose'
  return char === '"' ? 'json' : 'prose'
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && (text.charCodeAt(at) <= 0x20 || isInvisible(text.charCodeAt(at)))) at++
  return at
}

/** A value position (`"key": {`), or, after an unclosed brace, any place behind a comma, colon or bracket. */
function standsInside(text: string, start: number, suspect: boolean): boolean {
  const before = lastVisible(text, start - 1)
  const char = text[before]
  if (char === ':') return suspect || text[lastVisible(text, before - 1)] === '"'
  return suspect && (char === ',' || char === '[' || char === '{')
}

function lastVisible(text: string, from: number): number {
  let at = from
  while (at >= 0 && (text.charCodeAt(at) <= 0x20 || isInvisible(text.charCodeAt(at)))) at--
  return at
}
