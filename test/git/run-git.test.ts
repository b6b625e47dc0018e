import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { gitEnvironment } from '../../src/git/environment.ts'
import { gitRunner } from '../../src/git/run-git.ts'
import { opened, scratchFolder } from './scratch.ts'

const runner = (stop: AbortSignal | null = null) => {
  const cwd = scratchFolder()
  const environment = gitEnvironment({ url: 'file:///', token: null }, { gitDir: cwd, outer: { PATH: process.env.PATH } })
  return gitRunner({ environment, cwd, stop, secrets: ['s3cr3t-word'] })
}

/** A server that takes requests and never answers. */
const silentServer = async (): Promise<string> => {
  const server = createServer(() => {})
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/silent-${process.pid}.git`
}

const processesNaming = (words: string): string[] =>
  execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(words) && !line.includes('ps -A'))

it('cuts output at its bound and says so', async () => {
  expect(await runner()({ args: ['help', '-a'], timeoutMs: 10_000, maxBytes: 10 })).toMatchObject({
    kind: 'ok',
    truncated: true,
    stdout: { length: 10 },
  })
})

it('ends git and its helpers at the time limit', async () => {
  const url = await silentServer()
  const failure = await runner()({ args: ['ls-remote', url], timeoutMs: 400, maxBytes: 1_024 })
  expect(failure).toEqual({ kind: 'git-failed', why: 'timeout', message: 'git ls-remote did not end within 0.4 s' })
  expect(processesNaming(url)).toEqual([])
})

it('ends git when the run is stopped', async () => {
  const stop = new AbortController()
  const url = await silentServer()
  const repository = await opened(url, { stop: stop.signal })
  const waiting = repository.remoteHead('refs/heads/main')
  setTimeout(() => stop.abort('cancelled'), 100)
  expect(await waiting).toMatchObject({ kind: 'git-failed', why: 'stopped' })
  expect(processesNaming(url)).toEqual([])
})

it('says what git said, without secrets', async () => {
  const failure = await runner()({ args: ['no-such-command-s3cr3t-word'], timeoutMs: 10_000, maxBytes: 1_024 })
  expect(failure).toMatchObject({
    kind: 'git-failed',
    why: 'error',
    message: expect.stringContaining("'no-such-command-***' is not a git command"),
  })
})
