import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDiff } from '../../src/review/diff.ts'
import { commentable, hunkAt, rowAt } from '../../src/review/diff-lines.ts'
import { decodeGit, isWellFormed, showBytes } from '../../src/review/git-text.ts'
import { diffBytes, diffNames, lineMaps, mapOf } from './diff-fixtures.ts'

const ignored = new Set(['commentable', 'near_misses', 'dissimilarity', 'path_hex', 'result_lines'])
const comparable = (map: object): object => Object.fromEntries(Object.entries(map).filter(([key]) => !ignored.has(key)))

describe('the line maps of recorded diffs', () => {
  it.each(diffNames)('%s gives its map', name => {
    expect(parseDiff(diffBytes(name)).map(mapOf)).toEqual(lineMaps(name).map(comparable))
  })

  it.each(diffNames)('%s: the lines that take comments, and none beside them', name => {
    const files = parseDiff(diffBytes(name))
    for (const [index, map] of lineMaps(name).entries()) {
      const file = files[index]
      if (!file) throw new Error(`no file ${index}`)
      const pairs = (['LEFT', 'RIGHT'] as const).flatMap(side =>
        commentable(file, side).flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, at) => [side, first + at]),
        ),
      )
      expect(pairs).toEqual(map.commentable)
      for (const [side, line] of map.commentable) expect(rowAt(file, side, line)).not.toBeNull()
      for (const [side, line] of map.near_misses) expect(hunkAt(file, side, line)).toBeNull()
    }
  })
})

const oneFile = (text: string) => {
  const [file, ...more] = parseDiff(text)
  if (!file || more.length > 0) throw new Error(`found ${more.length + (file ? 1 : 0)} files, expected one`)
  return file
}

const body = '@@ -1 +1 @@\n-x\n+y\n'

describe('names', () => {
  it.each([
    ['no prefix', 'diff --git a/x.txt a/x.txt\n--- a/x.txt\n+++ a/x.txt\n', 'a/x.txt', 'a/x.txt'],
    ['a name that ends in a blank', 'diff --git a/x  b/x \n--- a/x \t\n+++ b/x \t\n', 'x ', 'x '],
    ['a decomposed accent', 'diff --git "a/e\\314\\201.txt" "b/e\\314\\201.txt"\n', 'e\u0301.txt', 'e\u0301.txt'],
    ['a mode change of a name with " b/"', 'diff --git a/x b/y b/x b/y\nold mode 100644\nnew mode 100755\n', 'x b/y', 'x b/y'],
    ['plain to quoted', 'diff --git a/x "b/y\\tz"\nrename from x\nrename to "y\\tz"\n', 'x', 'y\tz'],
    ['a rename without prefixes', 'diff --git a/x b/x\nsimilarity index 100%\nrename from a/x\nrename to b/x\n', 'a/x', 'b/x'],
    ['a quote that never closes', 'diff --git "a/x b/x\n--- a/x\n+++ b/x\n', 'x', 'x'],
    ['raw letters inside quotes', 'diff --git "a/é\\"" "b/é\\""\n', 'é"', 'é"'],
  ])('%s', (_, head, oldPath, path) => {
    expect(oneFile(head + (head.includes('+++') ? body : ''))).toMatchObject({ oldPath, path })
  })

  it('knows a combined diff of three parents, and takes nothing of it for a line', () => {
    const file = oneFile(
      'diff --cc m.txt\nindex a1b2,c3d4,e5f6..0718\n--- a/m.txt\n+++ b/m.txt\n@@@@ -1 -1 -1 +1,2 @@@@\n   x\n+++y\n',
    )
    expect(file).toMatchObject({ path: 'm.txt', combinedParents: 3, hunks: [], added: [] })
  })
})

