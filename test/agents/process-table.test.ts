import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { parsePs, readProc, readPs } from '../../src/agents/process/process-table.ts'
import { membersOf } from '../../src/agents/process/tree-members.ts'

const module = new URL('../../src/agents/process/process-table.ts', import.meta.url).href

test('ps sees every process from a session without a terminal', () => {
  const script = `const { readPs } = await import('${module}'); console.log(readPs('x').has(${process.pid}), readPs('x').has(1))`
  const seen = spawnSync('setsid', ['--wait', process.execPath, '--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(seen.stdout.trim()).toBe('true true')
})

test('ps and /proc tell the same about a process', async () => {
  const child = spawn('sleep', ['20'], { detached: true, env: { PATH: process.env.PATH, TAG: 'tag-to-find' } })
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  const [fromPs, fromProc] = [readPs('tag-to-find').get(pid), readProc('tag-to-find').get(pid)]
  child.kill('SIGKILL')
  expect(fromProc).toMatchObject({ ppid: process.pid, pgid: pid, sid: pid, tagged: true })
  expect(fromPs).toMatchObject({ ppid: process.pid, pgid: pid, sid: pid })
})

test('a line of ps is read with a session that is an address, as on macOS', () => {
  const table = parsePs(
    '  501   1   501 ffffff80 S+   Mon Nov 30 19:00:00 2026 node a.js TAG=abc\n 502 501 501 0 Z  x\n',
    'TAG=abc',
  )
  expect([...table]).toEqual([[501, { ppid: 1, pgid: 501, sid: 0, start: 'Mon Nov 30 19:00:00 2026', tagged: true }]])
})

const row = (ppid: number, pgid: number, sid: number, tagged = false) => ({ ppid, pgid, sid, start: 's', tagged })
const self = { pid: 10, pgid: 10, sid: 10 }

test('members are found by tag, parent, group and session, never ourselves, init or our own group', () => {
  const table = new Map([
    [1, row(0, 1, 1)],
    [10, row(1, 10, 10)],
    [20, row(10, 20, 20, true)],
    [21, row(20, 21, 20)],
    [22, row(1, 21, 99)],
    [23, row(1, 23, 99)],
    [24, row(10, 10, 10, true)],
    [30, row(10, 10, 10)],
    [31, row(1, 31, 31)],
  ])
  expect([...membersOf(table, new Map(), self).keys()].sort()).toEqual([20, 21, 22, 23, 24])
})

test('a reused pid is not taken for the process that had it', () => {
  const table = new Map([[40, row(1, 40, 40)]])
  expect(membersOf(table, new Map([[40, 'earlier']]), self).size).toBe(0)
  expect(membersOf(table, new Map([[40, 's']]), self).size).toBe(1)
})
