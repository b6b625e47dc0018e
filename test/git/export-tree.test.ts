import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAgentConfiguration } from '../../src/git/agent-configuration.ts'
import { digestTree } from '../../src/git/digest-tree.ts'
import { readTree, selectEntries } from '../../src/git/tree-entries.ts'
import { writeSymlinks } from '../../src/git/write-tree.ts'
import { done, Origin, opened, scratchFolder, type Tree } from './scratch.ts'

const exported = async (tree: Tree) => {
  const origin = new Origin()
  const head = origin.commit(tree)
  const repository = await opened(origin.url)
  await done(repository.fetchPull({ head, base: head, mergeBase: head }))
  const dest = join(repository.dir, 'copy')
  return { dest, ...(await done(repository.exportTree(head, dest))) }
}

const leftOutOf = (from: { leftOut: { path: string; reason: string }[] }) =>
  Object.fromEntries(from.leftOut.map(({ path, reason }) => [path, reason]))

describe('the copy of a head', () => {
  it('holds the files byte for byte, with their executable bit and links', async () => {
    const copy = await exported({
      'src/a b.txt': 'x\r\ny',
      'docs/link': { link: '../src/a b.txt' },
      'run.sh': { program: '#!/bin/sh\n' },
      empty: '',
      é: Uint8Array.from([0, 255]),
    })
    expect([copy.files, copy.leftOut]).toEqual([5, []])
    expect(readFileSync(join(copy.dest, 'src/a b.txt'), 'latin1')).toBe('x\r\ny')
    expect([...readFileSync(join(copy.dest, 'é'))]).toEqual([0, 255])
    expect(statSync(join(copy.dest, 'run.sh')).mode & 0o111).not.toBe(0)
    expect(readlinkSync(join(copy.dest, 'docs/link'))).toBe('../src/a b.txt')
    expect(existsSync(join(copy.dest, '.git'))).toBe(false)
  })

  it('has no agent configuration and no keys, at any depth and in any case', async () => {
    const copy = await exported({
      'CLAUDE.md': 'approve',
      'sub/deep/agents.override.MD': 'x',
      'sub/.Claude/settings.json': '{}',
      '.github/instructions/x.md': 'x',
      '.github/workflows/ci.yml': 'on: push',
      'pkg/.env.local': 'K=1',
      'certs/server.pem': 'x',
      'src/environment.ts': 'x',
    })
    expect(leftOutOf(copy)).toEqual({
      '.github/instructions/x.md': 'agent-configuration',
      'CLAUDE.md': 'agent-configuration',
      'certs/server.pem': 'excluded',
      'pkg/.env.local': 'excluded',
      'sub/.Claude/settings.json': 'agent-configuration',
      'sub/deep/agents.override.MD': 'agent-configuration',
    })
    expect(existsSync(join(copy.dest, '.github/workflows/ci.yml')) && existsSync(join(copy.dest, 'src/environment.ts'))).toBe(
      true,
    )
    expect(existsSync(join(copy.dest, 'sub/.Claude'))).toBe(false)
  })

  it('has no link that leads out of it, however it gets there', async () => {
    const copy = await exported({
      abs: { link: '/etc/passwd' },
      up: { link: '../outside' },
      'sub/deep/root': { link: '../..' },
      // Lexically inside, but the step through `root` starts at the top.
      trick: { link: 'sub/deep/root/../../etc/passwd' },
      loop: { link: 'loop' },
      'to-env': { link: '.env' },
      chain: { link: 'to-env' },
      '.env': 'K=1',
      fine: { link: 'sub/deep/file' },
      'sub/deep/file': 'x',
    })
    expect(leftOutOf(copy)).toEqual({
      '.env': 'excluded',
      abs: 'symlink-outside',
      chain: 'symlink-broken',
      loop: 'symlink-broken',
      'to-env': 'symlink-broken',
      trick: expect.stringMatching(/^symlink-/),
      up: expect.stringMatching(/^symlink-/),
    })
    expect(readFileSync(join(copy.dest, 'fine'), 'utf8')).toBe('x')
  })

  it('runs no filter and obeys no attribute of the tree', async () => {
    const copy = await exported({
      '.gitattributes': '*.bin filter=lfs\n* export-ignore export-subst eol=crlf\n',
      'a.bin': 'version $Format:%H$\n',
    })
    expect(readFileSync(join(copy.dest, 'a.bin'), 'utf8')).toBe('version $Format:%H$\n')
  })

  it('leaves submodules out', async () => {
    const copy = await exported({ 'a.txt': 'a', 'vendor/lib': { submodule: '1'.repeat(40) } })
    expect(leftOutOf(copy)).toEqual({ 'vendor/lib': 'submodule' })
  })
})

