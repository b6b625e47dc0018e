import { type ChildProcess, spawn } from 'node:child_process'
import { scrubSecrets } from '../text/secrets.ts'
import { type GitFailure, gitFailure, whyOf } from './failure.ts'

export type GitCall = {
  args: string[]
  /** Milliseconds; then the process and its group are ended. */
  timeoutMs: number
  /** Output beyond this is cut, and git is ended: more of it would not be read. */
  maxBytes: number
  input?: string | Buffer
  /** Settings of this call alone, `key=value`. */
  config?: string[]
  /** The exit code by which this command says that it found nothing: an answer, no failure. */
  noneCode?: number
}

export type GitOutput = { kind: 'ok'; stdout: Buffer; truncated: boolean }

export type GitRunner = (call: GitCall) => Promise<GitOutput | GitFailure>

/** `secrets` are taken out of every message. */
export type GitSetting = { environment: Record<string, string>; cwd: string; stop: AbortSignal | null; secrets: string[] }

const stderrLimit = 64 * 1024
const killAfterMs = 2_000

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    // Its transport helpers and index-pack are in its group; git alone may leave them behind.
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

const endGroup = (child: ChildProcess): void => {
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs)
  child.once('close', () => clearTimeout(timer))
}

type Collected = { chunks: Buffer[]; size: number; full: boolean }

const collect = (stream: NodeJS.ReadableStream | null, limit: number, whenFull: () => void): Collected => {
  const collected: Collected = { chunks: [], size: 0, full: false }
  stream?.on('data', (chunk: Buffer) => {
    if (collected.full) return
    const room = limit - collected.size
    collected.chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    collected.size += Math.min(chunk.length, room)
    if (chunk.length <= room) return
    collected.full = true
    whenFull()
  })
  return collected
}

/** What git says after the line that tells why. */
const HINT =
  /^(?:fatal: Could not read from remote repository\.|Please make sure you have the correct access rights|and the repository exists\.|send-pack: unexpected disconnect while reading sideband packet|fatal: the remote end hung up unexpectedly|Everything up-to-date|)$/

const lastLines = (stderr: Buffer[], secrets: string[]): string => {
  const lines = scrubSecrets(Buffer.concat(stderr).toString('utf8'), secrets).trim().split('\n')
  const telling = lines.filter(line => !HINT.test(line.trim()))
  return (telling.length > 0 ? telling : lines).slice(-3).join(' ').slice(0, 500)
}

type Ending = { code: number | null; problem: string }

const endingOf = (child: ChildProcess): Promise<Ending> =>
  new Promise(resolve => {
    child.once('error', error => resolve({ code: null, problem: error.message }))
    child.once('close', code => resolve({ code, problem: '' }))
  })

/** Ends the process at its time or with the run; `why` says which it was. */
const watch = (child: ChildProcess, named: string, limits: { timeoutMs: number; stop: AbortSignal | null }) => {
  const watched: { why: GitFailure | null; release: () => void } = { why: null, release: () => {} }
  const end = (failure: GitFailure): void => {
    watched.why ??= failure
    endGroup(child)
  }
  const seconds = limits.timeoutMs / 1000
  const timer = setTimeout(() => end(gitFailure('timeout', `${named} did not end within ${seconds} s`)), limits.timeoutMs)
  const onStop = (): void => end(gitFailure('stopped', `${named} was stopped with the run`))
  limits.stop?.addEventListener('abort', onStop, { once: true })
  watched.release = () => {
    clearTimeout(timer)
    limits.stop?.removeEventListener('abort', onStop)
  }
  return watched
}

/** Runs git with bounded time and output; never rejects, and what it started is ended with it. */
export const gitRunner =
  ({ environment, cwd, stop, secrets }: GitSetting): GitRunner =>
  async ({ args, timeoutMs, maxBytes, input, config = [], noneCode = 0 }) => {
    const named = `git ${args[0] ?? ''}`
    if (stop?.aborted) return gitFailure('stopped', `${named} was not started: the run is being stopped`)
    const child = spawn('git', [...config.flatMap(setting => ['-c', setting]), ...args], {
      cwd,
      env: environment,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const watched = watch(child, named, { timeoutMs, stop })
    const stdout = collect(child.stdout, maxBytes, () => endGroup(child))
    const stderr = collect(child.stderr, stderrLimit, () => {})
    // git may end without reading its input: a closed pipe is told by the exit code.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    const { code, problem } = await endingOf(child)
    watched.release()
    if (watched.why) return watched.why
    if (code === 0 || code === noneCode || stdout.full)
      return { kind: 'ok', stdout: Buffer.concat(stdout.chunks), truncated: stdout.full }
    const said = problem || lastLines(stderr.chunks, secrets)
    return gitFailure(whyOf(said), `${named} failed (exit ${code ?? 'none'}): ${said || 'no message'}`)
  }
