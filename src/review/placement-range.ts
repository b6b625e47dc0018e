import type { DiffFile, Hunk, Side } from './diff.ts'
import { hunkAt, spanOf } from './diff-lines.ts'

export type Range = { first: number; last: number }

export type PlacedRange = Range & { /** The range that was asked for was longer. */ cut: boolean }

/** A finding's lines as a range that ascends; null when it names no line that can exist. */
export const rangeOf = (line: number | null, startLine: number | null): Range | null => {
  const isLine = (value: number | null): value is number => value !== null && Number.isSafeInteger(value) && value >= 1
  if (!isLine(line)) return null
  if (!isLine(startLine)) return { first: line, last: line }
  return { first: Math.min(line, startLine), last: Math.max(line, startLine) }
}

const overlapping = (file: DiffFile, side: Side, range: Range): Hunk | null =>
  file.hunks.findLast(hunk => {
    const span = spanOf(hunk, side)
    return span !== null && span[0] <= range.last && span[1] >= range.first
  }) ?? null

/** The part of the range that lies in one hunk: that of its last line, else of its first, else the last one between them. */
export const rangeInOneHunk = (file: DiffFile, side: Side, range: Range): PlacedRange | null => {
  const hunk = hunkAt(file, side, range.last) ?? hunkAt(file, side, range.first) ?? overlapping(file, side, range)
  const span = hunk && spanOf(hunk, side)
  if (!span) return null
  const first = Math.max(range.first, span[0])
  const last = Math.min(range.last, span[1])
  return { first, last, cut: first !== range.first || last !== range.last }
}
