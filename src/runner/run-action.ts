import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelAsRunner } from './cancel.ts'
import { type CommandFiles, makeCommandFiles, type StepSettings, stepEnvironment } from './environment.ts'
import { parseFileCommands } from './file-commands.ts'

export type StepOptions = StepSettings & {
  /** The bundle to run. */
  entry: string
  /** The step's working directory; `null` = an empty folder. */
  workspace: string | null
  /** The program that runs the bundle. */
  node: string
  /** After this the step is killed and its result says `timedOut`. */
  timeoutMs: number
}

export type StepResult = {
  code: number | null
  signal: NodeJS.Signals | null
  timedOut: boolean
  durationMs: number
  /** Standard output and error in the order they came, at most the first 8 MiB. */
  log: string
  outputs: Record<string, string>
  state: Record<string, string>
  env: Record<string, string>
  summary: string
}

export type RunningStep = {
  pid: number
  /** Settles when the process has ended and the runner would go on; never rejects because of what the step did. */
  result: Promise<StepResult>
  /** Signals the step's one process, as the runner does. */
  kill: (signal: NodeJS.Signals) => void
  /** Cancels as the runner does: SIGINT, 7.5 s, SIGTERM, 2.5 s, SIGKILL. */
  cancel: () => void
  /** Settles once the log matches; rejects when the step ends before it did. */
  logged: (pattern: RegExp) => Promise<void>
}

const maxLogBytes = 8 * 1024 * 1024

type Log = { read: () => string; onChange: (listener: () => void) => void }

const keepLog = (child: ChildProcess): Log => {
  const kept: Buffer[] = []
  const listeners: (() => void)[] = []
  let bytes = 0
  const keep = (chunk: Buffer): void => {
    if (bytes < maxLogBytes) kept.push(chunk.subarray(0, maxLogBytes - bytes))
    bytes += chunk.length
    for (const listener of listeners) listener()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return { read: () => Buffer.concat(kept).toString('utf8'), onChange: listener => void listeners.push(listener) }
}

type Ending = { code: number | null; signal: NodeJS.Signals | null }

// A child that outlives the step may hold its pipes open. The runner then waits 5 s and goes on.
const endingOf = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const goOn = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, 5_000)
      child.once('close', () => {
        clearTimeout(goOn)
        resolve({ code, signal })
      })
    })
  })

const answersOf = (files: CommandFiles): Pick<StepResult, 'outputs' | 'state' | 'env' | 'summary'> => ({
  outputs: parseFileCommands(readFileSync(files.OUTPUT, 'utf8')),
  state: parseFileCommands(readFileSync(files.STATE, 'utf8')),
  env: parseFileCommands(readFileSync(files.ENV, 'utf8')),
  summary: readFileSync(files.STEP_SUMMARY, 'utf8'),
})

const loggedIn = (log: Log, ended: Promise<unknown>, pattern: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (pattern.test(log.read())) resolve()
    }
    log.onChange(look)
    look()
    ended.then(() => reject(new Error(`The step ended before its log matched ${pattern}. It said:\n${log.read()}`)), reject)
  })

/** Starts one step of a JavaScript action as GitHub's runner does: bare environment, command files, event file. */
export const startStep = (options: StepOptions): RunningStep => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-step-'))
  const files = makeCommandFiles(folder)
  const cwd = options.workspace ?? folder
  const env = stepEnvironment({ ...options, env: { GITHUB_WORKSPACE: cwd, ...options.env } }, files, folder)
  const child = spawn(options.node, [options.entry], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const started = performance.now()
  const log = keepLog(child)
  const cancelling: { stop: () => void }[] = []
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, options.timeoutMs)
  const finish = async (): Promise<StepResult> => {
    try {
      const ending = await endingOf(child)
      const durationMs = Math.round(performance.now() - started)
      return { ...ending, timedOut, durationMs, log: log.read(), ...answersOf(files) }
    } finally {
      clearTimeout(timer)
      for (const { stop } of cancelling) stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const result = finish()
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal)
  return {
    pid: child.pid ?? 0,
    result,
    kill,
    cancel: () => void cancelling.push(cancelAsRunner(kill)),
    logged: pattern => loggedIn(log, result, pattern),
  }
}

export type JobResult = { main: StepResult; post: StepResult }

/** Runs main and then, whatever became of it, post with the state that main saved: what a job does with an action. */
export const runJob = async (options: StepOptions, postEntry: string): Promise<JobResult> => {
  const main = await startStep(options).result
  const post = await startStep({ ...options, entry: postEntry, state: main.state }).result
  return { main, post }
}
