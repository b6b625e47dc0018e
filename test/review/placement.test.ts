import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiffFile } from '../../src/review/diff.ts'
import { hunkAt } from '../../src/review/diff-lines.ts'
import { place, placementDefaults } from '../../src/review/placement.ts'
import { type ReportedFinding, readReport, severities } from '../../src/review/report.ts'
import { filesOf, finding, head, plainFile } from './base.ts'
import { diffNames, lineMaps } from './diff-fixtures.ts'

const placeOne = (change: Partial<ReportedFinding>, files: DiffFile[]) => {
  const [placement] = place([finding(change)], files)
  if (!placement) throw new Error('nothing placed')
  return placement
}

type Row = { in: Record<string, unknown>; expect: Record<string, unknown> }
const inlineRows = (
  JSON.parse(readFileSync(new URL('../fixtures/cases/text.json', import.meta.url), 'utf8')) as {
    cases: { case: number; kind: string; rows: Row[] }[]
  }
).cases
  .filter(entry => entry.kind === 'inline')
  .flatMap(entry => entry.rows.map(row => ({ number: entry.case, ...row })))

/** A raw entry as a model may write it, read and placed on a diff that shows lines 1 to 60 of a.ts. */
const placeRaw = (raw: Record<string, unknown>) => {
  const entry = { path: 'a.ts', body: 'x', severity: 'medium', blocking: false, ...raw }
  const read = readReport({ sha: head, verdict: 'approve', summary: '', findings: [entry] })
  if (!read.ok) throw new Error(read.complaint)
  const [placement] = place(read.value.findings, plainFile('a.ts'))
  return placement
}

describe('entries as models write them', () => {
  it.each(inlineRows)('case $number: $in', ({ in: raw, expect: wanted }) => {
    const placement = placeRaw(raw)
    if (wanted.drop === 'to text') expect(['file', 'body']).toContain(placement?.kind)
    else if (wanted.drop === 'counted') expect(placement).toMatchObject({ kind: 'dropped', reason: 'empty' })
    else if (String(wanted.drop ?? '').startsWith('to text')) expect(placement?.kind).toBe('body')
    else {
      const { start_line, or: _, path, ...rest } = wanted
      const startLine = start_line === undefined ? {} : { startLine: start_line }
      expect(placement).toMatchObject({ kind: 'line', ...rest, ...startLine, path: 'a.ts', ...(path === 'a.ts' && { path }) })
    }
  })

  it.each([
    [{ line: 'L7' }, { kind: 'line', line: 7 }],
    [
      { line: '7-9', start_line: 8 },
      { kind: 'line', line: 9, startLine: 7 },
    ],
    [
      { line: null, startLine: 5 },
      { kind: 'line', line: 5, startLine: null },
    ],
    [{ line: 'seven' }, { kind: 'file', reason: 'no-line' }],
    [{ line: '٣' }, { kind: 'file', reason: 'no-line' }],
    [
      { line: 3, side: 'left' },
      { kind: 'line', side: 'LEFT' },
    ],
    [
      { path: '/a.ts', line: 3 },
      { kind: 'line', path: 'a.ts' },
    ],
    [
      { path: './b/a.ts', line: 3 },
      { kind: 'line', path: 'a.ts' },
    ],
    [
      { path: 'src/../a.ts', line: 3 },
      { kind: 'body', reason: 'not-in-diff' },
    ],
    [
      { path: 'A.ts', line: 3 },
      { kind: 'body', reason: 'not-in-diff' },
    ],
    [
      { line: 3, body: '\u200b', title: ' ' },
      { kind: 'dropped', reason: 'empty' },
    ],
    [{ line: 61 }, { kind: 'file', reason: 'off-diff', place: 'a.ts:61' }],
  ])('%j', (raw, wanted) => {
    expect(placeRaw(raw)).toMatchObject(wanted)
  })

  it('keeps b/ when that folder is in the diff', () => {
    expect(placeOne({ path: 'b/a.ts', line: 3 }, [...plainFile('a.ts'), ...plainFile('b/a.ts')])).toMatchObject({
      path: 'b/a.ts',
    })
  })
})

