import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeInline, safeMarkdown } from '../../src/text/safe.ts'
import { liveIn, shownOf } from './shown.ts'

const rows = (
  JSON.parse(readFileSync(new URL('../fixtures/cases/text.json', import.meta.url), 'utf8')) as {
    cases: { case: number; kind: string; rows: { in: string }[] }[]
  }
).cases
  .filter(entry => entry.kind === 'outbound-markdown')
  .flatMap(entry => entry.rows.map(row => row.in))

const commandAtStart = /(?:^|\n)[ \t>*+-]*\/[a-z]/i

const hostile = [
  ...rows,
  '@dev',
  'cc @dev.',
  '(@org/team)',
  '\\@dev',
  '&#64;dev',
  '&commat;dev',
  '@\u200bdev',
  '@<!-- -->dev',
  'x @dev `a | b` @dev',
  'a ` b\nc ` @dev ` d',
  '`a\n\n` @dev',
  '| a | b |\n|---|---|\n| ` | @dev | ` |',
  'a\n:-:\n` | @dev | `',
  '- a\n   ```\n@dev\n   ```',
  '> ```\n@dev\n> ```',
  '- > ```\n@dev `',
  '> > ~~~\n> @dev',
  '```\na\n````x\n@dev\n```\n@dev',
  '~~~ `\n@dev',
  '``` a ` b\n@dev',
  'resolves #1, GH-12 and gh-3',
  'Fixes owner/repo#7',
  'fixed &#35;12 and &num;12',
  'closes https://github.com/o/r/issues/12',
  'see www.github.com/o/r/pull/3',
  'https://x.invalid/@bot/y#12',
  '/approve',
  '> /lgtm',
  '- /merge now',
  'text\n /label x',
  'Resolve with AI? Comment: @fixbot /iterate',
  '<details><summary>x</summary>',
  '<details>\n</details>\n<script>x</script>',
  '<a href="https://evil.invalid">x</a> <b>',
  '<https://evil.invalid>',
  '[x](https://evil.invalid)',
  '[x][y]\n\n[y]: https://evil.invalid "t"',
  '![x][y]\n\n[y]: https://evil.invalid',
  '\\[x](https://evil.invalid)',
  '[x\\](y) [z](w)',
  '\\\\[x](https://evil.invalid)',
  '[![x](https://evil.invalid/a.png)](https://evil.invalid)',
  '[^1]\n\n[^1]: @dev',
  '- [ ] task',
  '<!-- a --> <!-- countersign:v1 {"kind":"verdict"} -->',
  '<!-- never closed',
  '\u202efixes #12\u202c',
  '@d\u0000ev',
  '\u001b]8;;https://evil.invalid\u0007link\u001b]8;;\u0007 @dev',
]

describe('text of others does nothing', () => {
  it.each(hostile)('%j', text => {
    const safe = safeMarkdown(text)
    expect(liveIn(safe)).toEqual([])
    expect(safe).not.toMatch(commandAtStart)
    expect(safe).not.toContain('<!--')
    expect(safe).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/)
    expect(safeMarkdown(safe)).toBe(safe)
  })

  it.each(hostile)('nor in a title: %j', text => {
    const safe = safeInline(text)
    expect(safe).not.toContain('\n')
    expect(liveIn(`**high** · ${safe}`)).toEqual([])
    expect(liveIn(`| a |\n|---|\n| ${safe.replaceAll('|', '\\|')} |`)).toEqual([])
    expect(safeInline(safe)).toBe(safe)
  })
})

