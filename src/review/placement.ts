import { inlineClip } from '../text/clip.ts'
import { withoutSuggestions } from '../text/suggestion.ts'
import type { DiffFile, Side } from './diff.ts'
import { resolvePath } from './finding-path.ts'
import { isWellFormed, showBytes } from './git-text.ts'
import { rangeInOneHunk, rangeOf } from './placement-range.ts'
import { type Severity, severities } from './report.ts'

/** What placement needs to know of a finding. */
export type Placeable = {
  title: string
  body: string
  path: string | null
  line: number | null
  startLine: number | null
  side: Side
  severity: Severity
  blocking: boolean
}

/** Why a finding does not stand on its line. */
export type FoldReason =
  | 'no-line'
  | 'off-diff'
  | 'nothing-shown'
  | 'submodule'
  | 'combined-diff'
  | 'unnameable-path'
  | 'below-floor'
  | 'over-cap'

export type Placement<F extends Placeable = Placeable> = {
  index: number
  finding: F /** `a.ts:5-16`, for people. */
  place: string
} & (
  | {
      kind: 'line'
      path: string
      line: number
      side: Side
      /** Null = a single line; else on the same side. */
      startLine: number | null
      body: string
      /** The full range, when GitHub takes only a part of it. */
      note: string | null
    }
  | { kind: 'file'; path: string; body: string; reason: FoldReason }
  | { kind: 'body'; body: string; reason: 'no-path' | 'not-in-diff' }
  | { kind: 'dropped'; reason: 'empty' | 'duplicate' }
)

/** `cap`: most inline comments of one review; `bodyLimit`: most characters of one of them. */
export type PlacementOptions = { floor: Severity; cap: number; bodyLimit: number }

/** Made safe, a text grows eightfold at most: 7,000 characters stay within GitHub's limit, marker included. */
export const placementDefaults: PlacementOptions = { floor: 'medium', cap: 50, bodyLimit: 7_000 }

type Indexed<F extends Placeable> = { index: number; finding: F }

const rank = (finding: Placeable): number => severities.indexOf(finding.severity) - (finding.blocking ? severities.length : 0)

const placeOf = ({ path, line, startLine }: Placeable): string => {
  const name = showBytes(path ?? '')
  const range = rangeOf(line, startLine)
  if (!range) return name
  return range.first === range.last ? `${name}:${range.last}` : `${name}:${range.first}-${range.last}`
}

/** A file that exists on one side only takes comments there, whatever side was named. */
const sideIn = (file: DiffFile, side: Side): Side => {
  if (file.status === 'added') return 'RIGHT'
  return file.status === 'deleted' ? 'LEFT' : side
}

const foldOf = (file: DiffFile, finding: Placeable, floor: Severity): FoldReason | null => {
  if (!finding.blocking && severities.indexOf(finding.severity) > severities.indexOf(floor)) return 'below-floor'
  if (file.submodule) return 'submodule'
  if (file.combinedParents > 0) return 'combined-diff'
  if (!isWellFormed(file.path)) return 'unnameable-path'
  if (file.hunks.length === 0) return 'nothing-shown'
  return rangeOf(finding.line, finding.startLine) ? null : 'no-line'
}

const placeOne = <F extends Placeable>(item: Indexed<F>, files: DiffFile[], options: PlacementOptions): Placement<F> => {
  const { finding } = item
  const base = { ...item, place: placeOf(finding) }
  const text = inlineClip(withoutSuggestions(finding.body), options.bodyLimit)
  if (finding.path === null) return { ...base, kind: 'body', body: text, reason: 'no-path' }
  const file = resolvePath(finding.path, files)
  if (!file) return { ...base, kind: 'body', body: text, reason: 'not-in-diff' }
  const folded = (reason: FoldReason): Placement<F> => ({ ...base, kind: 'file', path: file.path, body: text, reason })
  const fold = foldOf(file, finding, options.floor)
  if (fold) return folded(fold)
  const side = sideIn(file, finding.side)
  const range = rangeOf(finding.line, finding.startLine)
  const placed = range && rangeInOneHunk(file, side, range)
  if (!range || !placed) return folded('off-diff')
  return {
    ...base,
    kind: 'line',
    path: file.path,
    line: placed.last,
    side,
    startLine: placed.first === placed.last ? null : placed.first,
    // A suggestion replaces exactly the lines it stands on, and those of the head only.
    body: side === 'RIGHT' && !placed.cut ? inlineClip(finding.body, options.bodyLimit) : text,
    note: placed.cut ? `This is about lines ${range.first}-${range.last}; only a part of them is in one hunk of the diff.` : null,
  }
}

const isBlank = (text: string): boolean => text.replace(/[\s\p{Cc}\p{Cf}\u2800\u3164]/gu, '') === ''

const textKey = (placement: Placement): string => {
  const { finding } = placement
  const spot = placement.kind === 'line' ? [placement.path, placement.side, placement.line] : [finding.path, finding.line]
  return JSON.stringify([...spot, `${finding.title}\n${finding.body}`.replace(/\s+/g, ' ').trim()])
}

const withoutDuplicates = <F extends Placeable>(placements: Placement<F>[]): Placement<F>[] => {
  const seen = new Set<string>()
  return placements.map(placement => {
    const key = textKey(placement)
    if (placement.kind === 'dropped' || !seen.has(key)) {
      seen.add(key)
      return placement
    }
    const { index, finding, place } = placement
    return { index, finding, place, kind: 'dropped', reason: 'duplicate' }
  })
}

const withinCap = <F extends Placeable>(placements: Placement<F>[], cap: number): Placement<F>[] => {
  let count = 0
  return placements.map(placement => {
    if (placement.kind !== 'line') return placement
    count += 1
    if (count <= cap) return placement
    const { index, finding, place, path, body } = placement
    return { index, finding, place, kind: 'file', path, body: withoutSuggestions(body), reason: 'over-cap' }
  })
}

/**
 * Where each finding is said, in the order of the findings, none left out: on its line, at its file, in the body, or dropped with
 * the reason. The worst findings are placed first, so that they keep the inline places and outlive their duplicates.
 */
export const place = <F extends Placeable>(findings: F[], files: DiffFile[], options = placementDefaults): Placement<F>[] => {
  const items = findings.map((finding, index) => ({ index, finding })).toSorted((a, b) => rank(a.finding) - rank(b.finding))
  const placements = items.map(
    (item): Placement<F> =>
      isBlank(item.finding.title) && isBlank(item.finding.body)
        ? { ...item, place: placeOf(item.finding), kind: 'dropped', reason: 'empty' }
        : placeOne(item, files, options),
  )
  return withinCap(withoutDuplicates(placements), options.cap).toSorted((a, b) => a.index - b.index)
}
