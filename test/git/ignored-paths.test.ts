import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ignoredPaths, ignoreFilesOf } from '../../src/git/ignored-paths.ts'
import { manifestOf } from '../../src/git/tree-changes.ts'
import { scratchFolder } from './scratch.ts'

const rulesOf = async (files: Record<string, string>) => {
  const copy = scratchFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  return ignoreFilesOf(await manifestOf(copy), copy)
}

const ignored = async (
  files: Record<string, string>,
  paths: string[],
  outer: Record<string, string | undefined> = process.env,
) => {
  const place = { dir: join(scratchFolder(), 'new'), outer, stop: new AbortController().signal }
  const found = await ignoredPaths(place, await rulesOf(files), paths)
  return found instanceof Set ? [...found] : found
}

it('rules of every folder count as git reads them, the nearest last', async () => {
  const files = { '.gitignore': '__pycache__/\n*.log\n:x\n', 'src/.gitignore': '!keep.log\n/out\n', 'src/a.js': '' }
  const paths = [
    'src/__pycache__/a/b.pyc',
    'a.log',
    'src/keep.log',
    'src/out/deep.js',
    'out',
    ':x',
    'src/b.js',
    'ä.log',
    'a\nb.log',
  ]
  expect(await ignored(files, paths)).toEqual(['src/__pycache__/a/b.pyc', 'a.log', 'src/out/deep.js', ':x', 'ä.log', 'a\nb.log'])
})

it('nothing is ignored where no rule names it, or where there are none', async () => {
  expect(await ignored({ '.gitignore': '*.log\n' }, ['a.js', '.git/hooks/pre-push'])).toEqual([])
  expect(await ignored({ 'a.js': '' }, ['a.log'])).toEqual([])
})

it('no rules of the user or the machine count', async () => {
  const home = scratchFolder()
  writeFileSync(join(home, 'global'), '*.js\n')
  writeFileSync(join(home, '.gitconfig'), `[core]\n\texcludesFile = ${join(home, 'global')}\n`)
  const outer = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_GLOBAL: join(home, '.gitconfig') }
  expect(await ignored({ '.gitignore': '*.log\n' }, ['a.js', 'a.log'], outer)).toEqual(['a.log'])
})

it('a hundred thousand new files are told apart by one process', async () => {
  const paths = Array.from({ length: 100_000 }, (_, at) => `${at % 2 ? 'node_modules' : 'lib'}/p${at % 500}/f${at}.js`)
  expect(await ignored({ '.gitignore': 'node_modules/\n' }, paths)).toHaveLength(50_000)
})
