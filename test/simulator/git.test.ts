import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import type { GitHub } from '../../src/simulator/github.ts'
import { clientOf, pull } from './client.ts'
import { startGuarded } from './start.ts'

const run = promisify(execFile)
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'dev',
  GIT_AUTHOR_EMAIL: 'dev@example.com',
  GIT_COMMITTER_NAME: 'dev',
  GIT_COMMITTER_EMAIL: 'dev@example.com',
}
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'simulator-git-'))
  folders.push(made)
  return made
}
const git = async (cwd: string, ...args: string[]) => (await run('git', args, { cwd, env: environment })).stdout.trim()

const remote = (github: GitHub, token: string, name = 'octo/hello') =>
  `http://x-access-token:${token}@${github.url.slice('http://'.length)}/${name}.git`

async function clone(github: GitHub, token = 'author-token') {
  const at = folder()
  await git(at, 'clone', '-q', '-b', 'feature', remote(github, token), '.')
  return at
}

async function commit(at: string, file: string, text: string) {
  writeFileSync(join(at, file), text)
  await git(at, 'add', '-A')
  await git(at, 'commit', '-qm', `Change ${file}`)
  return git(at, 'rev-parse', 'HEAD')
}

test('a push to the head branch is a synchronize, kept under refs/pull/N/head', async () => {
  const github = await startGuarded()
  const at = await clone(github)
  const before = github.pull(1).head.oid
  const after = await commit(at, 'more.txt', 'more\n')
  await git(at, 'push', '-q')
  expect(github.pull(1).head.oid).toBe(after)
  expect(github.repository().git.ref('refs/pull/1/head')).toBe(after)
  expect(github.deliveries.find(({ action }) => action === 'synchronize')?.payload).toMatchObject({
    before,
    after,
    sender: { login: 'author' },
  })
  expect(github.pull(1).timeline).toEqual([])
  expect(github.requests.api).toHaveLength(0)
  expect(github.requests.git.length).toBeGreaterThan(1)
})

test('a force push is recognised, moves old reviews, and the old commit can still be fetched by its id', async () => {
  const github = await startGuarded()
  const review = github.as('dev').review(1, { body: 'seen' })
  const at = await clone(github)
  const before = github.pull(1).head.oid
  await git(at, 'reset', '-q', '--hard', 'HEAD~1')
  const after = await commit(at, 'other.txt', 'other\n')
  await git(at, 'push', '-q', '--force')
  expect(github.pull(1).timeline).toMatchObject([{ event: 'head_ref_force_pushed', before, after, actor: 'author' }])
  expect((await clientOf(github, 'dev-token').rest.pulls.getReview({ ...pull, review_id: review.id })).data.commit_id).toBe(after)
  const bare = folder()
  await git(bare, 'init', '-q')
  await git(bare, 'fetch', '-q', '--depth=1', remote(github, 'actions-token'), before)
  expect(await git(bare, 'rev-parse', 'FETCH_HEAD')).toBe(before)
})

test('git asks for a token, lets readers read and only writers push', async () => {
  const world = {
    users: [
      { login: 'owner', tokens: ['owner-token'] },
      { login: 'stranger', tokens: ['stranger-token'] },
    ],
  }
  const github = await startGuarded({
    world: {
      ...world,
      repositories: [
        { name: 'owner/secret', private: true, branches: { main: { files: { a: 'a\n' } } } },
        { name: 'owner/open', branches: { main: { files: { a: 'a\n' } } } },
      ],
    },
  })
  const at = folder()
  await expect(git(at, 'ls-remote', `${github.url}/owner/secret.git`)).rejects.toThrow(
    /Authentication|terminal prompts|could not read/,
  )
  await expect(git(at, 'ls-remote', remote(github, 'stranger-token', 'owner/secret'))).rejects.toThrow(/not found/)
  expect(await git(at, 'ls-remote', remote(github, 'owner-token', 'owner/secret'))).toContain('refs/heads/main')
  expect(await git(at, 'ls-remote', `${github.url}/owner/open.git`)).toContain('refs/heads/main')
  await git(at, 'clone', '-q', remote(github, 'stranger-token', 'owner/open'), 'open')
  await commit(join(at, 'open'), 'b', 'b\n')
  await expect(git(join(at, 'open'), 'push', '-q')).rejects.toThrow()
})

test('a token without the right `workflows` pushes no change of a workflow file, on no branch', async () => {
  const github = await startGuarded()
  const at = await clone(github, 'app-token')
  const head = github.pull(1).head.oid
  await mkdir(join(at, '.github/workflows'), { recursive: true })
  await commit(at, '.github/workflows/new.yml', 'on: push\n')
  const refusal = /refusing to allow a GitHub App to create or update workflow `.github\/workflows\/new.yml`/
  await expect(git(at, 'push', '-q')).rejects.toThrow(refusal)
  await expect(git(at, 'push', '-q', 'origin', 'HEAD:fresh')).rejects.toThrow(refusal)
  expect(github.pull(1).head.oid).toBe(head)
  await git(at, 'push', '-q', remote(github, 'dev-token'), 'HEAD:feature')
  await commit(at, 'more.txt', 'more\n')
  await git(at, 'push', '-q')
  expect(github.pull(1).head.oid).toBe(await git(at, 'rev-parse', 'HEAD'))
})

test('a pull from a fork is fetched from refs/pull/N/head, and outlives its fork', async () => {
  const github = await startGuarded()
  await clientOf(github, 'guest-token').rest.repos.createFork({ owner: 'octo', repo: 'hello' })
  const head = github.as('guest', 'guest/hello').commit('topic', { 'c.txt': 'c\n' }, { from: 'main' })
  const opened = await clientOf(github, 'guest-token').rest.pulls.create({
    owner: 'octo',
    repo: 'hello',
    title: 'From a fork',
    head: 'guest:topic',
    base: 'main',
  })
  expect(opened.data).toMatchObject({ number: 2, head: { sha: head, repo: { full_name: 'guest/hello', fork: true } } })
  const at = folder()
  await git(at, 'init', '-q')
  await git(at, 'fetch', '-q', `${github.url}/octo/hello.git`, 'refs/pull/2/head')
  expect(await git(at, 'rev-parse', 'FETCH_HEAD')).toBe(head)
  github.deleteRepository('guest/hello')
  const orphan = await clientOf(github, 'dev-token').rest.pulls.get({ ...pull, pull_number: 2 })
  expect(orphan.data.head).toMatchObject({ repo: null, sha: head })
})

test('nobody pushes to refs/pull', async () => {
  const github = await startGuarded()
  const at = await clone(github)
  await commit(at, 'more.txt', 'more\n')
  await expect(git(at, 'push', '-q', 'origin', 'HEAD:refs/pull/1/head')).rejects.toThrow()
  expect(github.repository().git.ref('refs/pull/1/head')).toBe(github.pull(1).head.oid)
})

test('deleting the head branch closes the pull', async () => {
  const github = await startGuarded()
  const at = await clone(github)
  await git(at, 'push', '-q', 'origin', ':feature')
  expect(github.pull(1)).toMatchObject({ state: 'closed', merged: null })
  expect(github.pull(1).timeline.map(({ event }) => event)).toEqual(['head_ref_deleted', 'closed'])
})