describe('rows', () => {
  it('counts a backslash at the start of content as content', () => {
    const file = oneFile('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-\\ No newline at end of file\n+\\x\n \\y\n')
    expect(file.hunks[0]?.rows.map(row => row.text)).toEqual(['\\ No newline at end of file', '\\x', '\\y'])
  })

  it('takes a translated end-of-file row for what it is', () => {
    const file = oneFile('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ Kein Zeilenumbruch am Dateiende.\n+b\n')
    expect(file).toMatchObject({ added: [1], deleted: [1] })
    expect(file.hunks[0]?.rows[0]?.noNewline).toBe(true)
  })

  it('does not read a patch inside a patch', () => {
    const inner = ['+diff --git a/evil b/evil', '+--- a/evil', '++++ b/evil', '+@@ -1 +1 @@', '+-x']
    const file = oneFile(
      `diff --git a/p.diff b/p.diff\nnew file mode 100644\n--- /dev/null\n+++ b/p.diff\n@@ -0,0 +1,5 @@\n${inner.join('\n')}\n`,
    )
    expect(file).toMatchObject({ path: 'p.diff', added: [1, 2, 3, 4, 5] })
  })
})

describe('any text', () => {
  it('never throws, and keeps every shown line inside the counts of its hunk', () => {
    const row = fc.constantFrom(
      ' a',
      '+b',
      '-c',
      '\\ No',
      '',
      'diff --git a/x b/x',
      '--- a/x',
      '+++ b/x',
      '@@ -1,2 +1,2 @@',
      '@@ -0,0 +1 @@',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.string()), { maxLength: 30 }), lines => {
        for (const file of parseDiff(lines.join('\n')))
          for (const hunk of file.hunks) {
            if (hunk.left) expect(hunk.left[1]).toBeLessThan(hunk.oldStart + hunk.oldCount)
            if (hunk.right) expect(hunk.right[1]).toBeLessThan(hunk.newStart + hunk.newCount)
          }
      }),
    )
  })

  it('reads a generated patch back into the two texts it was made of', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', '-- ', '++ c', '@@ -1 +1 @@', '\\ No newline at end of file'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, text, (old, now) => {
        fc.pre(old.join('\n') !== now.join('\n'))
        const patch = createTwoFilesPatch('a/x', 'b/x', old.join('\n'), now.join('\n'), '', '', { context: 99 })
        const rows = oneFile(patch.slice(patch.indexOf('---'))).hunks.flatMap(hunk => hunk.rows)
        const side = (kind: 'added' | 'deleted') =>
          rows.flatMap(row => (row.kind === kind || row.kind === 'context' ? [row.text] : []))
        const linesOf = (lines: string[]) =>
          lines
            .join('\n')
            .replace(/\n$/, '')
            .split('\n')
            .filter((_, at) => lines.join('\n') !== '' || at > 0)
        expect(side('deleted')).toEqual(linesOf(old))
        expect(side('added')).toEqual(linesOf(now))
      }),
    )
  })
})

describe('what other tools leave out or turn', () => {
  const one = 'Subproject commit 1111111111111111111111111111111111111111'
  const two = 'Subproject commit 2222222222222222222222222222222222222222-dirty'
  const head = 'diff --git a/lib b/lib\n'
  const body = `--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-${one}\n+${two}\n`

  it.each<[string, string, boolean]>([
    ['a submodule without its mode rows is one', `${head}${body}`, true],
    ['a plain file that holds such a line is none', `${head}index 1111111..2222222 100644\n${body}`, false],
    ['nor is one that holds more', `${head}${body.replace('@@ -1 +1 @@\n', '@@ -1,2 +1,2 @@\n x\n')}`, false],
  ])('%s', (_, text, expected) => expect(oneFile(text).submodule).toBe(expected))

  it('a diff that was turned to CRLF throughout is the same', () => {
    const text = `${head}index 1111111..2222222 100644\n--- a/lib\n+++ b/lib\n@@ -1 +1,2 @@\n x\n+y\n`
    expect(parseDiff(text.replaceAll('\n', '\r\n'))).toEqual(parseDiff(text))
  })
})

describe('bytes that are not UTF-8', () => {
  it('decodes without loss: different bytes stay different', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (one, other) => {
        expect(decodeGit(one) === decodeGit(other)).toBe(Buffer.compare(one, other) === 0)
      }),
    )
  })

  it('shows them and tells that GitHub cannot name such a path', () => {
    const text = decodeGit(Uint8Array.from([0x63, 0xe9, 0xc3, 0xa9]))
    expect(showBytes(text)).toBe('c\\xE9é')
    expect([isWellFormed(text), isWellFormed('é😀')]).toEqual([false, true])
  })
})
