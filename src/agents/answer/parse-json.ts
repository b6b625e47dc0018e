import { isInvisible } from './clean-text.ts'
import { endOfString } from './match-end.ts'

export type Parsed = { ok: true; value: unknown } | { ok: false; why: string }

/**
 * Strict JSON, then JSON after the repairs that cannot change what was meant: raw line breaks and tabs inside strings
 * are escaped, invisible characters between tokens and a comma before a closing bracket are dropped. A key that stands
 * twice in one object is refused, since readers differ in which one counts.
 */
export function parseJson(text: string): Parsed {
  const twice = repeatedKey(text)
  if (twice !== null) return { ok: false, why: `the key ${twice} stands twice in one object` }
  const strict = tryParse(text)
  return strict.ok ? strict : tryParse(repaired(text))
}

function tryParse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message.slice(0, 200) : 'not JSON' }
  }
}

const rawEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function repaired(text: string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const gap = text.slice(at, quote < 0 ? text.length : quote)
    parts.push(betweenTokens(gap))
    if (quote < 0) break
    const end = endOfString(text, quote)
    parts.push(text.slice(quote, end + 1).replace(/[\n\r\t]/g, raw => rawEscapes[raw] ?? raw))
    at = end + 1
  }
  return parts.join('')
}

function betweenTokens(gap: string): string {
  let visible = ''
  for (const char of gap) visible += isInvisible(char.charCodeAt(0)) ? ' ' : char
  return visible.replace(/,(\s{0,10000}[}\]])/g, '$1')
}

/** The first key met twice in one object, as written, or null. */
function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b) open.push(new Set())
    else if (code === 0x5b) open.push(null)
    else if (code === 0x7d || code === 0x5d) open.pop()
    else if (code === 0x22) {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isFollowedByColon(text, end + 1)) {
        const key = text.slice(at, end + 1)
        if (keys.has(key)) return key.slice(0, 80)
        keys.add(key)
      }
      at = end
    }
  }
  return null
}

function isFollowedByColon(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x3a) return true
    if (code > 0x20 && !isInvisible(code)) return false
  }
  return false
}
