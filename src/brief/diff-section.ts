import picomatch from 'picomatch'
import type { DiffFile, DiffRow, Hunk } from '../review/diff.ts'

export type DiffOptions = {
  /** The most bytes of the numbered diff. */
  maxBytes: number
  /** Globs of files whose content no agent sees. */
  withheld: readonly string[]
}

/** A changed file that the brief does not show, or not whole, and why. */
export type Unread = { path: string; why: string }

export type DiffSection = { text: string; unread: Unread[] }

const longestRow = 2_000

/** With less room than this a file is only named. */
const leastRoom = 1_000

/** Files that are long and seldom worth reading stand last, so that they are the first to be left out. */
const bulky =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|composer\.lock|go\.sum|vendor|node_modules|dist|__snapshots__)(?:\/|$)|\.(?:min\.(?:js|css)|map|snap|svg|lock)$/i

const widthOf = (hunk: Hunk): number => String(Math.max(hunk.oldStart + hunk.oldCount, hunk.newStart + hunk.newCount)).length

const signs = { context: ' ', added: '+', deleted: '-' } as const

const textOf = (row: DiffRow): string => {
  const text = row.text.length > longestRow ? `${row.text.slice(0, longestRow)} … (${row.text.length} characters)` : row.text
  return row.noNewline ? `${text} (no newline at the end)` : text
}

const rowLine = (row: DiffRow, width: number): string =>
  `${String(row.old ?? '').padStart(width)} ${String(row.new ?? '').padStart(width)} ${signs[row.kind]}${textOf(row)}`

const rangeText = (range: [number, number] | null): string => (range ? `${range[0]}-${range[1]}` : 'none')

const encoder = new TextEncoder()
const sizeOf = (text: string): number => encoder.encode(text).length + 1

type Shown = { text: string; size: number /** Rows that did not fit. */; rest: number }

/** As many rows of the hunk as there is room for. */
const hunkText = (hunk: Hunk, room: number): Shown => {
  const width = widthOf(hunk)
  const heading = hunk.heading === '' ? '' : ` in ${hunk.heading}`
  const lines = [`@@ old lines ${rangeText(hunk.left)}, new lines ${rangeText(hunk.right)}${heading}`]
  let size = sizeOf(lines[0] ?? '')
  for (const [index, row] of hunk.rows.entries()) {
    const line = rowLine(row, width)
    size += sizeOf(line)
    if (size > room) return { text: lines.join('\n'), size: room, rest: hunk.rows.length - index }
    lines.push(line)
  }
  if (hunk.incomplete) lines.push('(this hunk is cut short)')
  return { text: lines.join('\n'), size, rest: 0 }
}

const modeText = ({ oldMode, newMode, symlink, submodule }: DiffFile): string => {
  const changed = oldMode !== null && newMode !== null && oldMode !== newMode ? `, mode ${oldMode} to ${newMode}` : ''
  return `${changed}${symlink ? ', symbolic link' : ''}${submodule ? ', submodule' : ''}`
}

const headOf = (file: DiffFile): string => {
  const from = file.oldPath !== null && file.oldPath !== file.path ? ` from ${JSON.stringify(file.oldPath)}` : ''
  return `=== ${JSON.stringify(file.path)}: ${file.status}${from}, +${file.added.length} -${file.deleted.length}${modeText(file)}`
}

const endsInCr = (row: DiffRow): boolean => row.text.endsWith('\r')

/** A file that has CRLF throughout is shown without them, else every row would end in a mark. */
const withoutCrs = (file: DiffFile): DiffFile => {
  const rows = file.hunks.flatMap(hunk => hunk.rows)
  if (rows.length === 0 || !rows.every(endsInCr)) return file
  return {
    ...file,
    hunks: file.hunks.map(hunk => ({ ...hunk, rows: hunk.rows.map(row => ({ ...row, text: row.text.slice(0, -1) })) })),
  }
}

/** Why a file has nothing to show; null when it has. */
const emptyBecause = (file: DiffFile): string | null => {
  if (file.binary) return 'binary, content not shown'
  if (file.combinedParents > 0) return 'a combined diff, not shown'
  return null
}

type ShownFile = { text: string; size: number; unread: Unread[] }

const fileText = (file: DiffFile, room: number): ShownFile => {
  const head = headOf(file)
  const because = emptyBecause(file)
  if (because !== null)
    return { text: `${head}\n(${because})`, size: sizeOf(head) + because.length + 3, unread: [{ path: file.path, why: because }] }
  const parts = [head]
  let size = sizeOf(head)
  for (const [index, hunk] of withoutCrs(file).hunks.entries()) {
    const shown = hunkText(hunk, room - size)
    size += shown.size
    if (shown.rest > 0) {
      const more = file.hunks.length - index - 1
      const why = `too large, shown in part: ${shown.rest} rows of this hunk${more > 0 ? ` and ${more} further hunks` : ''} left out`
      return { text: [...parts, shown.text, `(${why})`].join('\n'), size, unread: [{ path: file.path, why }] }
    }
    parts.push(shown.text)
  }
  return {
    text: parts.join('\n'),
    size,
    unread: file.hunks.some(hunk => hunk.incomplete) ? [{ path: file.path, why: 'cut short' }] : [],
  }
}

const roughSize = (file: DiffFile): number =>
  file.hunks.reduce((sum, hunk) => sum + hunk.rows.reduce((all, row) => all + row.text.length + 16, 0), 0)

const inOrder = (files: DiffFile[]): DiffFile[] =>
  files.toSorted((a, b) => Number(bulky.test(a.path)) - Number(bulky.test(b.path)))

/** The numbered diff within its bound. What is not shown whole is returned by name, with the reason. */
export const diffSection = (files: DiffFile[], { maxBytes, withheld }: DiffOptions): DiffSection => {
  const isWithheld = withheld.length > 0 ? picomatch([...withheld], { dot: true, nocase: true }) : () => false
  const parts: string[] = []
  const unread: Unread[] = []
  let room = maxBytes
  // Where not all fits, one file does not take the room of all the others.
  const share = files.reduce((sum, file) => sum + roughSize(file), 0) > maxBytes ? 2 : 1
  const leave = (file: DiffFile, why: string): ShownFile => ({
    text: `${headOf(file)}\n(${why})`,
    size: 0,
    unread: [{ path: file.path, why }],
  })
  for (const file of inOrder(files)) {
    const hidden = isWithheld(file.path) || (file.oldPath !== null && isWithheld(file.oldPath))
    const full = room < leastRoom ? leave(file, 'too large, content not shown') : fileText(file, Math.floor(room / share))
    const shown = hidden ? leave(file, 'withheld by the policy, content not shown') : full
    // Beyond the bound not even the heads are shown: thousands of files would make it none.
    if (room >= leastRoom || hidden) parts.push(shown.text)
    unread.push(...shown.unread)
    room -= shown.size
  }
  return { text: parts.join('\n\n'), unread }
}
