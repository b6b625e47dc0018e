import { describe, expect, it } from 'vitest'
import { type DiffFile, parseDiff } from '../../src/review/diff.ts'
import { findingIds, fingerprintOf } from '../../src/review/fingerprint.ts'
import { patchFingerprint } from '../../src/review/patch-fingerprint.ts'
import { filesOf, finding } from './base.ts'
import { diffBytes, diffNames } from './diff-fixtures.ts'

const diffOf = (path: string, start: number, rows: string[], head = ''): string => {
  const old = rows.filter(row => !row.startsWith('+')).length
  const now = rows.filter(row => !row.startsWith('-')).length
  return `diff --git a/${path} b/${path}\n${head}index 1111111..2222222 100644\n--- a/${path}\n+++ b/${path}\n@@ -${start},${old} +${start},${now} @@ f()\n${rows.join('\n')}\n`
}

const rows = [' before', '-return a / count', '+  return a  / n', ' after']
const here: DiffFile[] = parseDiff(diffOf('src/a.ts', 10, rows))
const base = finding({ path: 'src/a.ts', line: 11, title: 'Division by zero' })

describe('the id of a finding', () => {
  const id = fingerprintOf(base, here)

  it('is twelve hex digits', () => {
    expect(id).toMatch(/^[0-9a-f]{12}$/)
  })

  it.each([
    ['its line moves', base, parseDiff(diffOf('src/a.ts', 210, rows)), 211],
    ['its title is written otherwise', { ...base, title: ' division  by ZERO. ' }, here, 11],
    ['the line is indented anew', base, parseDiff(diffOf('src/a.ts', 10, [' before', '+return a / n', ' after'])), 11],
    ['the path is written with ./', { ...base, path: './src/a.ts' }, here, 11],
    ['body and severity change', { ...base, body: 'other', severity: 'low' as const }, here, 11],
  ])('stays when %s', (_, again, files, line) => {
    expect(fingerprintOf({ ...again, line }, files)).toBe(id)
  })

  it('follows a rename', () => {
    const rename = 'similarity index 90%\nrename from src/a.ts\nrename to lib/b.ts\n'
    const moved = diffOf('src/a.ts', 10, rows, rename).replaceAll('b/src/a.ts', 'b/lib/b.ts')
    expect(fingerprintOf({ ...base, path: 'lib/b.ts' }, parseDiff(moved))).toBe(id)
  })

  it.each([
    ['the title', { ...base, title: 'Division by one' }],
    ['the file', { ...base, path: 'src/c.ts' }],
    ['the line text', { ...base, line: 12 }],
    ['no line', { ...base, line: null }],
  ])('is another for another thing: %s', (_, other) => {
    expect(fingerprintOf(other, here)).not.toBe(id)
  })

  it('tells titles without letters apart', () => {
    expect(fingerprintOf({ ...base, title: '→' }, here)).not.toBe(fingerprintOf({ ...base, title: '←' }, here))
  })

  it('is unique in a review, in the order of the lines', () => {
    const twice = parseDiff(diffOf('src/a.ts', 10, ['+x()', ' y', '+x()']))
    const findings = [
      { ...base, line: 12 },
      { ...base, line: 10 },
    ]
    const [second, first] = findingIds(findings, twice)
    expect(second).toBe(`${first}-2`)
  })

  it('goes to the earlier finding that is still open, not to the one that is gone', () => {
    const one = parseDiff(diffOf('src/a.ts', 10, ['+x()', ' y']))
    const id10 = fingerprintOf({ ...base, line: 10 }, one)
    const ids = findingIds([{ ...base, line: 10 }], one, { open: [`${id10}-2`], closed: [id10] })
    expect(ids).toEqual([`${id10}-2`])
  })
})

describe('the fingerprint of a patch', () => {
  const patch = diffOf('src/a.ts', 10, rows)

  it.each([
    ['moved lines', diffOf('src/a.ts', 310, rows)],
    ['another heading', patch.replace('f()', 'g()')],
    ['another blob on either side', patch.replace('1111111..2222222', '3333333..4444444')],
  ])('stays with %s', (_, other) => {
    expect(patchFingerprint(other)).toBe(patchFingerprint(patch))
  })

  it('does not depend on the order of the files', () => {
    const other = diffOf('src/b.ts', 1, rows)
    expect(patchFingerprint(patch + other)).toBe(patchFingerprint(other + patch))
  })

  it.each([
    ['a blank more', patch.replace('a  / n', 'a   / n')],
    ['a tab for blanks', patch.replace('+  return', '+\treturn')],
    ['a carriage return', patch.replace('/ n\n', '/ n\r\n')],
    ['a lost final newline', `${patch}\\ No newline at end of file\n`],
    ['another context', patch.replace(' after', ' later')],
    ['an added row that was context', patch.replace(' after', '+after')],
    ['another mode', patch.replace(/index (.*) 100644/, 'old mode 100644\nnew mode 100755\nindex $1')],
    ['another name', patch.replaceAll('src/a.ts', 'src/A.ts')],
  ])('changes with %s', (_, other) => {
    expect(other).not.toBe(patch)
    expect(patchFingerprint(other)).not.toBe(patchFingerprint(patch))
  })

  it('sees bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from(diffBytes('latin1'))
    const other = bytes.map(byte => (byte === 0xe9 ? 0xe8 : byte))
    expect(patchFingerprint(other)).not.toBe(patchFingerprint(bytes))
  })

  it('knows a binary by its blobs', () => {
    const binary = (blob: string) =>
      `diff --git a/x.png b/x.png\nindex 1111111..${blob} 100644\nBinary files a/x.png and b/x.png differ\n`
    expect(patchFingerprint(binary('2222222'))).not.toBe(patchFingerprint(binary('3333333')))
  })

  it('is none for what is cut short or combined, so that no two such are equal', () => {
    expect([patchFingerprint(diffBytes('truncated')), patchFingerprint(diffBytes('combined-cc'))]).toEqual([null, null])
  })

  it('does not depend on how names are quoted', () => {
    expect(patchFingerprint(diffBytes('path-unicode-raw'))).toBe(patchFingerprint(diffBytes('path-unicode-quoted')))
  })

  it('differs for all other recorded diffs that are whole', () => {
    const prints = diffNames.filter(name => name !== 'path-unicode-raw').map(name => patchFingerprint(diffBytes(name)))
    const whole = prints.filter(print => print !== null)
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBeGreaterThan(50)
  })
})

it('the ids of a review are stable under the order of its findings', () => {
  const files = filesOf('modify-three-hunks')
  const path = files[0]?.path ?? ''
  const findings = [1, 2, 15].map(line => finding({ path, line }))
  const ids = findingIds(findings, files)
  expect(findingIds(findings.toReversed(), files).toReversed()).toEqual(ids)
})
