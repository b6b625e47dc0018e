/** What one release writes and another reads: a single line `<!-- countersign:v1 {json} -->`. */
export const VERSION = 1
export const OPENING = '<!-- countersign:v'
export const CLOSING = ' -->'

/**
 * JSON that stays one invisible HTML comment: no `--`, `<` or `>`.
 * `@` is escaped too: workflows of others look for their bot's name with a plain substring test, titles included.
 */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/-(?=-)/g, '\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('@', '\\u0040')

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s

/** The fence that is still open after these lines, as it must be written to close it; `null` = none. */
const openFence = (lines: string[]): string | null => {
  let open: string | null = null
  for (const line of lines) {
    const [, fence = '', rest = ''] = FENCE.exec(line) ?? []
    if (fence === '') continue
    if (open === null) open = fence.startsWith('`') && rest.includes('`') ? null : fence
    else if (fence.startsWith(open) && rest.trim() === '') open = null
  }
  return open
}

/** GitHub may give `\r\n` back for what was sent as `\n`: a closing fence may end in `\r`. */
export const fenceLeftOpen = (body: string): string | null => openFence(body.split('\n'))

/** The last line that holds anything, and whether it is the content of a code block that was never closed. */
export const lastLineOf = (body: string): { line: string; inCode: boolean } => {
  const trimmed = body.trimEnd()
  const start = trimmed.lastIndexOf('\n') + 1
  const line = trimmed.slice(start)
  const inCode = line.startsWith('<!--') && fenceLeftOpen(trimmed.slice(0, start)) !== null
  return { line, inCode }
}

/** The text without anything that a reader could take for a marker, of ours or of the older family. */
export const withoutMarkers = (body: string): string =>
  body.replace(/<!--(?=\s*(?:countersign:|pr-review-agent|decision=))/gi, '&lt;!--')
