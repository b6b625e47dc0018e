import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { closureMeans } from '../../src/agents/process/closure.ts'
import type { Means } from '../../src/agents/process/means.ts'
import { bestMeans, type SuperviseRequest, supervise } from '../../src/agents/process/supervise.ts'
import { freshMark, livingWith } from './living.ts'
import { fixture } from './world.ts'

// A bash whose stdin is a socket reads the home's .bashrc: give it none.
const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' }

const request = (argv: [string, ...string[]], more: Partial<SuperviseRequest> = {}): SuperviseRequest => ({
  argv,
  cwd: '/',
  env,
  input: '',
  deadlineMs: 18_000,
  silenceMs: null,
  graceMs: 200,
  first: 'SIGTERM',
  stop: new AbortController().signal,
  onStop: () => {},
  ...more,
})

const bash = (script: string, more: Partial<SuperviseRequest> = {}) => request(['bash', '-c', script], more)

/** A stop that comes once the child has made the file: its traps are set by then, however busy the machine is. */
function stopWhenReady(): { file: string; stop: AbortSignal } {
  const file = join(mkdtempSync(join(tmpdir(), 'countersign-test-')), 'ready')
  const stop = new AbortController()
  const look = setInterval(() => {
    if (!existsSync(file)) return
    clearInterval(look)
    stop.abort('cancelled')
  }, 10)
  return { file, stop: stop.signal }
}

const means: [string, Means][] = [
  ['the best means', bestMeans()],
  ['the next best', closureMeans],
]

/** Polls, since a killed host takes its tree down a moment after itself. */
async function goneWithin(mark: string, ms: number): Promise<string[]> {
  for (const until = performance.now() + ms; performance.now() < until && livingWith(mark).length > 0; ) await pause(20)
  return livingWith(mark)
}

describe.concurrent.each(means)('under %s', (_name, how) => {
  test('the exit code is the command’s own', async () => {
    expect((await supervise(bash('exit 143'), how)).exit).toEqual({ code: 143, signal: null })
    expect((await supervise(bash('kill -9 $$'), how)).exit).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('a command that cannot be started says so', async () => {
    const ended = await supervise(request(['/no/such/program']), how)
    expect([ended.cause, ended.unstartable]).toEqual(['unstartable', expect.stringMatching(/no such file|ENOENT/i)])
  })

  test('a folder that is missing is no crash of ours', async () => {
    expect((await supervise(bash('true', { cwd: '/no/such/folder' }), how)).cause).toBe('unstartable')
  })

  test('a child that exits 0 when stopped was stopped', async () => {
    const { file, stop } = stopWhenReady()
    const script = `trap 'echo done; exit 0' TERM; sleep 60 & touch ${file}; wait`
    const ended = await supervise(bash(script, { stop }), how)
    expect([ended.cause, ended.stdout.head, ended.exit.code]).toEqual(['cancelled', 'done\n', 0])
  })

  test('the first signal is the one asked for', async () => {
    const { file, stop } = stopWhenReady()
    const script = `trap 'echo int; exit 5' INT; trap 'echo term; exit 6' TERM; sleep 60 & touch ${file}; wait`
    const ended = await supervise(bash(script, { stop, first: 'SIGINT' }), how)
    expect([ended.stdout.head, ended.exit.code]).toEqual(['int\n', 5])
  })

  test('a large input arrives whole, and is closed', async () => {
    const ended = await supervise(bash('wc -c', { input: 'é'.repeat(1_500_000) }), how)
    expect(ended.stdout.head.trim()).toBe('3000000')
  })

  test('the child sees its environment and nothing else', async () => {
    const ended = await supervise(bash('env', { env: { ...env, LANG: 'xx_XX', ONLY: 'this' } }), how)
    const names = ended.stdout.head
      .split('\n')
      .flatMap(line => line.split('=', 1))
      .filter(name => name !== '')
    expect(names.sort()).toEqual(['COUNTERSIGN_ATTEMPT', 'HOME', 'LANG', 'ONLY', 'PATH', 'PWD', 'SHLVL', '_'])
    expect(ended.stderr.head.replace(/^.*setlocale.*\n/gm, '')).toBe('')
  })

  test('a stop during the grace period of another cause shortens it', async () => {
    const mark = freshMark()
    const stop = new AbortController()
    const onStop = () => void setTimeout(() => stop.abort('cancelled'), 100)
    const ended = await supervise(
      request(['bash', fixture('stubborn.sh'), 'ignores-term', mark, '/dev/null'], {
        deadlineMs: 300,
        graceMs: 60_000,
        stop: stop.signal,
        onStop,
      }),
      how,
    )
    expect([ended.cause, livingWith(mark)]).toEqual(['deadline', []])
  })

  test('its own process killed with SIGKILL takes the tree along', async () => {
    const mark = freshMark()
    const host = spawn(process.execPath, [fixture('host.ts'), how === closureMeans ? 'closure' : 'best', mark], {
      stdio: 'inherit',
    })
    for (let at = 0; at < 200 && livingWith(`${mark}-main`).length === 0; at++) await pause(20)
    expect(livingWith(`${mark}-plain`)).toHaveLength(1)
    host.kill('SIGKILL')
    await once(host, 'exit')
    const left = await goneWithin(mark, 5_000)
    // Only the subreaper sees a process that scrubbed its environment, left its session and lost its parent.
    expect(how === closureMeans ? left.filter(name => !name.includes('scrubbed')) : left).toEqual([])
    await killLeft(mark)
  })
})

async function killLeft(mark: string): Promise<void> {
  const killer = spawn('pkill', ['-9', '-f', `^${mark}-`], { stdio: 'ignore' })
  await once(killer, 'exit')
}

describe.concurrent('a tree of every kind of process', () => {
  test.each(['stay', 'exit'])('is gone whether its parent lives or not: %s', async mode => {
    const mark = freshMark()
    const ended = await supervise(request(['bash', fixture('leaves-every-kind.sh'), mark, mode], { deadlineMs: 700 }))
    expect([livingWith(mark), ended.left, ended.isolation]).toEqual([[], 0, expect.stringContaining('subreaper')])
  })

  test('without a subreaper: all that can be seen is gone, and the result says which means it was', async () => {
    const mark = freshMark()
    const ended = await supervise(
      request(['bash', fixture('leaves-every-kind.sh'), mark, 'stay'], { deadlineMs: 700 }),
      closureMeans,
    )
    expect(livingWith(mark).filter(name => !name.includes('scrubbed'))).toEqual([])
    expect(ended.isolation).toContain('process group')
    await killLeft(mark)
  })

  test('a wrapper that the agent kills does not free the agent', async () => {
    const mark = freshMark()
    const script = `bash -c "exec -a ${mark}-child sleep 120" & sleep 0.1; kill -9 $PPID; sleep 60`
    const ended = await supervise(bash(script, { deadlineMs: 3_000 }))
    expect([ended.cause, livingWith(mark)]).toEqual(['exit', []])
  })

  test('a wrapper that the agent stops does not free the agent, nor what it scrubbed', async () => {
    const mark = freshMark()
    const scrubbed = `(setsid env -i bash -c "trap '' TERM; exec -a ${mark}-scrubbed sleep 120" &)`
    const script = `${scrubbed}; sleep 0.2; kill -STOP $PPID; exec -a ${mark}-main sleep 120`
    const ended = await supervise(bash(script, { deadlineMs: 900 }))
    expect([ended.cause, ended.left, livingWith(mark)]).toEqual(['deadline', 0, []])
  })
})
