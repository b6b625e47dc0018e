import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../harness/fresh-dist.ts'

// Where there is no git (an unpacked archive) there is nothing tracked to look at.
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(path => path !== '' && statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true)

const linesMatching = (paths: string[], pattern: RegExp): string[] =>
  paths.flatMap(path =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim().slice(0, 100)}`] : [])),
  )

const code = tracked.filter(path =>
  /^(src|test|scripts|setup|examples|docs|\.github|\.ci)\/|^[^/]+\.(ts|json|md|yml)$/.test(path),
)
// Written in two parts, so that this file is no finding of its own.
const either = (...parts: string[][]): RegExp => new RegExp(parts.map(pair => pair.join('')).join('|'))

describe('tracked files', () => {
  it('leave nothing open', () => {
    const open = either(['\\bTO', 'DO\\b'], ['\\bFIX', 'ME\\b'])
    expect(
      linesMatching(
        code.filter(path => path.endsWith('.ts') || path.endsWith('.md')),
        open,
      ),
    ).toEqual([])
  })

  it('switch no test off and single none out', () => {
    const off = either(['\\b(it|test|describe|suite)\\.(only|sk', 'ip|to', 'do)\\b'])
    expect(
      linesMatching(
        code.filter(path => path.endsWith('.ts')),
        off,
      ),
    ).toEqual([])
  })

  it('name no folder of a machine', () => {
    const folder = either(
      ['(^|[\\s"\'`(])/wo', 'rk/'],
      ['(^|[\\s"\'`(])/ro', 'ot/'],
      ['\\.\\./sha', 'red/'],
      ['/home/(?!runner|agent|user)', '[a-z]+/'],
    )
    expect(linesMatching(code, folder)).toEqual([])
  })

  it('name no place where packages are fetched', () => {
    const host = either(['registry\\.npm', 'js\\.org'], ['npm\\.pkg\\.', 'github'], ['arti', 'factory'], ['"resol', 'ved":'])
    expect(
      linesMatching(
        tracked.filter(path => /lock\.json$|\.npmrc$/.test(path) || code.includes(path)),
        host,
      ),
    ).toEqual([])
  })
})
