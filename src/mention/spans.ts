import { tagEnd, tagName } from './html-state.ts'

/** The inline pieces of one block. `left-out` = a link or a written-out address: its text is not the author's word to us. */
export type Span = { kind: 'text' | 'code' | 'tag'; text: string } | { kind: 'left-out' | 'comment' | 'open-comment' }

type Found = { span: Span; end: number }

/** For every run of backticks the next one of equal length, which is where a code span ends. */
const closingTicks = (text: string): Map<number, { end: number; content: string }> => {
  const pending = new Map<number, number>()
  const closing = new Map<number, { end: number; content: string }>()
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    const end = pending.get(run.length)
    if (end !== undefined) closing.set(index, { end: end + run.length, content: text.slice(index + run.length, end) })
    pending.set(run.length, index)
  }
  return closing
}

/** For every `[` its `]`. */
const closingBrackets = (text: string): Map<number, number> => {
  const open: number[] = []
  const closing = new Map<number, number>()
  for (const { 0: char, index } of text.matchAll(/\\.|[[\]]/gs)) {
    if (char === '[') open.push(index)
    const start = char === ']' ? open.pop() : undefined
    if (start !== undefined) closing.set(start, index)
  }
  return closing
}

type Block = {
  text: string
  ticks: Map<number, { end: number; content: string }>
  brackets: Map<number, number>
  links: ReadonlySet<string>
  lastParen: number
  lastComment: number
}

const escapeAt = ({ text }: Block, at: number): Found | null => {
  const char = text.charAt(at + 1)
  if (char === '' || /[\w\s]/.test(char)) return null
  return { span: char === '@' ? { kind: 'left-out' } : { kind: 'text', text: char }, end: at + 2 }
}

const codeAt = ({ text, ticks }: Block, at: number): Found => {
  const code = ticks.get(at)
  if (code !== undefined) return { span: { kind: 'code', text: code.content }, end: code.end }
  let end = at
  while (text.charAt(end) === '`') end++
  return { span: { kind: 'text', text: text.slice(at, end) }, end }
}

const angleAt = (block: Block, at: number): Found | null => {
  const { text } = block
  if (text.startsWith('<!--', at)) {
    if (at > block.lastComment) return { span: { kind: 'open-comment' }, end: text.length }
    return { span: { kind: 'comment' }, end: text.indexOf('-->', at + 2) + 3 }
  }
  const end = tagEnd(text, at)
  if (end < 0) return null
  const address = text.slice(at + 1, end - 1)
  if (/^[^\s<>]*[:@]/.test(address)) return { span: { kind: 'left-out' }, end }
  return tagName(text, at) === null ? null : { span: { kind: 'tag', text: text.slice(at, end) }, end }
}

const labelOf = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

const linkAt = (block: Block, at: number): Found | null => {
  const { text, brackets } = block
  const close = brackets.get(at)
  if (close === undefined) return null
  const next = text.charAt(close + 1)
  const leftOut = (end: number): Found => ({ span: { kind: 'left-out' }, end })
  if (next === '(' && close + 1 < block.lastParen) return leftOut(text.indexOf(')', close + 1) + 1)
  const second = next === '[' ? brackets.get(close + 1) : undefined
  if (second !== undefined) return leftOut(second + 1)
  const isDefined = block.links.size > 0 && close - at < 1_000 && block.links.has(labelOf(text.slice(at + 1, close)))
  return isDefined ? leftOut(close + 1) : null
}

const ADDRESS = /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]+/iy

const addressAt = ({ text }: Block, at: number): Found | null => {
  if (/\w/.test(text.charAt(at - 1))) return null
  ADDRESS.lastIndex = at
  return ADDRESS.test(text) ? { span: { kind: 'left-out' }, end: ADDRESS.lastIndex } : null
}

const spanAt = (block: Block, at: number): Found | null => {
  switch (block.text.charAt(at)) {
    case '\\':
      return escapeAt(block, at)
    case '`':
      return codeAt(block, at)
    case '<':
      return angleAt(block, at)
    case '[':
      return linkAt(block, at)
    default:
      return addressAt(block, at)
  }
}

/** Cuts one block's Markdown into its inline pieces. Each character is looked at a bounded number of times. */
export const spansOf = (text: string, links: ReadonlySet<string>): Span[] => {
  const block: Block = {
    text,
    ticks: closingTicks(text),
    brackets: closingBrackets(text),
    links,
    lastParen: text.lastIndexOf(')'),
    lastComment: text.lastIndexOf('-->') - 2,
  }
  const spans: Span[] = []
  let from = 0
  for (const { index } of text.matchAll(/[\\`<[hfw]/gi)) {
    if (index < from) continue
    const found = spanAt(block, index)
    if (found === null) continue
    spans.push({ kind: 'text', text: text.slice(from, index) }, found.span)
    from = found.end
  }
  spans.push({ kind: 'text', text: text.slice(from) })
  return spans
}
