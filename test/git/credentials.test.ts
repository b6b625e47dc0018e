import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitEnvironment } from '../../src/git/environment.ts'
import { serveGit } from './http-server.ts'
import { done, Origin, opened, scratchFolder } from './scratch.ts'

const token = 'ghs_Example0123456789'
const encoded = Buffer.from(`x-access-token:${token}`).toString('base64')

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())

/** A `git` that writes its arguments down before it does its work. */
const recordingGit = (): { path: string; calls: () => string } => {
  const folder = scratchFolder()
  const log = join(folder, 'calls')
  writeFileSync(log, '')
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >>'${log}'\nPATH="\${PATH#*:}"\nexec git "$@"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return { path: `${folder}:${process.env.PATH}`, calls: () => readFileSync(log, 'utf8') }
}

it('the token reaches the server, and no file and no command line', async () => {
  const origin = new Origin()
  const base = origin.commit({ 'a.txt': 'a\n' })
  const head = origin.commit({ 'a.txt': 'b\n' })
  const { url, commandLines } = await serveGit(origin.folder, `x-access-token:${token}`)
  const git = recordingGit()
  const repository = await opened(url, { token, outer: { PATH: git.path }, allowFile: false })
  await done(repository.fetchPull({ head, base, mergeBase: null }))
  await done(repository.exportTree(head, join(repository.dir, 'copy')))
  expect(await repository.remoteHead('refs/heads/main')).toEqual({ kind: 'at', sha: head })

  const files = filesBelow(repository.dir)
  expect(files.length).toBeGreaterThan(5)
  for (const secret of [token, encoded]) {
    expect(files.filter(path => readFileSync(path).includes(secret))).toEqual([])
    expect(git.calls()).not.toContain(secret)
    expect(commandLines.join('\n')).not.toContain(secret)
  }
  expect(git.calls()).toContain('fetch')
  expect(commandLines.join('\n')).toContain('git-remote-http')
})

it('a wrong token is denied at once, without a prompt, and is not in the message', async () => {
  const origin = new Origin()
  const head = origin.commit()
  const { url } = await serveGit(origin.folder, 'x-access-token:another')
  const repository = await opened(url, { token })
  const failure = await repository.fetchPull({ head, base: head, mergeBase: head })
  expect(failure).toMatchObject({ kind: 'git-failed', why: 'denied' })
  expect(JSON.stringify(failure)).not.toContain(token)
})

it('a server that is not there is unreachable', async () => {
  const repository = await opened('http://127.0.0.1:9/x.git')
  expect(await repository.remoteHead('refs/heads/main')).toMatchObject({ kind: 'git-failed', why: 'unreachable' })
})

it('git sees nothing of our environment but paths, proxies and certificates', () => {
  const outer = {
    PATH: '/bin',
    GITHUB_TOKEN: token,
    ACTIONS_RUNTIME_TOKEN: 'x',
    GIT_SSH_COMMAND: 'evil',
    HOME: '/home/me',
    https_proxy: 'p',
    SSL_CERT_FILE: 'c',
  }
  const environment = gitEnvironment({ url: 'https://github.example/o/r', token: null }, { gitDir: '/g', outer })
  expect(Object.keys(environment).filter(key => !/^GIT_|^(LC_ALL|TZ|HOME|XDG_CONFIG_HOME|SSH_ASKPASS)$/.test(key))).toEqual([
    'PATH',
    'https_proxy',
    'SSL_CERT_FILE',
  ])
  expect(environment).toMatchObject({
    HOME: '/g',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  })
  expect(Object.values(environment).join('\n')).not.toMatch(/evil|ghs_/)
})

it('the token is for its own host only', () => {
  const environment = gitEnvironment({ url: 'https://github.example/o/r', token }, { gitDir: '/g', outer: {} })
  const keys = Object.entries(environment)
    .filter(([, value]) => value.includes('extraheader'))
    .map(([, value]) => value)
  expect(keys).toEqual(['http.https://github.example/.extraheader'])
})
