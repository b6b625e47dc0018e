import type { DiffFile } from './diff.ts'
import { emptyHeader, type Header, readHeaderRow } from './diff-header.ts'
import { unquoteName } from './diff-path.ts'

const head = /^(@{3,}) -/

const rowsEnd = (lines: string[], from: number): number => {
  let at = from
  while (at < lines.length && /^[ +\-\\]/.test(lines[at] ?? '')) at += 1
  return at
}

type Scan = { header: Header; parents: number; binary: boolean; next: number }

const scan = (lines: string[], from: number): Scan => {
  const header = emptyHeader()
  let [parents, binary, at] = [0, false, from]
  while (at < lines.length && !(lines[at] ?? '').startsWith('diff --')) {
    const line = lines[at] ?? ''
    const marks = head.exec(line)?.[1]
    if (marks !== undefined) parents = marks.length - 1
    else if (parents === 0) readHeaderRow(header, line)
    if (line.startsWith('Binary files ')) binary = true
    at = marks === undefined ? at + 1 : rowsEnd(lines, at + 1)
  }
  return { header, parents: Math.max(parents, 2), binary, next: at }
}

/** A file of `diff --cc` or `diff --combined`: known by name, with no side that a comment could stand on. */
export const readCombined = (lines: string[], from: number, name: string): { file: DiffFile; next: number } => {
  const { header, parents, binary, next } = scan(lines, from + 1)
  const path = unquoteName(name)
  const status = header.kind === 'added' || header.kind === 'deleted' ? header.kind : 'modified'
  const file: DiffFile = {
    path,
    oldPath: status === 'added' ? null : path,
    newPath: status === 'deleted' ? null : path,
    status,
    binary,
    submodule: false,
    symlink: false,
    combinedParents: parents,
    oldMode: header.oldMode,
    newMode: header.newMode,
    similarity: null,
    oldBlob: null,
    newBlob: null,
    hunks: [],
    added: [],
    deleted: [],
  }
  return { file, next }
}
