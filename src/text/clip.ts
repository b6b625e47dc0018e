import { closingFor } from './fences.ts'
import { inertLine } from './inline.ts'

const numbered = (count: number): string => count.toLocaleString('en-US')

const noteFor = (count: number): string => `_Cut here: ${numbered(count)} more characters did not fit into one comment._`

/** The marker on the last line, with the break before it; empty when there is none. */
const tailOf = (text: string): string => {
  const start = text.trimEnd().lastIndexOf('\n') + 1
  const line = text.slice(start).trimEnd()
  return line.startsWith('<!--') && line.endsWith('-->') ? `\n\n${line}` : ''
}

/** Where to cut: behind a block, else behind a line, if that gives up no more than half; -1 = inside a line. */
const breakBefore = (text: string, room: number): number => {
  const block = text.lastIndexOf('\n\n', room)
  if (block > room / 2) return block
  const line = text.lastIndexOf('\n', room)
  return line > room / 2 ? line : -1
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** A line that is cut may have lost the end of a code span, which kept what was inside it from doing anything. */
const cutLine = (text: string, room: number): string => {
  const end = isLowSurrogate(text.charCodeAt(room)) ? room - 1 : room
  const kept = text.slice(0, end)
  const start = kept.lastIndexOf('\n') + 1
  if (closingFor(kept.slice(0, start)) !== null) return kept
  const line = inertLine(kept.slice(start), true)
  return kept.slice(0, start) + (start + line.length <= room + 1_000 ? line : '')
}

const closed = (text: string): string => {
  const closing = closingFor(text)
  return closing === null ? text : `${text}\n${closing}`
}

const clipped = (text: string, limit: number, tail: string): string => {
  const body =
    tail === ''
      ? text
      : text
          .trimEnd()
          .slice(0, -(tail.length - 2))
          .trimEnd()
  // Room for the note, a closing fence and what makes a cut line inert.
  const room = Math.max(0, limit - tail.length - 1_200)
  const at = breakBefore(body, room)
  const kept = closed(at >= 0 ? body.slice(0, at).trimEnd() : cutLine(body, room))
  return `${kept}\n\n${noteFor(body.length - (at >= 0 ? at : room))}${tail}`
}

/**
 * The text in at most `limit` UTF-16 units. GitHub refuses more than 65,536 characters (code points) and 262,144 bytes: a text of
 * that many units is within both, whatever letters it is made of. It is cut behind a block, code blocks are closed, a line says how
 * much is missing, and with `keepTail` a marker on the last line stays whole and last.
 */
export const clipBody = (text: string, limit = 65_000, keepTail = true): string =>
  text.length <= limit ? text : clipped(text, limit, keepTail ? tailOf(text) : '')

/** The same for the text of one inline comment, to which its marker is added later. */
export const inlineClip = (text: string, limit = 60_000): string => clipBody(text, limit, false)
