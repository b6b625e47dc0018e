import { createHash } from 'node:crypto'
import type { DiffFile, Side } from './diff.ts'
import { rowAt } from './diff-lines.ts'
import { resolvePath } from './finding-path.ts'

export type Fingerprinted = { title: string; path: string | null; line: number | null; side: Side }

const digestOf = (parts: string[]): string =>
  // utf16le keeps lone surrogates (bytes that were not UTF-8) apart; utf8 would make them all one sign.
  createHash('sha256').update(JSON.stringify(parts), 'utf16le').digest('hex')

const wordsOf = (title: string): string => {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? title.trim() : words
}

const lineText = (finding: Fingerprinted, file: DiffFile | null): string => {
  if (!file || finding.line === null) return ''
  return (rowAt(file, finding.side, finding.line)?.text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
}

/** A rename keeps the name that the file had at the base. */
const lastingName = (path: string | null, file: DiffFile | null): string =>
  (file?.status === 'renamed' ? file.oldPath : file?.path) ?? path ?? ''

/** Twelve hex digits of the file (renames followed), the title's words and the text of the line: not of its number. */
export const fingerprintOf = (finding: Fingerprinted, files: DiffFile[]): string => {
  const file = finding.path === null ? null : resolvePath(finding.path, files)
  return digestOf([lastingName(finding.path, file), wordsOf(finding.title), lineText(finding, file)]).slice(0, 12)
}

/** The ids that earlier findings hold; `closed` = those of which this answer says that they are gone. */
export type TakenIds = { open: string[]; closed: string[] }

const ofFingerprint = (ids: string[], fingerprint: string): string[] =>
  ids
    .filter(id => id === fingerprint || id.startsWith(`${fingerprint}-`))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))

const freeId = (fingerprint: string, used: Set<string>): string => {
  let count = 1
  const idOf = (): string => (count === 1 ? fingerprint : `${fingerprint}-${count}`)
  while (used.has(idOf())) count += 1
  return idOf()
}

/** The ids that findings of one fingerprint take, in their order in the file: first those of earlier findings, then new ones. */
const idsFor = (fingerprint: string, taken: TakenIds): ((used: Set<string>) => string) => {
  const open = ofFingerprint(taken.open, fingerprint)
  const closed = ofFingerprint(taken.closed, fingerprint)
  // One that is said to be gone and yet reported again keeps its id, so that the contradiction shows.
  const waiting = open.length > 0 ? open : closed.slice(0, 1)
  return used => waiting.shift() ?? freeId(fingerprint, new Set([...used, ...open, ...closed]))
}

/** Ids of one review's findings, unique in it: of several with one fingerprint the second in the file gets `-2`, and so on. */
export const findingIds = (
  findings: Fingerprinted[],
  files: DiffFile[],
  taken: TakenIds = { open: [], closed: [] },
): string[] => {
  const places = findings.map((finding, index) => ({
    index,
    line: finding.line ?? 0,
    fingerprint: fingerprintOf(finding, files),
  }))
  const sources = new Map(places.map(({ fingerprint }) => [fingerprint, idsFor(fingerprint, taken)]))
  const used = new Set<string>()
  const ids: string[] = []
  for (const { index, fingerprint } of places.toSorted((a, b) => a.line - b.line || a.index - b.index)) {
    const id = sources.get(fingerprint)?.(used) ?? freeId(fingerprint, used)
    used.add(id)
    ids[index] = id
  }
  return ids
}
