import { readCombined } from './diff-combined.ts'
import { emptyHeader, type Header, readGitRow, readHeaderRow } from './diff-header.ts'
import { type Hunk, isHunkHead, readHunk } from './diff-hunk.ts'
import { fileRowName, stripPrefixes } from './diff-path.ts'
import { decodeGit } from './git-text.ts'

export type { DiffRow, Hunk } from './diff-hunk.ts'

export type Side = 'LEFT' | 'RIGHT'

export type DiffFile = {
  /** The name at the head, the old one of a deleted file; empty when the text carries no file rows. */
  path: string
  oldPath: string | null
  newPath: string | null
  status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'unknown'
  binary: boolean
  submodule: boolean
  symlink: boolean
  /** Number of parents of a combined diff (nothing in it can be commented on); 0 for an ordinary one. */
  combinedParents: number
  oldMode: string | null
  newMode: string | null
  /** Percent, for renames and copies. */
  similarity: number | null
  oldBlob: string | null
  newBlob: string | null
  hunks: Hunk[]
  /** Line numbers of the head that were added. */
  added: number[]
  /** Line numbers of the base that were deleted. */
  deleted: number[]
}

type Names = Pick<DiffFile, 'path' | 'oldPath' | 'newPath' | 'status'>

/** The names of the `---` and `+++` rows; undefined = the row was not there, null = `/dev/null`. */
type FileRows = { old: string | null | undefined; new: string | null | undefined }

const bothNames = (rows: FileRows): { old: string; new: string } | null =>
  typeof rows.old === 'string' && typeof rows.new === 'string' ? stripPrefixes({ old: rows.old, new: rows.new }) : null

const statusOf = (header: Header, rows: FileRows): DiffFile['status'] => {
  if (header.kind) return header.kind
  if (rows.old === null) return 'added'
  if (rows.new === null) return 'deleted'
  return header.git || rows.new !== undefined ? 'modified' : 'unknown'
}

const withoutPrefix = (name: string | null | undefined): string | null => name?.replace(/^[a-z0-9]\//, '') ?? null

const namesOf = (header: Header, rows: FileRows): Names => {
  const status = statusOf(header, rows)
  const pair = header.git ?? bothNames(rows)
  const old = status === 'added' ? null : (header.from ?? pair?.old ?? withoutPrefix(rows.old))
  const name = status === 'deleted' ? null : (header.to ?? pair?.new ?? withoutPrefix(rows.new))
  return { path: name ?? old ?? '', oldPath: old, newPath: name, status }
}

const startsFile = (lines: string[], at: number): boolean => {
  const line = lines[at] ?? ''
  return line.startsWith('diff --') || (line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ '))
}

const linesOfKind = (hunks: Hunk[], kind: 'added' | 'deleted'): number[] =>
  hunks.flatMap(hunk => hunk.rows.filter(row => row.kind === kind).map(row => (kind === 'added' ? row.new : row.old) ?? 0))

const linkRow = /^Subproject commit [0-9a-f]{40}(?:-dirty)?$/

/** Some tools leave the mode rows out; a link to a commit then shows by its rows alone. */
const isLink = (modes: (string | null)[], { hunks }: { hunks: Hunk[] }): boolean => {
  if (modes.some(mode => mode !== null)) return modes.includes('160000')
  const rows = hunks.flatMap(hunk => hunk.rows)
  return rows.length > 0 && rows.length <= 2 && rows.every(({ kind, text }) => kind !== 'context' && linkRow.test(text))
}

const fileOf = (header: Header, rows: FileRows, body: { hunks: Hunk[]; binary: boolean }): DiffFile => {
  const modes = [header.oldMode, header.newMode]
  return {
    ...namesOf(header, rows),
    ...body,
    submodule: isLink(modes, body),
    symlink: modes.includes('120000'),
    combinedParents: 0,
    oldMode: header.oldMode,
    newMode: header.newMode,
    similarity: header.similarity,
    oldBlob: header.oldBlob,
    newBlob: header.newBlob,
    added: linesOfKind(body.hunks, 'added'),
    deleted: linesOfKind(body.hunks, 'deleted'),
  }
}

type Step = { file: DiffFile; next: number }

const readFileRows = (lines: string[], at: number): FileRows => {
  if (!(lines[at] ?? '').startsWith('--- ') || !(lines[at + 1] ?? '').startsWith('+++ '))
    return { old: undefined, new: undefined }
  return { old: fileRowName((lines[at] ?? '').slice(4)), new: fileRowName((lines[at + 1] ?? '').slice(4)) }
}

const readBody = (lines: string[], from: number): { hunks: Hunk[]; binary: boolean; next: number } => {
  const hunks: Hunk[] = []
  let binary = false
  let at = from
  while (at < lines.length && !startsFile(lines, at)) {
    const line = lines[at] ?? ''
    if (!binary && isHunkHead(line)) {
      const { hunk, next } = readHunk(lines, at)
      hunks.push(hunk)
      at = next
      continue
    }
    if (hunks.length === 0 && (line === 'GIT binary patch' || line.startsWith('Binary files '))) binary = true
    at += 1
  }
  return { hunks, binary, next: at }
}

const readFile = (lines: string[], from: number): Step => {
  const header = emptyHeader()
  let at = from
  if ((lines[at] ?? '').startsWith('diff --git ')) {
    header.git = readGitRow((lines[at] ?? '').slice('diff --git '.length))
    at += 1
    while (at < lines.length && readHeaderRow(header, lines[at] ?? '')) at += 1
  }
  const rows = readFileRows(lines, at)
  const { next, ...body } = readBody(lines, rows.new === undefined ? at : at + 2)
  return { file: fileOf(header, rows, body), next }
}

const combinedRow = /^diff --(?:cc|combined) (.*)$/s

const readAny = (lines: string[], at: number): Step | null => {
  const line = lines[at] ?? ''
  const combined = combinedRow.exec(line)
  if (combined) return readCombined(lines, at, combined[1] ?? '')
  return line.startsWith('diff --git ') || startsFile(lines, at) || isHunkHead(line) ? readFile(lines, at) : null
}

/** A diff that a mail or an editor turned to CRLF throughout: git itself ends its own rows with LF, whatever a file's lines end with. */
const isTurned = (lines: string[]): boolean => lines.length > 0 && lines.every(line => line.endsWith('\r'))

/** Every file of a `git diff`, with the lines it shows on either side. Never throws: what is not understood is passed over.
 *  Bytes are decoded without loss; a string must come from `decodeGit` where names or content may not be UTF-8. */
export const parseDiff = (diff: string | Uint8Array): DiffFile[] => {
  const text = typeof diff === 'string' ? diff : decodeGit(diff)
  const written = text.split('\n')
  if (written.at(-1) === '') written.pop()
  const lines = isTurned(written) ? written.map(line => line.slice(0, -1)) : written
  const files: DiffFile[] = []
  for (let at = 0; at < lines.length; ) {
    const step = readAny(lines, at)
    if (step) files.push(step.file)
    at = step ? step.next : at + 1
  }
  return files
}
