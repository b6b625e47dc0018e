import type { DiffFile, DiffRow, Hunk, Side } from './diff.ts'

/** First and last line that the hunk shows on that side. */
export const spanOf = (hunk: Hunk, side: Side): [number, number] | null => (side === 'LEFT' ? hunk.left : hunk.right)

/** The hunk that shows this line on this side: the only places where GitHub takes a line comment. */
export const hunkAt = (file: DiffFile, side: Side, line: number): Hunk | null =>
  file.hunks.find(hunk => {
    const span = spanOf(hunk, side)
    return span !== null && line >= span[0] && line <= span[1]
  }) ?? null

/** The row with this line number, null when the diff does not show it. */
export const rowAt = (file: DiffFile, side: Side, line: number): DiffRow | null =>
  hunkAt(file, side, line)?.rows.find(row => (side === 'LEFT' ? row.old : row.new) === line) ?? null

/** All lines that may carry a comment, as ranges, in the order of the diff. */
export const commentable = (file: DiffFile, side: Side): [number, number][] =>
  file.hunks.flatMap(hunk => {
    const span = spanOf(hunk, side)
    return span ? [span] : []
  })