describe('the ladder', () => {
  const hunks = filesOf('modify-three-hunks')
  const path = hunks[0]?.path ?? ''

  it('cuts a range over two hunks to the part in the hunk of its last line, and names the whole', () => {
    expect(placeOne({ path, startLine: 5, line: 16 }, hunks)).toMatchObject({
      kind: 'line',
      startLine: 15,
      line: 16,
      note: 'This is about lines 5-16; only a part of them is in one hunk of the diff.',
    })
  })

  it('falls back to the hunk of the first line, then to one between', () => {
    expect(placeOne({ path, startLine: 6, line: 12 }, hunks)).toMatchObject({ kind: 'line', startLine: 6, line: 7 })
    expect(placeOne({ path, startLine: 10, line: 24 }, hunks)).toMatchObject({ kind: 'line', startLine: 15, line: 21 })
  })

  it('sends a line between two hunks to its file', () => {
    expect(placeOne({ path, line: 10 }, hunks)).toMatchObject({ kind: 'file', path, reason: 'off-diff', place: `${path}:10` })
  })

  it('takes the old name of a rename, with its old numbers on LEFT', () => {
    const files = filesOf('rename-edit')
    expect(placeOne({ path: 'lib/one.txt', line: 20, side: 'LEFT' }, files)).toMatchObject({
      kind: 'line',
      path: 'core/two.txt',
      side: 'LEFT',
      line: 20,
    })
    expect(placeOne({ path: 'lib/one.txt', line: 19 }, files)).toMatchObject({
      kind: 'line',
      path: 'core/two.txt',
      side: 'RIGHT',
    })
  })

  it('does not take the source of a copy for the copy', () => {
    expect(placeOne({ path: 'tpl/base.txt', line: 9 }, filesOf('copy-edit'))).toMatchObject({ kind: 'body' })
  })

  it('knows the only side that a deleted or added file has', () => {
    expect(placeOne({ path: filesOf('delete-file')[0]?.path ?? '', line: 1 }, filesOf('delete-file'))).toMatchObject({
      side: 'LEFT',
    })
    expect(placeOne({ path: filesOf('add-file')[0]?.path ?? '', line: 1, side: 'LEFT' }, filesOf('add-file'))).toMatchObject({
      side: 'RIGHT',
    })
  })

  it.each([
    ['submodule-bump', 'submodule'],
    ['combined-cc', 'combined-diff'],
    ['binary-modify', 'nothing-shown'],
    ['path-not-utf8', 'unnameable-path'],
  ])('%s goes to its file: %s', (name, reason) => {
    const files = filesOf(name)
    expect(placeOne({ path: files[0]?.path ?? '', line: 1 }, files)).toMatchObject({ kind: 'file', reason })
  })

  it('finds a composed name where the diff has the decomposed one', () => {
    expect(placeOne({ path: '\u00e9.ts', line: 1 }, plainFile('e\u0301.ts'))).toMatchObject({ kind: 'line', path: 'e\u0301.ts' })
  })
})

