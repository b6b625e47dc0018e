/** One row of a hunk. `old` and `new` are its line numbers on the two sides; null where the row does not exist there. */
export type DiffRow = {
  kind: 'context' | 'added' | 'deleted'
  old: number | null
  new: number | null
  text: string
  /** The file ends here without a final newline. */
  noNewline: boolean
}

/** `left` and `right`: first and last line shown on that side, null when the hunk has no row there. */
export type Hunk = {
  oldStart: number
  oldCount: number
  newStart: number
  newCount: number
  heading: string
  left: [number, number] | null
  right: [number, number] | null
  /** The text ended before the counts of the hunk's head were used up. */
  incomplete: boolean
  rows: DiffRow[]
}

const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?/

export const isHunkHead = (line: string): boolean => hunkHead.test(line)

type Cursor = { old: number; new: number; oldEnd: number; newEnd: number }

const rowKinds: Record<string, DiffRow['kind']> = { ' ': 'context', '+': 'added', '-': 'deleted' }

/** The row at the cursor, which it moves on; null when the line is no row of this hunk any more. */
const readRow = (line: string, cursor: Cursor): DiffRow | null => {
  // Mail clients and editors strip the blank of an empty context row.
  const kind = line === '' ? 'context' : rowKinds[line[0] ?? '']
  if (kind === undefined) return null
  const onOld = kind !== 'added'
  const onNew = kind !== 'deleted'
  if ((onOld && cursor.old >= cursor.oldEnd) || (onNew && cursor.new >= cursor.newEnd)) return null
  return {
    kind,
    old: onOld ? cursor.old++ : null,
    new: onNew ? cursor.new++ : null,
    text: line.slice(1),
    noNewline: false,
  }
}

const readRows = (lines: string[], from: number, cursor: Cursor): { rows: DiffRow[]; next: number } => {
  const rows: DiffRow[] = []
  let at = from
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.startsWith('\\')) {
      const last = rows.at(-1)
      if (last) last.noNewline = true
      continue
    }
    if (cursor.old >= cursor.oldEnd && cursor.new >= cursor.newEnd) break
    const row = readRow(line, cursor)
    if (!row) break
    rows.push(row)
  }
  return { rows, next: at }
}

const shown = (first: number, end: number): [number, number] | null => (end > first ? [first, end - 1] : null)

/** Reads the hunk whose head stands at `from`; rows are counted, never guessed from what they look like. */
export const readHunk = (lines: string[], from: number): { hunk: Hunk; next: number } => {
  const line = lines[from] ?? ''
  const [head = '', oldStart = '0', oldCount = '1', newStart = '0', newCount = '1'] = hunkHead.exec(line) ?? []
  const [oldFirst, newFirst] = [Number(oldStart), Number(newStart)]
  const cursor = { old: oldFirst, new: newFirst, oldEnd: oldFirst + Number(oldCount), newEnd: newFirst + Number(newCount) }
  const { rows, next } = readRows(lines, from + 1, cursor)
  const hunk: Hunk = {
    oldStart: oldFirst,
    oldCount: Number(oldCount),
    newStart: newFirst,
    newCount: Number(newCount),
    heading: line.slice(head.length),
    left: shown(oldFirst, cursor.old),
    right: shown(newFirst, cursor.new),
    incomplete: cursor.old < cursor.oldEnd || cursor.new < cursor.newEnd,
    rows,
  }
  return { hunk, next }
}
