/** How deep an answer may nest; no schema of ours comes near. */
export const maxDepth = 200

export type Match = { kind: 'closed'; end: number } | { kind: 'open' } | { kind: 'deep' }

/**
 * Where the bracket at `start` is closed, strings respected; `end` is the index behind it. A bracket closed by one of
 * the other kind counts as closed there: such text never parses, but its extent is known.
 */
export function matchEnd(text: string, start: number): Match {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
      continue
    }
    if (code === 0x7b || code === 0x5b) depth++
    if (code === 0x7d || code === 0x5d) depth--
    if (depth > maxDepth) return { kind: 'deep' }
    if (depth === 0) return { kind: 'closed', end: at + 1 }
  }
  return { kind: 'open' }
}

/** The index of the closing quote of the string that begins at `start`, or of the text's end. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === 0x22) return at
  }
  return text.length
}

/**
 * Whether the bracket at `start` is closed at `end` too when quotes count as ordinary characters: only then is the
 * extent of broken text certain.
 */
export function closesBlindlyAt(text: string, start: number, end: number): boolean {
  let depth = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) depth++
    if (code === 0x7d || code === 0x5d) depth--
    if (depth === 0) return at + 1 === end
  }
  return false
}
