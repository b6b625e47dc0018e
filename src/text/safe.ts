import { withoutControls } from './controls.ts'
import { closes, contentOf, type Fence, fenceOpenedBy, marksOf } from './fences.ts'
import { inertComments, inertLine } from './inline.ts'
import { scrubSecrets } from './secrets.ts'

export type SafeOptions = {
  /** Values that must not appear, in any of their common forms. */
  secrets?: string[]
  /** Characters that are read at most; GitHub takes 65,536. */
  limit?: number
}

/** Languages that GitHub draws instead of showing them. */
const drawn = /^(?:mermaid|geojson|topojson|stl|math)$/i

const infoOf = ({ info }: Fence): string => {
  const word = /^[\w+#.-]{0,40}/.exec(info)?.[0] ?? ''
  return drawn.test(word) ? 'text' : word
}

/** In a suggestion only what a marker reader knows is touched: the rest would be committed as it stands here. */
const markersOnly = (line: string): string => line.replace(/<!--(?=\s*(?:countersign|pr-review-agent|decision=))/gi, '<\u200b!--')

const codeLine = (content: string, fence: Fence): string => {
  const blanks = /^[ \t]*/.exec(content)?.[0].length ?? 0
  const line = content.slice(Math.min(blanks, fence.indent.length))
  return infoOf(fence) === 'suggestion' ? markersOnly(line) : inertComments(line)
}

const listMarks = (indent: string): string[] => (indent.trim() === '' ? [] : ['', indent.trim()])

/** Lines of text and code apart: each fence is written anew at the start of a line, where nobody can see it otherwise. */
class Page {
  readonly written: string[] = []
  #open: Fence | null = null
  /** Columns that text behind an indented fence is moved to the left, so that it does not turn into code. */
  #hang = 0
  readonly #tableLines: Set<number>

  constructor(tableLines: Set<number>) {
    this.#tableLines = tableLines
  }

  #write(line: string, quoted: boolean): void {
    this.written.push(quoted ? `> ${line}` : line)
  }

  #start(fence: Fence): void {
    for (const line of listMarks(fence.indent)) this.#write(line, fence.quoted)
    this.#write(marksOf(fence) + infoOf(fence), fence.quoted)
    this.#open = fence
  }

  end(): void {
    if (!this.#open) return
    this.#write(marksOf(this.#open), this.#open.quoted)
    this.#hang = this.#open.indent.length
    this.#open = null
  }

  #text(line: string, index: number): void {
    const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0
    if (line.trim() !== '' && blanks < this.#hang) this.#hang = 0
    this.written.push(inertLine(line.slice(Math.min(blanks, this.#hang)), this.#tableLines.has(index)))
  }

  add(line: string, index: number): void {
    const content = this.#open && contentOf(line, this.#open)
    if (this.#open && content !== null) {
      if (closes(content, this.#open)) this.end()
      else this.#write(codeLine(content, this.#open), this.#open.quoted)
      return
    }
    this.end()
    const fence = fenceOpenedBy(line)
    if (fence) this.#start(fence)
    else this.#text(line, index)
  }
}

const isDelimiterRow = (line: string): boolean => line.includes('-') && /^[-:|>\s*+.)\d]+$/.test(line)

/** Indices of the lines that may belong to a table: those of a block of lines with a delimiter row in it. */
const tableLinesOf = (lines: string[]): Set<number> => {
  const found = new Set<number>()
  let from = 0
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && (lines[at] ?? '').trim() !== '') continue
    if (lines.slice(from, at).some(isDelimiterRow)) for (let index = from; index < at; index += 1) found.add(index)
    from = at + 1
  }
  return found
}

const cleaned = (text: string, { secrets = [], limit = 100_000 }: SafeOptions): string =>
  scrubSecrets(withoutControls(text.slice(0, limit)), secrets).toWellFormed()

/**
 * Markdown of others, fit to be posted: it notifies nobody, closes, links and loads nothing, gives no command to any bot, holds no
 * HTML and no marker, and its code blocks are closed. Code in fences and spans stays as it is; fences stand at the line start.
 * Doing it twice changes nothing.
 */
export const safeMarkdown = (text: string, options: SafeOptions = {}): string => {
  const lines = cleaned(text, options).split('\n')
  const page = new Page(tableLinesOf(lines))
  for (const [index, line] of lines.entries()) page.add(line, index)
  page.end()
  return page.written.join('\n')
}

/** One line of the same kind, for titles and table cells: line breaks become blanks, no block begins in it. */
export const safeInline = (text: string, options: SafeOptions = {}): string => {
  const line = cleaned(text, { limit: 500, ...options })
    .replace(/\s+/g, ' ')
    .trim()
  return inertLine(line, true)
}
