import { withoutControls } from './controls.ts'

/** An opened code fence: what ends it, and where it stood. */
export type Fence = {
  sign: '`' | '~'
  length: number
  info: string
  /** What stood before it: blanks, or list marks with their blanks. */
  indent: string
  /** It stands in a quote of one level. */
  quoted: boolean
}

const lead = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/s
const quoteMark = /^ {0,3}> ?/

/** The fence that the line opens; null when it opens none. A mark within a line, or with further backticks behind it, is no fence. */
export const fenceOpenedBy = (line: string): Fence | null => {
  const quote = quoteMark.exec(line)?.[0] ?? ''
  const [, indent, marks, info = ''] = lead.exec(line.slice(quote.length)) ?? []
  if (indent === undefined || marks === undefined || (marks.startsWith('`') && info.includes('`'))) return null
  return { sign: marks.startsWith('`') ? '`' : '~', length: marks.length, info: info.trim(), indent, quoted: quote !== '' }
}

/** The line without the quote mark of its fence; null = the quote, and with it the fence, has ended. */
export const contentOf = (line: string, fence: Fence): string | null => {
  if (!fence.quoted) return line
  const quote = quoteMark.exec(line)
  return quote ? line.slice(quote[0].length) : null
}

/** Does this content line close the fence? However it is indented: lists indent it at will. */
export const closes = (content: string, fence: Fence): boolean => {
  const marks = content.trim()
  return marks.length >= fence.length && marks === fence.sign.repeat(marks.length)
}

export const marksOf = (fence: Fence): string => fence.sign.repeat(fence.length)

/** What must be written to close the fence that is open at the end of the text; null when none is. Inline marks do not count. */
export const closingFor = (text: string): string | null => {
  let open: Fence | null = null
  for (const line of text.split('\n')) {
    const content: string | null = open && contentOf(line, open)
    if (open && content !== null && !closes(content, open)) continue
    const ended: boolean = open !== null && content !== null
    open = ended ? null : fenceOpenedBy(line)
  }
  return open && (open.quoted ? `> ${marksOf(open)}` : marksOf(open))
}

const longestRun = (text: string, sign: RegExp): number => {
  let longest = 0
  for (const [run] of text.matchAll(sign)) longest = Math.max(longest, run.length)
  return longest
}

/** The text as a code block that nothing inside can end: its marks are longer than any run of them in the text. */
export const fence = (text: string, info = ''): string => {
  const clean = withoutControls(text)
  const ticks = Math.max(3, longestRun(clean, /`+/g) + 1)
  const waves = Math.max(3, longestRun(clean, /~+/g) + 1)
  // A text of nothing but backticks would double in size.
  const marks = ticks <= waves + 8 ? '`'.repeat(ticks) : '~'.repeat(waves)
  const word = /^[\w+#.-]{0,40}/.exec(info.trim())?.[0] ?? ''
  return `${marks}${word}\n${clean}${clean.endsWith('\n') ? '' : '\n'}${marks}`
}
