import { readdirSync, readFileSync } from 'node:fs'
import type { DiffFile } from '../../src/review/diff.ts'

const folder = new URL('../fixtures/diffs/', import.meta.url)

export const diffNames: string[] = readdirSync(folder)
  .filter(name => name.endsWith('.diff'))
  .map(name => name.slice(0, -'.diff'.length))

export const diffBytes = (name: string): Uint8Array => readFileSync(new URL(`${name}.diff`, folder))

export type LineMap = {
  path: string | null
  old_path: string | null
  new_path: string | null
  status: string
  binary: boolean
  old_mode: string | null
  new_mode: string | null
  similarity: number | null
  submodule?: boolean
  symlink?: boolean
  combined_parents?: number
  hunks: object[]
  added: number[]
  deleted: number[]
  context: [number, number][]
  commentable: ['LEFT' | 'RIGHT', number][]
  near_misses: ['LEFT' | 'RIGHT', number][]
}

export const lineMaps = (name: string): LineMap[] =>
  (JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as { files: LineMap[] }).files

/** A parsed file in the words of the line maps. */
export const mapOf = (file: DiffFile): Omit<LineMap, 'commentable' | 'near_misses'> => ({
  path: file.path || null,
  old_path: file.oldPath,
  new_path: file.newPath,
  status: file.status,
  binary: file.binary,
  old_mode: file.oldMode,
  new_mode: file.newMode,
  similarity: file.similarity,
  ...(file.submodule && { submodule: true }),
  ...(file.symlink && { symlink: true }),
  ...(file.combinedParents > 0 && { combined_parents: file.combinedParents }),
  hunks: file.hunks.map(hunk => ({
    old_start: hunk.oldStart,
    old_count: hunk.oldCount,
    new_start: hunk.newStart,
    new_count: hunk.newCount,
    heading: hunk.heading,
    left: hunk.left,
    right: hunk.right,
    ...(hunk.incomplete && { incomplete: true }),
  })),
  added: file.added,
  deleted: file.deleted,
  context: file.hunks.flatMap(hunk =>
    hunk.rows.flatMap(row => (row.old !== null && row.new !== null ? [[row.old, row.new] as [number, number]] : [])),
  ),
})
