import type { FileDiff, Hunk } from '../git/diff.ts'
import type { Place, Side } from '../world/types.ts'

export type Placed = { place: Place; diffHunk: string; position: number }
export type Draft = {
  path: string
  body: string
  line?: number | undefined
  side?: Side | undefined
  startLine?: number | undefined
  startSide?: Side | undefined
  /** The old way to name a line: its row in the file's patch. */
  position?: number | undefined
}

const linesOf = (hunk: Hunk, side: Side) => (side === 'LEFT' ? hunk.left : hunk.right)

/** The row of the hunk where a line of that side stands. */
function rowOf(hunk: Hunk, line: number, side: Side): number {
  return hunk.text.findIndex((text, at) => {
    const here = side === 'LEFT' ? hunk.at[at]?.left : hunk.at[at]?.right
    return here === line && !text.startsWith('\\') && !text.startsWith(side === 'LEFT' ? '+' : '-')
  })
}

/** Rows are counted from the first hunk's header through the whole patch; later headers count too. */
function positionOf(file: FileDiff, hunk: Hunk, row: number): number {
  const before = file.hunks.slice(0, file.hunks.indexOf(hunk))
  return before.reduce((sum, known) => sum + known.text.length + 1, 0) + row + 1
}

function lineAt(file: FileDiff, position: number): { line: number; side: Side } | null {
  for (const hunk of file.hunks) {
    const row = position - positionOf(file, hunk, 0)
    const text = hunk.text[row]
    const at = hunk.at[row]
    if (row >= 0 && text !== undefined && at)
      return text.startsWith('-') ? { line: at.left, side: 'LEFT' } : { line: at.right, side: 'RIGHT' }
  }
  return null
}

/** Where a draft comment stands in the diff, or GitHub's words for why it stands nowhere (cases 80, 83, 84). */
export function place(files: FileDiff[], draft: Draft): Placed | string[] {
  const file = files.find(known => known.path === draft.path || known.previousPath === draft.path)
  if (!file) return ['Path could not be resolved']
  const byPosition = draft.position !== undefined && draft.line === undefined ? lineAt(file, draft.position) : null
  const line = draft.line ?? byPosition?.line
  const side = draft.side ?? byPosition?.side ?? 'RIGHT'
  if (line === undefined) return ['Position could not be resolved']
  const { startLine = null } = draft
  const startSide = startLine === null ? null : (draft.startSide ?? side)
  const wrong = startLine !== null && startSide === side && startLine >= line
  if (wrong) return ['Pull request review thread start line must precede the end line.']
  const hunk = file.hunks.find(known => linesOf(known, side).has(line))
  const startInHunk = startLine === null || (hunk !== undefined && startSide !== null && linesOf(hunk, startSide).has(startLine))
  const errors = [
    ...(hunk ? [] : ['Pull request review thread line must be part of the diff']),
    ...(startInHunk ? [] : ['Pull request review thread start line must be part of the same hunk as the line.']),
    ...(hunk ? [] : ["Pull request review thread diff hunk can't be blank"]),
  ]
  if (!hunk || errors.length > 0) return errors
  const row = rowOf(hunk, line, side)
  const [first] = hunk.at
  const header = `@@ -${first?.left ?? 0},${hunk.left.size} +${first?.right ?? 0},${hunk.right.size} @@`
  return {
    place: { path: file.path, line, side, startLine, startSide },
    diffHunk: [header, ...hunk.text.slice(0, row + 1)].join('\n'),
    position: positionOf(file, hunk, row),
  }
}