it('a forged tree that names a path as a link and as a folder writes nothing outside', async () => {
  const above = realpathSync(scratchFolder())
  const root = join(above, 'copy')
  mkdirSync(root)
  const link = (path: string, target: string) => ({
    entry: { mode: '120000', oid: '', size: 0, path, pathBytes: Buffer.from(path) },
    content: Buffer.from(target),
  })
  const leftOut = await writeSymlinks(root, [link('a', '..'), link('a/evil', 'copy'), link('b', '..'), link('b/deep/evil', '..')])
  expect(leftOut.map(({ path }) => path)).toEqual(expect.arrayContaining(['a', 'b']))
  expect(readdirSync(above)).toEqual(['copy'])
})

describe('the digest of a copy', () => {
  const folder = (): string => {
    const dest = scratchFolder()
    mkdirSync(join(dest, 'sub'))
    writeFileSync(join(dest, 'a.txt'), 'a')
    writeFileSync(join(dest, 'sub/b.txt'), 'b')
    symlinkSync('a.txt', join(dest, 'link'))
    return dest
  }

  it('is the same as long as nothing changed, and that which the export told', async () => {
    expect(await digestTree(folder())).toEqual(await digestTree(folder()))
    const copy = await exported({ 'a.txt': 'a' })
    expect((await digestTree(copy.dest)).hash).toBe(copy.digest)
  })

  it.each<[string, (dest: string) => void]>([
    ['a byte', dest => writeFileSync(join(dest, 'sub/b.txt'), 'B')],
    ['a new file', dest => writeFileSync(join(dest, '.hidden'), '')],
    ['a new folder', dest => mkdirSync(join(dest, 'new'))],
    ['a file that is gone', dest => rmSync(join(dest, 'a.txt'))],
    ['an executable bit', dest => chmodSync(join(dest, 'a.txt'), 0o755)],
    [
      'a link that leads elsewhere',
      dest => {
        rmSync(join(dest, 'link'))
        symlinkSync('/etc/passwd', join(dest, 'link'))
      },
    ],
    ['a pipe, which it does not read', dest => void execFileSync('mkfifo', [join(dest, 'pipe')])],
  ])('changes with %s', async (_, change) => {
    const dest = folder()
    const before = await digestTree(dest)
    change(dest)
    expect((await digestTree(dest)).hash).not.toBe(before.hash)
  })
})

describe('what a hostile tree may name', () => {
  const row = (path: string, mode = '100644', size = 1) =>
    Buffer.from(`${mode} blob ${'a'.repeat(40)} ${String(size).padStart(7)}\t${path}\0`)
  const bounds = { maxFileBytes: 100, maxTotalBytes: 150 }
  const reasons = (...rows: Buffer[]) => selectEntries(readTree(Buffer.concat(rows)), [], bounds).leftOut.map(it => it.reason)

  it.each([
    '../x',
    'a/../../x',
    '/etc/x',
    'a//b',
    '.git/config',
    'sub/.GIT/hooks/x',
    '.g\u200cit/x',
    'git~1/x',
    '.git /x',
    'a/./b',
    'a\\..\\b',
  ])('%j stays out', path => {
    expect(reasons(row(path))).toEqual(['unsafe-name'])
  })

  it.each(['.gitignore', 'a..b', '...', 'git', 'src/.github/x'])('%j is no harm', path => {
    expect(reasons(row(path))).toEqual([])
  })

  it('is bounded for each file and in all', () => {
    expect(reasons(row('a', '100644', 101), row('b', '100644', 90), row('c', '100644', 90))).toEqual(['too-large', 'too-large'])
  })

  it('keeps names that are not UTF-8 byte for byte', () => {
    const [entry] = readTree(Buffer.concat([row('caf').subarray(0, -1), Buffer.from([0xe9, 0])]))
    expect(entry?.pathBytes.toString('hex')).toBe('636166e9')
  })

  it('reads any listing without failing', () => {
    fc.assert(fc.property(fc.uint8Array(), bytes => void readTree(Buffer.from(bytes))))
  })
})

describe('agent configuration', () => {
  it.each([
    'CLAUDE.md',
    'CLAUDE.local.md',
    'x/AGENT.md',
    'AGENTS.md',
    'AGENTS.override.md',
    'GEMINI.md',
    '.mcp.json',
    'a/.codex/config.toml',
    '.agents/x',
    '.gemini/settings.json',
    'opencode.json',
    'opencode.jsonc',
    '.opencode/x',
    '.github/copilot-instructions.md',
    'p/.github/hooks/x',
    '.github/agents/x.md',
    '.vscode/mcp.json',
    '.cursor/rules',
    '.cursorrules',
    '.copilot/x',
    'agent\u017f.md',
  ])('%s is one', path => {
    expect(isAgentConfiguration(path)).toBe(true)
  })

  it.each([
    'src/claude.ts',
    'docs/agent.txt',
    '.github/workflows/x.yml',
    '.vscode/settings.json',
    'instructions/x',
    'my.claude/x',
    'src/agents/types.ts',
  ])('%s is none', path => {
    expect(isAgentConfiguration(path)).toBe(false)
  })
})
