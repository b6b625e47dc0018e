import type { StepResult } from '../../src/runner/run-action.ts'
import type { Run } from '../../src/simulator/world/types.ts'
import { type CrashWorld, dispatchedRun, fixRun, type RunKind, sweepRun } from './world.ts'

const MOST_SWEEPS = 8
/** A sweep comes every 20 minutes: time enough for a lock without a claim to be nobody's. */
const BETWEEN_S = 1_200

export type Settled = { settled: boolean; runs: number; logs: string[]; outputs: StepResult['outputs'][] }

/** Lets the sweep and the runs that it dispatches go on until it wants nothing more. */
export const settle = async (world: CrashWorld, inputs: Record<string, string>): Promise<Settled> => {
  const told: Settled = { settled: false, runs: 0, logs: [], outputs: [] }
  const play = async (kind: RunKind, run?: Run): Promise<StepResult['outputs']> => {
    const { step, over } = world.start(kind, run)
    const result = await step.result
    over(result.code === 0 ? 'success' : 'failure')
    told.logs.push(result.log)
    told.outputs.push(result.outputs)
    return result.outputs
  }
  for (let sweeps = 0; sweeps < MOST_SWEEPS; sweeps++) {
    world.github.tick(BETWEEN_S)
    await play(sweepRun)
    const queued = world.queued()
    if (queued.length === 0) return { ...told, settled: true }
    for (const run of queued) {
      told.runs++
      const { 'fix-tasks': tasks = '' } = await play(dispatchedRun(run, inputs), run)
      // As the workflow has it: a second job, where the review leaves something to be mended.
      if (Number(tasks) > 0) await play({ ...fixRun(world.github, inputs), pace: 100 })
    }
  }
  return told
}
