import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { differences } from '../../scripts/bundle.ts'
import { sourceHash } from '../../scripts/source-hash.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const lock = (version: string, dev: boolean) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { version, integrity: `sha-${version}`, dev } } })

const folderWith = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-scripts-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const project = (change: Record<string, string> = {}): string =>
  folderWith({
    'src/main.ts': 'a',
    'src/b/c.ts': 'b',
    'tsconfig.json': '{}',
    'tsconfig.build.json': '{}',
    'scripts/bundle.ts': '',
    'scripts/licenses.ts': '',
    'package-lock.json': lock('1', false),
    ...change,
  })
const hashOf = (root: string): string => sourceHash(root, join(root, 'src'))

describe('the hash of the sources', () => {
  it('is the same in every folder', () => expect(hashOf(project())).toBe(hashOf(project())))

  it.each([
    ['a source', { 'src/b/c.ts': 'B' }],
    ['an asset', { 'src/b/text.md': '' }],
    ['a compiler setting', { 'tsconfig.json': '{ }' }],
    ['a bundled package', { 'package-lock.json': lock('2', false) }],
  ])('changes with %s', (_, change) => expect(hashOf(project(change))).not.toBe(hashOf(project())))

  it('changes when a file moves', () => {
    const root = project()
    const before = hashOf(root)
    renameSync(join(root, 'src/b/c.ts'), join(root, 'src/c.ts'))
    expect(hashOf(root)).not.toBe(before)
  })

  it('does not change with a package that is in no bundle', () => {
    expect(hashOf(project({ 'package-lock.json': lock('1', true) }))).toBe(
      hashOf(project({ 'package-lock.json': lock('2', true) })),
    )
  })
})

describe('the comparison of two bundle folders', () => {
  it('finds what differs, what is missing and what is left over', () => {
    const built = folderWith({ 'main.js': '1', 'post.js': '2', 'sub/x.md': '3' })
    const committed = folderWith({ 'main.js': '1', 'post.js': 'x', 'old.js': '4' })
    expect(differences(built, committed)).toEqual(['old.js: not made by the build', 'post.js: differs', 'sub/x.md: missing'])
  })

  it('finds nothing between equals, and everything where there is no folder', () => {
    const built = folderWith({ 'main.js': '1' })
    expect(differences(built, folderWith({ 'main.js': '1' }))).toEqual([])
    expect(differences(built, join(built, 'nowhere'))).toEqual(['main.js: missing'])
  })
})
