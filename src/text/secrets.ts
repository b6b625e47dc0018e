import { type Form, formsOf } from './secret-forms.ts'

/** What no eye sees or what a line break adds: a secret split by it is still the secret. */
const gap = /[\s\p{Cf}]+/gu

/** For each character of the text without gaps the place that it has in the text. */
const placesOf = (text: string): Uint32Array => {
  const places = new Uint32Array(text.length)
  let count = 0
  let from = 0
  const keep = (end: number): void => {
    for (let at = from; at < end; at += 1) places[count++] = at
  }
  for (const { index, 0: blanks } of text.matchAll(gap)) {
    keep(index)
    from = index + blanks.length
  }
  keep(text.length)
  return places
}

/** Only ASCII letters: `toLowerCase` changes the length of some others. */
const lowered = (text: string): string => text.replace(/[A-Z]+/g, letters => letters.toLowerCase())

type Range = [from: number, to: number]

const matchesOf = (compact: { exact: string; lower: string }, form: Form): Range[] => {
  const hay = form.anyCase ? compact.lower : compact.exact
  const found: Range[] = []
  for (let at = hay.indexOf(form.text); at >= 0; at = hay.indexOf(form.text, at + form.text.length))
    found.push([at, at + form.text.length])
  return found
}

/** Spellings of the last secrets: every log line is scrubbed, and they cost more than the search. */
const known = new Map<string, Form[]>()

const formsFor = (secret: string): Form[] => {
  const forms = known.get(secret) ?? formsOf(secret)
  if (known.size >= 50) known.clear()
  known.set(secret, forms)
  return forms
}

const replaced = (text: string, ranges: Range[]): string => {
  const parts: string[] = []
  let from = 0
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= from) parts.push(text.slice(from, start), '***')
    from = Math.max(from, end)
  }
  return parts.join('') + text.slice(from)
}

/**
 * The text with every known secret as `***`: plain, in base64 at any offset, URL-encoded, in hex, escaped as in JSON, split by
 * blanks, line breaks or invisible characters, and each line of one that has several. Secrets below six characters are left alone.
 */
export const scrubSecrets = (text: string, secrets: string[]): string => {
  const forms = secrets.flatMap(formsFor)
  if (forms.length === 0 || text === '') return text
  const exact = text.replace(gap, '')
  const compact = { exact, lower: lowered(exact) }
  const matches = forms.flatMap(form => matchesOf(compact, form))
  if (matches.length === 0) return text
  const places = placesOf(text)
  return replaced(
    text,
    matches.map(([from, to]) => [places[from] ?? 0, (places[to - 1] ?? 0) + 1]),
  )
}
