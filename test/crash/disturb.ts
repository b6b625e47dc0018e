import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { StepResult } from '../../src/runner/run-action.ts'
import type { CrashWorld, RunKind } from './world.ts'

/** What happens to a run at its nth request; `agent` = while the agent works, whatever the request. */
export type Disturbance =
  /** The process is killed before the request is done, or after it and before the answer. */
  | { kind: 'kill-before' | 'kill-after'; at: number }
  /** The request is done, and its answer is lost. */
  | { kind: 'lost-answer'; at: number }
  /** The runner cancels the job: SIGINT, later SIGTERM and SIGKILL. */
  | { kind: 'cancel'; at: number }
  /** The process is killed as soon as its claim is written. */
  | { kind: 'kill-claimed'; at: number }

export const wordsOf = ({ kind, at }: Disturbance): string => `${kind} ${at}`

/** How long a cancelled process may take to be gone. */
export const CANCEL_MS = 7_000

export type Disturbed = {
  main: StepResult
  happened: boolean /** From the cancellation to the end. */
  tookMs: number
  left: string[]
}

const commandOf = (pid: string): string => {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return command === '' ? '' : `${command} in ${readlinkSync(`/proc/${pid}/cwd`)}`
  } catch {
    return ''
  }
}

/** Processes that belong to this world: their command names its folder, or they work there. */
const living = ({ folder }: CrashWorld): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(commandOf)
    .filter(command => command.includes(folder))

/** What is left once everything had two seconds to end. */
const leftIn = async (world: CrashWorld): Promise<string[]> => {
  for (let tries = 0; tries < 20 && living(world).length > 0; tries++) await pause(100)
  return living(world)
}

/** Plays one run and disturbs it once. */
export const disturbed = async (world: CrashWorld, kind: RunKind, disturbance: Disturbance | null): Promise<Disturbed> => {
  const { github } = world
  let seen = 0
  let happened = false
  let signalledMs = 0
  const { step, over } = world.start(kind)
  const kill = async (): Promise<void> => {
    happened = true
    step.kill('SIGKILL')
    await step.result
  }
  github.hooks.beforeRequest = async () => {
    seen++
    if (seen !== disturbance?.at || happened) return
    if (disturbance.kind === 'kill-before') await kill()
    if (disturbance.kind === 'cancel') {
      happened = true
      signalledMs = performance.now()
      step.cancel()
    }
  }
  if (disturbance?.kind === 'kill-before') github.faults.add({ on: () => true, nth: disturbance.at, effect: { kind: 'reset' } })
  if (disturbance?.kind === 'lost-answer')
    github.faults.add({ on: () => true, nth: disturbance.at, effect: { kind: 'lost-answer' } })
  github.hooks.afterRequest = async request => {
    if (disturbance?.kind === 'kill-claimed' && /^(Add|Edit)Status$/.test(request.operation ?? '') && !happened) await kill()
    if (disturbance?.kind === 'kill-after' && seen === disturbance.at && !happened) await kill()
    if (disturbance?.kind === 'lost-answer' && seen === disturbance.at) happened = true
  }
  const main = await step.result
  const tookMs = performance.now() - signalledMs
  github.hooks.beforeRequest = undefined
  github.hooks.afterRequest = undefined
  const left = await leftIn(world)
  // The machine of a killed run is gone; any other job goes on with its post step.
  if (main.signal !== 'SIGKILL' && main.state.lock) await world.post(kind, main)
  over(main.code === 0 ? 'success' : disturbance?.kind === 'cancel' ? 'cancelled' : 'failure')
  return { main, happened, tookMs, left }
}
