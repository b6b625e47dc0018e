import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { stopCauseOf } from '../stop-cause.ts'
import type { StopCause } from '../types.ts'
import { BoundedOutput, type Bounds, type KeptOutput } from './bounded-output.ts'
import { closureMeans } from './closure.ts'
import type { CommandEnd, EndPlan, Guarded, Means, Proof } from './means.ts'
import { reapedMeans } from './reaped.ts'
import { findSubreaper } from './subreaper.ts'

export type Cause = 'exit' | 'deadline' | 'silence' | StopCause | 'unstartable'

/** Durations in milliseconds. `input` goes to stdin, whole, and stdin is closed. */
export type SuperviseRequest = {
  argv: [string, ...string[]]
  cwd: string
  env: Record<string, string>
  input: string
  deadlineMs: number
  silenceMs: number | null
  graceMs: number
  /** A CLI that keeps its accounts on SIGINT gets that first. */
  first: EndPlan['first']
  stop: AbortSignal
  /** Told once, when the command is about to be ended for a cause of ours. */
  onStop: (cause: Cause) => void
}

export type Supervised = {
  cause: Cause
  /** Why it could not be started; null when it was. */
  unstartable: string | null
  exit: { code: number | null; signal: string | null }
  stdout: KeptOutput
  stderr: KeptOutput
  durationMs: number
  /** From the cause to the proof that nothing is left. */
  goneMs: number
  /** Processes that could not be ended. */
  left: number
  isolation: string
}

const stdoutBounds: Bounds = { headBytes: 1 << 20, tailBytes: 24 << 20 }
const stderrBounds: Bounds = { headBytes: 256 << 10, tailBytes: 256 << 10 }
/** All of an abort's plan, so that the tree is gone 2 s after it. */
const hurriedPlan = { termAfterMs: 300, killAfterMs: 1_200 }
const interruptMs = 2_000
const drainMs = 500

export const bestMeans = (): Means => {
  const reaper = findSubreaper()
  return reaper === null ? closureMeans : reapedMeans(reaper)
}

/** Runs one command to its end: the first cause wins, both streams are drained, and nothing it started is left when this settles. */
export async function supervise(request: SuperviseRequest, means: Means = bestMeans()): Promise<Supervised> {
  const startedAt = performance.now()
  if (request.stop.aborted) return notStarted(stopCauseOf(request.stop), means)
  const tag = randomUUID()
  const env = { ...request.env, COUNTERSIGN_ATTEMPT: tag }
  const guarded = means.launch({
    argv: request.argv,
    cwd: request.cwd,
    env,
    tag,
    leftoverGraceMs: Math.min(request.graceMs, 2_000),
  })
  const streams = watchStreams(guarded, request.silenceMs)
  feed(guarded, request.input)
  const first = await firstCause(request, guarded, streams.silent)
  const causedAt = performance.now()
  const proof = await endAll(request, guarded, first.cause)
  await drained(guarded)
  streams.close()
  // Its own end is known by now even where we caused it.
  const end = first.end ?? (await Promise.race([guarded.over, pause(drainMs).then(() => null)]))
  return {
    cause: first.cause,
    unstartable: end?.kind === 'unstartable' ? end.why : null,
    exit: end?.kind === 'exited' ? { code: end.code, signal: end.signal } : { code: null, signal: null },
    stdout: streams.stdout.kept(),
    stderr: streams.stderr.kept(),
    durationMs: Math.round(performance.now() - startedAt),
    goneMs: Math.round(performance.now() - causedAt),
    left: proof.left,
    isolation: isolationOf(means, proof),
  }
}

type First = { cause: Cause; end: CommandEnd | null }

