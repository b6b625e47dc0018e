import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDiff } from '../../src/review/diff.ts'
import { done, Origin, opened, sha } from './scratch.ts'

/** main: one, two; the pull: three, on top of one. */
const forked = () => {
  const origin = new Origin()
  const one = origin.commit({ 'a.txt': 'a\nb\n', 'keep.txt': 'k\n' })
  const base = origin.commit({ 'b.txt': 'only on main\n' })
  const head = origin.commit({ 'a.txt': 'a\nB\n' }, { branch: 'topic', from: one })
  origin.point('refs/pull/7/head', head)
  return { origin, one, base, head }
}

describe('a pull', () => {
  it('is fetched with its merge base, and its diff is that of the pull alone', async () => {
    const { origin, one, base, head } = forked()
    const repository = await opened(origin.url)
    expect(await repository.fetchPull({ head, base, mergeBase: null })).toEqual({
      kind: 'fetched',
      head,
      mergeBase: one,
    })
    const { bytes, truncated } = await done(repository.diff(one, head))
    expect([truncated, parseDiff(bytes).map(file => file.path)]).toEqual([false, ['a.txt']])
  })

  it('is fetched without its history', async () => {
    const { origin, one, base, head } = forked()
    const repository = await opened(origin.url)
    await repository.fetchPull({ head, base, mergeBase: one })
    expect([
      await repository.commitExists(head),
      await repository.commitExists(one),
      await repository.commitExists(base),
    ]).toEqual([true, true, false])
  })

  it('is found below a long history, deepening as far as needed', async () => {
    const origin = new Origin()
    const root = origin.commit({ 'a.txt': 'a\n' })
    const head = origin.commit({ 'a.txt': 'b\n' }, { branch: 'topic', from: root, count: 70 })
    const base = origin.commit({ 'a.txt': 'c\n' }, { branch: 'other', from: root, count: 66 })
    const repository = await opened(origin.url)
    expect(await repository.fetchPull({ head, base, mergeBase: null })).toEqual({
      kind: 'fetched',
      head,
      mergeBase: root,
    })
  })

  it('is fetched from a server that knows no filters, too', async () => {
    const { origin, one, base, head } = forked()
    writeFileSync(join(origin.folder, 'config'), '[core]\n\tbare = true\n')
    const repository = await opened(origin.url)
    expect(await repository.fetchPull({ head, base, mergeBase: null })).toEqual({
      kind: 'fetched',
      head,
      mergeBase: one,
    })
  })

  it('whose branches have nothing in common is told so', async () => {
    const { origin, base } = forked()
    const head = origin.commit({ 'z.txt': 'z\n' }, { branch: 'other', from: null })
    const repository = await opened(origin.url)
    expect(await repository.fetchPull({ head, base, mergeBase: null })).toMatchObject({
      kind: 'git-failed',
      why: 'unrelated',
    })
  })

  it('whose head is gone is told so', async () => {
    const { origin, base } = forked()
    const repository = await opened(origin.url)
    const gone = sha('d'.repeat(40))
    expect(await repository.fetchPull({ head: gone, base, mergeBase: null })).toMatchObject({
      kind: 'git-failed',
      why: 'missing',
    })
  })
})

describe('the diff since an earlier head', () => {
  it('shows what was added', async () => {
    const { origin, head } = forked()
    const later = origin.commit({ 'c.txt': 'c\n' }, { branch: 'topic' })
    const repository = await opened(origin.url)
    await repository.fetchPull({ head: later, base: head, mergeBase: head })
    const { bytes } = await done(repository.diffSince(head, later))
    expect(parseDiff(bytes)).toMatchObject([{ path: 'c.txt', status: 'added' }])
  })

  it('is missing when a force push took the earlier head away', async () => {
    const { origin, head } = forked()
    const repository = await opened(origin.url)
    await repository.fetchPull({ head, base: head, mergeBase: head })
    expect(await repository.diffSince(sha('e'.repeat(40)), head)).toMatchObject({ kind: 'git-failed', why: 'missing' })
  })
})

describe('diffs', () => {
  it('name every changed path, renames and binaries included', async () => {
    const origin = new Origin()
    const long = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('')
    const base = origin.commit({ 'old name.txt': long, 'gone.txt': 'x\n', 'é.bin': Uint8Array.from([0, 1]) })
    const head = origin.commit({
      'old name.txt': null,
      'new.txt': `${long}more\n`,
      'gone.txt': null,
      'é.bin': Uint8Array.from([0, 2]),
      'add.txt': 'a\nb\n',
    })
    const repository = await opened(origin.url)
    await repository.fetchPull({ head, base, mergeBase: base })
    expect(await repository.changedPaths(base, head)).toEqual([
      { path: 'add.txt', oldPath: null, status: 'A', added: 2, deleted: 0 },
      { path: 'gone.txt', oldPath: null, status: 'D', added: 0, deleted: 1 },
      { path: 'new.txt', oldPath: 'old name.txt', status: 'R', added: 1, deleted: 0 },
      { path: 'é.bin', oldPath: null, status: 'M', added: null, deleted: null },
    ])
    const { bytes } = await done(repository.diff(base, head))
    expect(parseDiff(bytes).map(file => [file.path, file.status, file.binary])).toEqual([
      ['add.txt', 'added', false],
      ['gone.txt', 'deleted', false],
      ['new.txt', 'renamed', false],
      ['é.bin', 'modified', true],
    ])
  })

  it('cannot be hidden by attributes of the tree', async () => {
    const origin = new Origin()
    const base = origin.commit({ 'a.ts': 'a\n' })
    const head = origin.commit({ 'a.ts': 'evil\n', '.gitattributes': '* -diff\n*.ts diff=hide export-ignore\n' })
    const repository = await opened(origin.url)
    await repository.fetchPull({ head, base, mergeBase: base })
    const { bytes } = await done(repository.diff(base, head))
    expect(parseDiff(bytes).find(file => file.path === 'a.ts')).toMatchObject({ binary: false, added: [1] })
  })
})

