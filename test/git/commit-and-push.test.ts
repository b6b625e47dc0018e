import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { changesSince, type Manifest, manifestOf, withContents } from '../../src/git/tree-changes.ts'
import { gitText } from '../../src/simulator/git/run.ts'
import { Origin, opened, scratchFolder } from './scratch.ts'

const identity = { name: 'Mender', email: 'mender@example.org' }
const files = { 'src/a.ts': 'one\n', 'tool.sh': { program: 'run\n' }, 'src/old.ts': 'old\n' } as const

const changed = async (before: Manifest, copy: string) => withContents(await changesSince(before, copy), copy, 1_000)

const prepared = async () => {
  const origin = new Origin()
  const head = origin.commit(files, { branch: 'topic' })
  const repository = await opened(origin.url)
  const copy = join(scratchFolder(), 'copy')
  await repository.fetchPull({ head, base: head, mergeBase: head })
  await repository.exportTree(head, copy)
  return { origin, head, repository, copy, before: await manifestOf(copy) }
}

it('what changed in the copy becomes a child of the head, with modes as they were, and moves the branch', async () => {
  const { origin, head, repository, copy, before } = await prepared()
  writeFileSync(join(copy, 'src/a.ts'), 'two\n')
  writeFileSync(join(copy, 'tool.sh'), 'run faster\n')
  mkdirSync(join(copy, 'src/new'))
  writeFileSync(join(copy, 'src/new/ä b.ts'), 'new\n')
  rmSync(join(copy, 'src/old.ts'))
  const changes = await changed(before, copy)
  expect(changes.map(({ path, how }) => `${how} ${path}`)).toEqual([
    'modified src/a.ts',
    'added src/new/ä b.ts',
    'deleted src/old.ts',
    'modified tool.sh',
  ])
  const commit = await repository.commit({ parent: head, changes, message: 'Mend it\n', identity })
  if (typeof commit !== 'string') throw new Error(commit.message)
  expect(await repository.push({ ref: 'refs/heads/topic', expected: head, commit })).toEqual({ kind: 'pushed' })
  expect(gitText(origin.folder, ['log', '-1', '--format=%P %an %ae %s', 'topic'])).toBe(
    `${head} Mender mender@example.org Mend it`,
  )
  expect(gitText(origin.folder, ['ls-tree', '-r', 'topic', '--format=%(objectmode) %(path)'])).toBe(
    '100644 src/a.ts\n100644 "src/new/\\303\\244 b.ts"\n100755 tool.sh',
  )
})

it('a branch that is elsewhere is left where it is: ahead, back, or gone', async () => {
  const { origin, head, repository, copy, before } = await prepared()
  writeFileSync(join(copy, 'src/a.ts'), 'two\n')
  const changes = await changed(before, copy)
  const commit = await repository.commit({ parent: head, changes, message: 'Mend it\n', identity })
  if (typeof commit !== 'string') throw new Error(commit.message)
  const push = () => repository.push({ ref: 'refs/heads/topic', expected: head, commit })
  const other = origin.commit({ 'src/a.ts': 'three\n' }, { branch: 'topic' })
  expect(await push()).toEqual({ kind: 'moved' })
  expect(gitText(origin.folder, ['rev-parse', 'topic'])).toBe(other)
  const rewritten = origin.commit({ b: 'b\n' }, { branch: 'fresh', from: null })
  gitText(origin.folder, ['update-ref', 'refs/heads/topic', rewritten])
  expect(await push()).toEqual({ kind: 'moved' })
  gitText(origin.folder, ['update-ref', '-d', 'refs/heads/topic'])
  expect(await push()).toEqual({ kind: 'moved' })
  expect(gitText(origin.folder, ['for-each-ref', 'refs/heads/topic'])).toBe('')
})

it('a server that refuses is told with its words', async () => {
  const { origin, head, repository, copy, before } = await prepared()
  writeFileSync(join(copy, 'src/a.ts'), 'two\n')
  const changes = await changed(before, copy)
  const commit = await repository.commit({ parent: head, changes, message: 'Mend it\n', identity })
  if (typeof commit !== 'string') throw new Error(commit.message)
  mkdirSync(join(origin.folder, 'hooks'))
  writeFileSync(join(origin.folder, 'hooks/pre-receive'), '#!/bin/sh\necho "not on a Friday" >&2\nexit 1\n', { mode: 0o755 })
  expect(await repository.push({ ref: 'refs/heads/topic', expected: head, commit })).toMatchObject({
    kind: 'refused',
    because: 'commit',
    why: expect.stringContaining('pre-receive hook declined'),
  })
})

it('a branch that is held for a moment did not move: nobody said no', async () => {
  const { origin, head, repository, copy, before } = await prepared()
  writeFileSync(join(copy, 'src/a.ts'), 'two\n')
  const commit = await repository.commit({
    parent: head,
    changes: await changed(before, copy),
    message: 'Mend it\n',
    identity,
  })
  if (typeof commit !== 'string') throw new Error(commit.message)
  writeFileSync(join(origin.folder, 'refs/heads/topic.lock'), '')
  const push = () => repository.push({ ref: 'refs/heads/topic', expected: head, commit })
  expect(await push()).toMatchObject({ kind: 'git-failed', why: 'unreachable' })
  rmSync(join(origin.folder, 'refs/heads/topic.lock'))
  expect(await push()).toEqual({ kind: 'pushed' })
})

it('links, modes, kinds and files of git are seen for what they are', async () => {
  const { copy, before } = await prepared()
  symlinkSync('/etc/passwd', join(copy, 'link'))
  chmodSync(join(copy, 'src/a.ts'), 0o755)
  mkdirSync(join(copy, '.git'))
  writeFileSync(join(copy, '.git/config'), '[core]\n')
  writeFileSync(join(copy, 'large'), 'x'.repeat(2_000))
  const changes = await changed(before, copy)
  expect(changes.map(({ path, kind, modeChanged, content }) => [path, kind, modeChanged, content === null])).toEqual([
    ['.git/config', 'file', false, false],
    ['large', 'file', false, true],
    ['link', 'link', false, true],
    ['src/a.ts', 'file', true, false],
  ])
})
