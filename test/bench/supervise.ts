import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SuperviseRequest, supervise } from '../../src/agents/process/supervise.ts'
import { durationsMs, median } from '../harness/median.ts'

const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' }
const rounds = { times: 15, warmUp: 3 }

const request = (argv: [string, ...string[]], more: Partial<SuperviseRequest> = {}): SuperviseRequest => ({
  argv,
  cwd: '/',
  env,
  input: '',
  deadlineMs: 120_000,
  silenceMs: null,
  graceMs: 5_000,
  first: 'SIGTERM',
  stop: new AbortController().signal,
  onStop: () => {},
  ...more,
})

/** What supervision adds to a command that does nothing, over a bare spawn of it. */
export async function superviseOverheadMs(): Promise<number> {
  const bare = await durationsMs(async () => void (await once(spawn('/bin/true', { stdio: 'pipe', env }), 'close')), rounds)
  const supervised = await durationsMs(async () => void (await supervise(request(['/bin/true']))), rounds)
  return median(supervised) - median(bare)
}

/** From the deadline until a tree of every kind, parts of which ignore SIGTERM, is proven gone; the grace period of 300 ms is in it. */
export async function deadlineToGoneMs(): Promise<number> {
  const script = new URL('../fixtures/agents/leaves-every-kind.sh', import.meta.url).pathname
  const gone: number[] = []
  for (let round = 0; round < 3; round++) {
    const ended = await supervise(
      request(['bash', script, `bench${process.pid}x${round}`, 'stay'], { deadlineMs: 700, graceMs: 300 }),
    )
    gone.push(ended.goneMs)
  }
  return median(gone)
}

/** From an abort until the same tree is proven gone: at most 2 s are allowed. */
export async function cancelToGoneMs(): Promise<number> {
  const script = new URL('../fixtures/agents/leaves-every-kind.sh', import.meta.url).pathname
  const stop = new AbortController()
  setTimeout(() => stop.abort('cancelled'), 700)
  return (await supervise(request(['bash', script, `bench${process.pid}c`, 'stay'], { stop: stop.signal }))).goneMs
}

/** By how much our memory grows at most while a command prints 1 GiB. */
export async function memoryUnder1GiBOutputMb(): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const ended = await supervise(request(['bash', '-c', 'head -c 1073741824 /dev/zero'], { cwd: folder }))
  clearInterval(look)
  if (ended.stdout.bytes !== 1 << 30)
    throw new Error(`expected 1 GiB, the command printed ${ended.stdout.bytes} bytes (${ended.cause})`)
  return (most - before) / (1 << 20)
}

export const measure = async (): Promise<Record<string, number>> => ({
  superviseOverheadMs: await superviseOverheadMs(),
  deadlineToGoneMs: await deadlineToGoneMs(),
  cancelToGoneMs: await cancelToGoneMs(),
  memoryUnder1GiBOutputMb: await memoryUnder1GiBOutputMb(),
})