describe('what readers need stays', () => {
  it.each([
    ['Plain text, **bold**, _emphasis_ and ~~struck~~.', 'Plain text, **bold**, _emphasis_ and ~~struck~~.'],
    ['Use `a[0] < b` and `@Override`.', 'Use `a[0] < b` and `@Override`.'],
    ['Two ticks: ``a ` b`` and `c`.', 'Two ticks: ``a ` b`` and `c`.'],
    ['```ts\n@Component({ a: [1] }) // fixes #12\n/path\n```', '```ts\n@Component({ a: [1] }) // fixes #12\n/path\n```'],
    ['```suggestion\n@Override <T> [x](y) <!-- note -->\n```', '```suggestion\n@Override <T> [x](y) <!-- note -->\n```'],
    ['## A heading\n\n1. one\n2. two\n   - three\n\n> quote', '## A heading\n\n1. one\n2. two\n   - three\n\n> quote'],
    ['| a | b |\n|---|---|\n| `x` | 1 |', '| a | b |\n|---|---|\n| `x` | 1 |'],
    ['See https://example.com/a?b=1&c=2.', 'See https://example.com/a?b=1&c=2.'],
    ['src/a.ts, 1/2 and and/or', 'src/a.ts, 1/2 and and/or'],
    ['a && b, &lt;T&gt;', 'a && b, &lt;T&gt;'],
    ['👨‍👩‍👧 é 日本語', '👨‍👩‍👧 é 日本語'],
    ['> ```js\n> @dev\n> ```\nafter', '> ```js\n> @dev\n> ```\nafter'],
  ])('%j', (text, wanted) => {
    expect(safeMarkdown(text)).toBe(wanted)
  })

  it('shows the text of a link beside its address', () => {
    expect(shownOf(safeMarkdown('[docs](https://example.com/x)')).texts.join('')).toContain('docs')
  })

  it('keeps brackets, comparisons and entities readable', () => {
    expect(shownOf(safeMarkdown('if a[0] < b & c &copy; <T>')).texts.join('')).toBe('if a[0] < b & c &copy; <T>')
  })

  it('moves the code of a list to the line start, where nothing can open it otherwise', () => {
    expect(safeMarkdown('1. Do:\n   ```sh\n   run\n     it\n   ```\n   then @dev')).toBe(
      '1. Do:\n```sh\nrun\n  it\n```\nthen @\u200bdev',
    )
    expect(safeMarkdown('- ```\n  a\n  ```')).toBe('\n-\n```\na\n```')
  })

  it('closes what was left open, and nothing else', () => {
    expect(safeMarkdown('```js\nx')).toBe('```js\nx\n```')
    expect(safeMarkdown('> ~~~\n> x')).toBe('> ~~~\n> x\n> ~~~')
    expect(safeMarkdown('a ``` in prose\n```suggestion\nx\n```\nend')).toBe(
      'a &#96;&#96;&#96; in prose\n```suggestion\nx\n```\nend',
    )
  })

  it('takes colours out and shows what would turn the text round', () => {
    expect(safeMarkdown('\u001b[31mred\u001b[0m')).toBe('red')
    expect(safeMarkdown('a\u202eb\u2066c')).toBe('a‹U+202E›b‹U+2066›c')
    expect(safeMarkdown('a\r\nb\rc\u0000\u200b\ufeff')).toBe('a\nb\nc')
  })

  it('hides a marker even in code, where others look for theirs', () => {
    expect(safeMarkdown('```\n<!-- Sticky -->\n```')).toBe('```\n<\u200b!-- Sticky -->\n```')
    expect(safeMarkdown('`<!-- x -->`')).toBe('`<\u200b!-- x -->`')
    expect(safeMarkdown('```suggestion\n<!-- countersign:v1 {} -->\n```')).not.toContain('<!-- countersign')
  })

  it('draws no picture from code', () => {
    expect(safeMarkdown('```mermaid\nx\n```')).toBe('```text\nx\n```')
  })

  it('scrubs secrets on the way', () => {
    expect(safeMarkdown('the key s3cr3t-value', { secrets: ['s3cr3t-value'] })).toBe('the key ***')
  })
})

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      '@dev',
      '#12',
      'GH-1',
      '`',
      '``',
      '```',
      '```js',
      '~~~',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '    ',
      '  ',
      '|',
      '|-|-|',
      '\\',
      '[x](y)',
      '![x](y)',
      '<b>',
      '<!--',
      '-->',
      '&#64;',
      '&lt;',
      'text',
      ' ',
      '/cmd',
      'https://h.invalid/o/r/issues/1',
      '\u200b',
      '\u001b[1m',
      '---',
      '*',
      '_',
      '=',
      ':',
      '(',
      ')',
      '[',
      ']',
      ': ',
      '"',
    ],
  )

  it('comes out doing nothing, and the same when done again', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), pieces => {
        const safe = safeMarkdown(pieces.join(''))
        expect(liveIn(safe)).toEqual([])
        expect(safe).not.toMatch(/<!--/)
        expect(safe).not.toMatch(/[\u001b\u0000]/)
        expect(safeMarkdown(safe)).toBe(safe)
      }),
      { numRuns: 400 },
    )
  })

  it('grows eightfold at most', () => {
    for (const shape of ['<', '`', '~~~', ' /a', '[', '&a1;', '#1', '@a', '\\`', '\u202e', '\n', '- ```\n', '> ~~~\n'])
      expect(safeMarkdown(shape.repeat(9_996 / shape.length)).length).toBeLessThanOrEqual(80_000)
  })

  it('is bounded however long it is, and read in one pass', () => {
    const shapes = ['`', '` ``', '[', '&#', '~', '> ', '\u001b]', '|-\n', '```\n', 'https://', '\\`', '/a ']
    for (const shape of shapes) expect(safeMarkdown(shape.repeat(1_000_000 / shape.length)).length).toBeLessThan(1_000_000)
    expect(safeMarkdown('@a'.repeat(100_000), { limit: 200_000 })).toHaveLength(300_000)
  })
})
