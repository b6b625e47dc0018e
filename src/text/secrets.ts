import { type Form, formsOf } from './secret-forms.ts'

/** What no eye sees or what a line break adds: a secret split by it is still the secret. */
const gap = /[\s\p{Cf}]+/gu

type Compact = { text: string /** For each character the place in the original. */; places: number[] }

const compactOf = (text: string): Compact => {
  const kept: string[] = []
  const places: number[] = []
  let from = 0
  const keep = (end: number): void => {
    kept.push(text.slice(from, end))
    for (let at = from; at < end; at += 1) places.push(at)
  }
  for (const { index, 0: blanks } of text.matchAll(gap)) {
    keep(index)
    from = index + blanks.length
  }
  keep(text.length)
  return { text: kept.join(''), places }
}

/** Only ASCII letters: `toLowerCase` changes the length of some others. */
const lowered = (text: string): string => text.replace(/[A-Z]+/g, letters => letters.toLowerCase())

type Range = [from: number, to: number]

const rangesOf = ({ text, places }: Compact, form: Form): Range[] => {
  const ranges: Range[] = []
  const hay = form.anyCase ? lowered(text) : text
  for (let at = hay.indexOf(form.text); at >= 0; at = hay.indexOf(form.text, at + form.text.length))
    ranges.push([places[at] ?? 0, (places[at + form.text.length - 1] ?? 0) + 1])
  return ranges
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
  const forms = secrets.flatMap(formsOf)
  if (forms.length === 0 || text === '') return text
  const compact = compactOf(text)
  const ranges = forms.flatMap(form => rangesOf(compact, form))
  return ranges.length === 0 ? text : replaced(text, ranges)
}
