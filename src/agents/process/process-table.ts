import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** One living process (zombies are left out: they run nothing and hold nothing). */
export type ProcessRow = {
  ppid: number
  pgid: number
  sid: number
  /** When it started, in the source's own spelling: tells a reused pid from the old one. */
  start: string
  /** Whether the attempt's tag stands in its environment, as far as we may read it. */
  tagged: boolean
}

export type ProcessTable = Map<number, ProcessRow>

/** Every process of the machine: from /proc where there is one, else from `ps`. */
export const readProcesses = (tag: string): ProcessTable => (process.platform === 'linux' ? readProc(tag) : readPs(tag))

export function readProc(tag: string): ProcessTable {
  const table: ProcessTable = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const row = parseStat(contentOf(`/proc/${name}/stat`))
    if (row !== null) table.set(Number(name), { ...row, tagged: contentOf(`/proc/${name}/environ`).includes(tag) })
  }
  return table
}

function parseStat(stat: string): Omit<ProcessRow, 'tagged'> | null {
  const end = stat.lastIndexOf(')')
  if (end < 0) return null
  const [state, ppid, pgid, sid, ...rest] = stat.slice(end + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  return { ppid: Number(ppid), pgid: Number(pgid), sid: Number(sid), start: rest[15] ?? '' }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** `-A`, because a bare `ps` lists only processes with our terminal, and a runner has none. `sess` is a number on Linux alone. */
export function readPs(tag: string): ProcessTable {
  const withEnvironment = process.platform === 'darwin' ? ['-E'] : []
  const args = ['-A', ...withEnvironment, '-ww', '-o', 'pid=,ppid=,pgid=,sess=,stat=,lstart=,args=']
  const listed = spawnSync('ps', args, {
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 64 << 20,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  return parsePs(listed.stdout ?? '', tag)
}

export function parsePs(output: string, tag: string): ProcessTable {
  const table: ProcessTable = new Map()
  for (const line of output.split('\n')) {
    const [pid, ppid, pgid, sess, state, ...rest] = line.trim().split(/\s+/, 10)
    if (pid === undefined || !/^\d+$/.test(pid) || state === undefined || state.startsWith('Z')) continue
    const sid = /^\d+$/.test(sess ?? '') ? Number(sess) : 0
    table.set(Number(pid), { ppid: Number(ppid), pgid: Number(pgid), sid, start: rest.join(' '), tagged: line.includes(tag) })
  }
  return table
}
