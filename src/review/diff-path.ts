import { decodeGit } from './git-text.ts'

const simpleEscapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 }

type Quoted = { name: string; end: number }

const encoder = new TextEncoder()

/** Reads a C-quoted name that starts at `from`; null when the quote never closes or an escape is unknown. */
const readQuoted = (text: string, from: number): Quoted | null => {
  const bytes: number[] = []
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '"') return { name: decodeGit(Uint8Array.from(bytes)), end: at + 1 }
    if (char !== '\\') {
      const point = String.fromCodePoint(text.codePointAt(at) ?? 0)
      bytes.push(...encodePoint(point))
      at += point.length - 1
      continue
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4))
    const byte = octal ? Number.parseInt(octal[0], 8) : simpleEscapes[text[at + 1] ?? '']
    if (byte === undefined) return null
    bytes.push(byte)
    at += octal ? 3 : 1
  }
  return null
}

const encodePoint = (point: string): Uint8Array | number[] => {
  const unit = point.charCodeAt(0)
  return point.length === 1 && unit >= 0xdc80 && unit <= 0xdcff ? [unit & 0xff] : encoder.encode(point)
}

/** A name as git writes it after `rename from` and the like: plain, or C-quoted. */
export const unquoteName = (text: string): string => (text.startsWith('"') ? (readQuoted(text, 0)?.name ?? text) : text)

/** A name of a `---` or `+++` row: what follows a TAB (git's end mark, or a time stamp) is no part of it. */
export const fileRowName = (text: string): string | null => {
  if (text.startsWith('"')) return unquoteName(text)
  const name = text.split('\t', 1)[0] ?? text
  return name === '/dev/null' ? null : name
}

export type NamePair = { old: string; new: string }

const splitPlain = (text: string): NamePair | null => {
  // Both names are equal but for a prefix of the same length, whenever git leaves the rename rows out.
  const middle = (text.length - 1) / 2
  if (text[middle] === ' ') return { old: text.slice(0, middle), new: text.slice(middle + 1) }
  const at = text.indexOf(' b/')
  return at < 0 ? null : { old: text.slice(0, at), new: text.slice(at + 1) }
}

/** The two names of a `diff --git` row, prefixes still on. */
export const splitGitRow = (text: string): NamePair | null => {
  if (text.startsWith('"')) {
    const first = readQuoted(text, 0)
    return first && { old: first.name, new: unquoteName(text.slice(first.end + 1)) }
  }
  const quote = text.endsWith('"') ? text.indexOf(' "') : -1
  if (quote < 0) return splitPlain(text)
  return { old: text.slice(0, quote), new: unquoteName(text.slice(quote + 1)) }
}

const hasLetterPrefix = (name: string): boolean => /^[a-z0-9]\//.test(name)

/** Takes `a/` and `b/` (or git's mnemonic letters) off; names that are equal as they stand carry no prefix. */
export const stripPrefixes = (pair: NamePair): NamePair => {
  const bothPrefixed = hasLetterPrefix(pair.old) && hasLetterPrefix(pair.new) && pair.old[0] !== pair.new[0]
  if (!bothPrefixed) return pair
  return { old: pair.old.slice(2), new: pair.new.slice(2) }
}