it('conventions are read from the base as plain files, and nothing else', async () => {
  const origin = new Origin()
  const base = origin.commit({
    'AGENTS.md': 'Be brief.\n',
    'docs/style [a].md': 'x',
    'CLAUDE.md': { link: 'AGENTS.md' },
    'big.md': 'x'.repeat(70_000),
  })
  const repository = await opened(origin.url)
  await repository.fetchPull({ head: base, base, mergeBase: base })
  const paths = ['docs/style [a].md', 'AGENTS.md', 'CLAUDE.md', 'big.md', 'docs', 'gone.md', '../x']
  const texts = await repository.readTexts(base, { paths, maxBytes: 100 })
  expect(texts).toEqual([
    { path: 'docs/style [a].md', text: 'x' },
    { path: 'AGENTS.md', text: 'Be brief.\n' },
    { path: 'big.md', text: 'x'.repeat(100) },
  ])
})

describe('files at the tip of a branch', () => {
  const wanted = { ref: 'refs/heads/main', paths: ['skills', 'docs/one.md'], maxFiles: 10, maxBytes: 100 }

  it('are read as they are on the server now, without the rest of the branch', async () => {
    const origin = new Origin()
    origin.commit({ 'skills/a.md': 'old\n', 'big.bin': 'b'.repeat(5_000) })
    const repository = await opened(origin.url)
    origin.commit({ 'skills/a.md': 'new\n', 'docs/one.md': 'one\n', 'docs/two.md': 'two\n', 'skills/link': { link: 'a.md' } })
    expect(await repository.readBranch(wanted)).toEqual([
      { path: 'docs/one.md', text: 'one\n' },
      { path: 'skills/a.md', text: 'new\n' },
    ])
    expect(readdirSync(join(repository.dir, 'tip.git/objects/pack')).join()).not.toBe('')
  })

  it('are read from what is here when the merge base is the tip', async () => {
    const origin = new Origin()
    const base = origin.commit({ 'skills/a.md': 'x\n' })
    const repository = await opened(origin.url)
    await repository.fetchPull({ head: base, base, mergeBase: base })
    expect(await repository.readBranch(wanted)).toEqual([{ path: 'skills/a.md', text: 'x\n' }])
    expect(existsSync(join(repository.dir, 'tip.git'))).toBe(false)
  })

  it('are none where the branch is gone, and that is told', async () => {
    const origin = new Origin()
    origin.commit({ 'a.txt': 'x\n' })
    const repository = await opened(origin.url)
    expect(await repository.readBranch({ ...wanted, ref: 'refs/heads/gone' })).toMatchObject({
      kind: 'git-failed',
      why: 'missing',
    })
  })
})

it('files of a commit are listed at the top, within folders and below them, each once, and never outside', async () => {
  const origin = new Origin()
  const base = origin.commit({ 'A.md': 'x', 'src/A.md': 'x', 'src/deep/B.md': 'x', '.claude/r/s.md': 'x', 'o/A.md': 'x' })
  const repository = await opened(origin.url)
  await repository.fetchPull({ head: base, base, mergeBase: base })
  const listed = await repository.listFiles(base, { within: ['', 'src', '../x'], below: ['.claude', 'A.md', '../x', '/etc'] })
  expect(listed.map(({ path }) => path)).toEqual(['A.md', 'src/A.md', '.claude/r/s.md'])
})

describe('a ref on the server', () => {
  it('is where it is now, and nowhere when it is gone', async () => {
    const { origin, head, base } = forked()
    const repository = await opened(origin.url)
    expect(await repository.remoteHead('refs/pull/7/head')).toEqual({ kind: 'at', sha: head })
    origin.point('refs/pull/7/head', base)
    expect(await repository.remoteHead('refs/pull/7/head')).toEqual({ kind: 'at', sha: base })
    expect(await repository.remoteHead('refs/pull/8/head')).toEqual({ kind: 'at', sha: null })
  })
})

describe('what git may not do', () => {
  it.each([
    ['https://user:secret@example.invalid/x.git', 'an address that holds a credential'],
    ['ssh://example.invalid/x.git', 'found "ssh:"'],
    ['ext::sh -c id', 'found "ext:"'],
    ['not an address', 'expected an https address'],
  ])('go to %s', async (url, words) => {
    await expect(opened(url)).rejects.toThrow(words)
  })

  it('read files of this machine unless it is asked to', async () => {
    const { origin } = forked()
    await expect(opened(origin.url, { allowFile: false })).rejects.toThrow('found "file:"')
  })

  it('go on after the run was stopped', async () => {
    const { origin, head } = forked()
    const repository = await opened(origin.url, { stop: AbortSignal.abort('cancelled') }).catch((error: Error) => error)
    expect(String(repository)).toContain('the run is being stopped')
    expect(head).toHaveLength(40)
  })
})
