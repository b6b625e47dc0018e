import { inject } from 'vitest'
import { type RunningStep, type StepResult, startStep } from '../../src/runner/run-action.ts'
import { type ActionOptions, stepOptions } from './step-options.ts'

export type { ActionOptions } from './step-options.ts'

/** Starts the shipped main step; the caller may signal it, cancel it, and awaits its `result`. */
export const startMain = (options: ActionOptions): RunningStep =>
  startStep(stepOptions({ dist: inject('dist'), entry: 'main' }, options))

/** The shipped main step, to its end. */
export const runMain = (options: ActionOptions): Promise<StepResult> => startMain(options).result

/** The shipped post step with what main saved: the runner gives it the same inputs, event and environment. */
export const runPost = (options: ActionOptions, main: Pick<StepResult, 'state'>): Promise<StepResult> =>
  startStep(stepOptions({ dist: inject('dist'), entry: 'post' }, { ...options, state: main.state })).result

/** Main, then post, whatever became of main: what a job does with the action. */
export const runAction = async (options: ActionOptions): Promise<{ main: StepResult; post: StepResult }> => {
  const main = await runMain(options)
  return { main, post: await runPost(options, main) }
}