async function firstCause(request: SuperviseRequest, guarded: Guarded, silent: Promise<void>): Promise<First> {
  const settled = new AbortController()
  const deadline = pause(request.deadlineMs, undefined, { signal: settled.signal })
  const stopped = once(request.stop, 'abort', { signal: settled.signal })
  const causes: Promise<First>[] = [
    guarded.over.then(end => ({ cause: end.kind === 'exited' ? 'exit' : 'unstartable', end })),
    deadline.then(() => ({ cause: 'deadline', end: null })),
    silent.then(() => ({ cause: 'silence', end: null })),
    stopped.then(() => ({ cause: stopCauseOf(request.stop), end: null })),
  ]
  try {
    return await Promise.race(causes)
  } finally {
    for (const cause of causes) cause.catch(() => {})
    settled.abort()
  }
}

/** A stop that comes while the tree is being ended for another cause shortens what is left of the grace period. */
async function endAll(request: SuperviseRequest, guarded: Guarded, cause: Cause): Promise<Proof> {
  const hurry = (): void => void guarded.end({ first: 'SIGTERM', ...hurriedPlan })
  request.stop.addEventListener('abort', hurry, { once: true })
  try {
    if (cause === 'exit' || cause === 'unstartable') return await guarded.end(null)
    request.onStop(cause)
    return await guarded.end(planOf(cause, request))
  } finally {
    request.stop.removeEventListener('abort', hurry)
  }
}

function planOf(cause: Cause, { first, graceMs }: SuperviseRequest): EndPlan {
  if (cause === 'cancelled' || cause === 'head-moved')
    return { first, ...hurriedPlan, ...(first === 'SIGTERM' && { termAfterMs: 0 }) }
  const termAfterMs = first === 'SIGINT' ? Math.min(interruptMs, graceMs) : 0
  return { first, termAfterMs, killAfterMs: termAfterMs + graceMs }
}

type Streams = { stdout: BoundedOutput; stderr: BoundedOutput; silent: Promise<void>; close: () => void }

function watchStreams({ child }: Guarded, silenceMs: number | null): Streams {
  const stdout = new BoundedOutput(stdoutBounds)
  const stderr = new BoundedOutput(stderrBounds)
  let timer: NodeJS.Timeout | null = null
  const silent = new Promise<void>(resolve => {
    if (silenceMs !== null) timer = setTimeout(resolve, silenceMs)
  })
  const take = (kept: BoundedOutput) => (chunk: Buffer) => {
    timer?.refresh()
    kept.add(chunk)
  }
  child.stdout?.on('data', take(stdout)).on('error', () => {})
  child.stderr?.on('data', take(stderr)).on('error', () => {})
  const close = (): void => {
    if (timer !== null) clearTimeout(timer)
    for (const stream of child.stdio) stream?.destroy()
  }
  return { stdout, stderr, silent, close }
}

/** A child that dies before it reads is no error of ours: EPIPE says nothing its end does not say. */
function feed({ child }: Guarded, input: string): void {
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
}

/** Waits for the streams' last bytes, never longer than the bound: a survivor may hold them open for ever. */
async function drained({ child }: Guarded): Promise<void> {
  const ends = [child.stdout, child.stderr].map(stream =>
    stream === null || stream.readableEnded || stream.destroyed ? null : once(stream, 'end').catch(() => {}),
  )
  const bound = new AbortController()
  await Promise.race([Promise.all(ends), pause(drainMs, undefined, { signal: bound.signal }).catch(() => {})])
  bound.abort()
}

function isolationOf(means: Means, proof: Proof): string {
  const outcome =
    proof.left > 0
      ? `${proof.left} processes could not be ended`
      : proof.ended > 0
        ? `${proof.ended} left over, killed`
        : means.proves
          ? 'none left'
          : 'none seen'
  return `${means.name}, same user; ${outcome}`
}

function notStarted(cause: StopCause, means: Means): Supervised {
  const nothing: KeptOutput = { head: '', tail: '', bytes: 0, leftOutBytes: 0 }
  const exit = { code: null, signal: null }
  return {
    cause,
    unstartable: null,
    exit,
    stdout: nothing,
    stderr: nothing,
    durationMs: 0,
    goneMs: 0,
    left: 0,
    isolation: `${means.name}; not started`,
  }
}
