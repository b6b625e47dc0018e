import { type HtmlState, htmlState, tagEnd, tagName } from './html-state.ts'
import { spansOf } from './spans.ts'

/** Stands for what was left out of a line, so that what follows does not look like its start. */
const LEFT_OUT = '\uFFFC'

/** Invisible before a code span's text, so that code without words (`_`, `[x]`) does not look like the start of a line either. */
export const CODE_BEGINS = '\u2060'

/** Collects a page's visible text, block by block. */
export type Page = {
  inline: (text: string) => void
  html: (text: string) => void
  cell: (text: string) => void
  quoted: (walk: () => void) => void
  text: () => string
}

type Pen = { state: HtmlState; write: (text: string) => void }

/** A comment, declaration or processing instruction that a browser hides; where it ends, -1 = never. */
const hiddenEnd = (text: string, at: number): number => {
  const closing = text.startsWith('<!--', at) ? '-->' : '>'
  const end = text.indexOf(closing, at + 2)
  return end < 0 ? -1 : end + closing.length
}

const writeTag = (text: string, at: number, pen: Pen): number => {
  const tag = tagName(text, at)
  const end = tag === null ? -1 : tagEnd(text, at)
  if (tag === null || end < 0) return -1
  pen.state.tag(tag.name, tag.closes)
  if (tag.name === 'br') pen.write('\n')
  return end
}

/** One `<` of raw HTML; returns where reading goes on. What is left open hides the rest. */
const htmlAt = (text: string, at: number, pen: Pen): number => {
  const next = text.charAt(at + 1)
  if (next === '!' || next === '?') {
    const end = hiddenEnd(text, at)
    if (end < 0) pen.state.openComment()
    return end < 0 ? text.length : end
  }
  const end = writeTag(text, at, pen)
  if (end >= 0) return end
  if (tagName(text, at) !== null) return text.length
  pen.write('<')
  return at + 1
}

const writeHtml = (text: string, pen: Pen): void => {
  let at = 0
  if (pen.state.inComment()) {
    const end = text.indexOf('-->')
    if (end < 0) return
    pen.state.closeComment()
    at = end + 3
  }
  while (at < text.length) {
    const open = text.indexOf('<', at)
    pen.write(text.slice(at, open < 0 ? text.length : open))
    at = open < 0 ? text.length : htmlAt(text, open, pen)
  }
}

/** A code span stays on its line, as it is shown. */
const codeText = (text: string): string => `${CODE_BEGINS}${text.replaceAll('\n', ' ').replaceAll('@', LEFT_OUT)}`

const writeInline = (text: string, links: ReadonlySet<string>, pen: Pen): void => {
  for (const span of spansOf(text, links)) {
    if (span.kind === 'text') pen.write(span.text)
    else if (span.kind === 'code') pen.write(codeText(span.text))
    else if (span.kind === 'tag') writeTag(span.text, 0, pen)
    else if (span.kind === 'left-out') pen.write(LEFT_OUT)
    else if (span.kind === 'open-comment') pen.state.openComment()
  }
}

/** `links` = the labels that the body defines, as the lexer normalises them. */
export const pageOf = (links: string[]): Page => {
  const state = htmlState()
  const defined = new Set(links)
  const parts: string[] = []
  let quotes = 0
  const pen: Pen = {
    state,
    write: text => {
      if (quotes === 0 && !state.isHidden()) parts.push(text)
    },
  }
  const block = (write: () => void): void => {
    parts.push('\n')
    write()
  }
  return {
    inline: text => block(() => writeInline(text, defined, pen)),
    html: text => block(() => writeHtml(text, pen)),
    cell: text => block(() => writeInline(`${LEFT_OUT}${text}`, defined, pen)),
    quoted: walk => {
      quotes++
      walk()
      quotes--
    },
    text: () => parts.join(''),
  }
}
