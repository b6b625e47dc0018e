import type { StepResult } from '../../src/runner/run-action.ts'
import { type CrashWorld, dispatchedRun, sweepRun } from './world.ts'

const MOST_SWEEPS = 8
/** A sweep comes every 20 minutes: time enough for a lock without a claim to be nobody's. */
const BETWEEN_S = 1_200

export type Settled = { settled: boolean; runs: number; logs: string[]; outputs: StepResult['outputs'][] }

/** Lets the sweep and the runs that it dispatches go on until it wants nothing more. */
export const settle = async (world: CrashWorld, inputs: Record<string, string>): Promise<Settled> => {
  const told: Settled = { settled: false, runs: 0, logs: [], outputs: [] }
  const play = async (kind: Parameters<CrashWorld['start']>[0], run?: Parameters<CrashWorld['start']>[1]): Promise<void> => {
    const { step, over } = world.start(kind, run)
    const result = await step.result
    over(result.code === 0 ? 'success' : 'failure')
    told.logs.push(result.log)
    told.outputs.push(result.outputs)
  }
  for (let sweeps = 0; sweeps < MOST_SWEEPS; sweeps++) {
    world.github.tick(BETWEEN_S)
    await play(sweepRun)
    const queued = world.queued()
    if (queued.length === 0) return { ...told, settled: true }
    for (const run of queued) {
      told.runs++
      await play(dispatchedRun(run, inputs), run)
    }
  }
  return told
}