describe('what stays out of the lines', () => {
  const files = plainFile('a.ts')
  const at = (line: number, change: Partial<ReportedFinding> = {}) => finding({ path: 'a.ts', line, ...change })

  it('folds what is below the floor, but never a blocking finding', () => {
    const findings = [at(1, { severity: 'low', blocking: false }), at(2, { severity: 'medium' })]
    const kinds = place(findings, files, { ...placementDefaults, floor: 'high' }).map(it => it.kind)
    expect(kinds).toEqual(['file', 'line'])
  })

  it('keeps the worst when there are more than the cap', () => {
    const findings = [at(1, { severity: 'medium', blocking: false }), at(2), at(3, { severity: 'critical' })]
    const reasons = place(findings, files, { ...placementDefaults, cap: 2 }).map(it => ('reason' in it ? it.reason : it.kind))
    expect(reasons).toEqual(['over-cap', 'line', 'line'])
  })

  it('says a thing once for each place', () => {
    const findings = [at(3), at(3), at(4), at(3, { side: 'LEFT' }), at(3, { title: 'Another' })]
    expect(place(findings, files).map(it => it.kind)).toEqual(['line', 'dropped', 'line', 'line', 'line'])
  })

  it('offers no suggestion where it cannot be applied', () => {
    const body = 'Use:\n```suggestion\nx\n```'
    const bodies = [at(3, { body }), at(3, { body, side: 'LEFT' }), at(99, { body })].map(it => place([it], files)[0])
    expect(bodies.map(it => it && 'body' in it && it.body.includes('suggestion'))).toEqual([true, false, false])
  })

  it('clips each text on its own', () => {
    const [long, short] = place([at(1, { body: 'x'.repeat(70_000) }), at(2)], files)
    expect(long && 'body' in long && long.body.length).toBeLessThanOrEqual(placementDefaults.bodyLimit)
    expect(short && 'body' in short && short.body).toBe('count may be 0 here.')
  })
})

describe('any findings on any diff', () => {
  const files = diffNames.flatMap(name => filesOf(name)).filter(file => file.path !== '')
  const names = files.flatMap(file => [file.path, file.oldPath ?? '', `./${file.path}`, `b/${file.path}`])
  const number = fc.oneof(fc.integer({ min: -2, max: 30 }), fc.constantFrom(null, 0, 3.5, 1e99, Number.NaN))
  const anyFinding = fc.record({
    title: fc.constantFrom('', 'a', 'b'),
    body: fc.constantFrom('', 'x', '```suggestion\ny\n```'),
    path: fc.oneof(fc.constantFrom(...names), fc.constantFrom('', null, '../a', 'gone.ts')),
    line: number,
    startLine: number,
    side: fc.constantFrom('LEFT' as const, 'RIGHT' as const),
    severity: fc.constantFrom(...severities),
    blocking: fc.boolean(),
    confidence: fc.constant('confirmed' as const),
    origin: fc.constant('introduced' as const),
  })

  it('found = line + file + body + dropped, and every line is one that GitHub takes', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 80 }), findings => {
        const placements = place(findings, files)
        expect(placements.map(it => it.finding)).toEqual(findings)
        const count = (kind: string) => placements.filter(it => it.kind === kind).length
        expect(count('line') + count('file') + count('body') + count('dropped')).toBe(findings.length)
        expect(count('line')).toBeLessThanOrEqual(placementDefaults.cap)
        for (const it of placements) {
          if (it.kind !== 'line') continue
          const homes = files.filter(file => file.path === it.path)
          expect(
            homes.some(
              file =>
                hunkAt(file, it.side, it.line) &&
                (it.startLine === null ||
                  (it.startLine < it.line && hunkAt(file, it.side, it.startLine) === hunkAt(file, it.side, it.line))),
            ),
          ).toBe(true)
        }
      }),
    )
  })

  it.each(diffNames)('%s: each line that takes a comment gets it, each near miss goes to the file', name => {
    const own = filesOf(name)
    for (const map of lineMaps(name)) {
      const file = own.find(it => (it.path || null) === map.path)
      if (map.path === null || !file || file.submodule || name === 'path-not-utf8') continue
      const oneSided = map.status === 'added' || map.status === 'deleted'
      for (const [side, line] of map.commentable)
        expect(placeOne({ path: file.path, side, line }, own)).toMatchObject({ kind: 'line', side, line })
      for (const [side, line] of oneSided ? [] : map.near_misses)
        expect(placeOne({ path: file.path, side, line }, own).kind).toBe('file')
    }
  })
})
