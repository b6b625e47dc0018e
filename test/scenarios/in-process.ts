import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { begin } from '../../src/begin.ts'
import { review } from '../../src/modes/review.ts'
import type { PullRun } from '../../src/observe/context.ts'
import { look } from '../../src/observe/look.ts'
import { type Ready, readied } from '../../src/rounds/ready.ts'
import type { RunReport } from '../../src/rounds/report.ts'
import type { WorkDeps } from '../../src/rounds/work.ts'
import { makeCommandFiles, stepEnvironment } from '../../src/runner/environment.ts'
import { workDepsOf } from '../../src/work-deps.ts'
import { stepOptions } from '../harness/step-options.ts'
import { jobOf, type RunOptions, type Stage, type StageOptions } from './stage.ts'

type Scene = Pick<Stage, 'github' | 'folder'>

/** How a run of this process ended: its report, or what it threw; `log` = its lines. */
export type Ended = { report: RunReport | null; error: unknown; log: string }

export type RunHere = {
  done: Promise<Ended>
  /** Settles once the run has nothing to do but wait for another member of its panel, or has ended. */
  waits: Promise<unknown>
}

/** So many pulls beside the first, of one head: one world for what is played once at every boundary. */
export const pullsBeside = (count: number): Pick<StageOptions, 'branches' | 'pulls'> => {
  const names = Array.from({ length: count }, (_, index) => `topic-${index + 2}`)
  return {
    branches: Object.fromEntries(names.map(name => [name, { from: 'topic', commits: [] }])),
    pulls: names.map(head => ({ title: 'Mean of a list', author: 'author', head, body: 'Adds the mean.' })),
  }
}

const WAITS = /^panel +waiting for/

type Begun = { pullRun: PullRun; deps: WorkDeps; log: string[]; end: () => void }

const begun = async ({ github, folder }: Scene, run: RunOptions, heard: (line: string) => void): Promise<Begun> => {
  const { options, end } = jobOf(github, run)
  const own = mkdtempSync(join(folder, 'run-'))
  const env = stepEnvironment(stepOptions({ dist: folder, entry: 'main' }, options), makeCommandFiles(own), own)
  const log: string[] = []
  const say = (line: string): void => {
    log.push(line)
    heard(line)
  }
  const outside = { env, say, stop: new AbortController().signal }
  const { inputs, pullRun } = await begin(outside)
  if (pullRun === null) throw new Error('Expected a run on a pull request.')
  return { pullRun, deps: workDepsOf(outside, inputs, { pullRun, scratch: own }), log, end }
}

/** The head of the scene's first pull, made ready once: all runs on the same head and base may share it. */
export const readyHere = async (scene: Scene, run: RunOptions): Promise<Ready | null> => {
  const { pullRun, deps, end } = await begun(scene, run, () => {})
  const view = await look(pullRun, { nonce: null, lock: null })
  const { ready } = await readied(pullRun, view, { deps, known: null })
  end()
  return ready
}

/**
 * A review run in this process: from the runner's environment to the report, with real requests and a real agent, but without
 * what most of a run's time goes to, the start of the bundle and, for a head that is `known`, git. So it can be played again at
 * every boundary of another.
 */
export const startHere = (scene: Scene, run: RunOptions, known: Ready | null = null): RunHere => {
  let wait = (): void => {}
  const waiting = new Promise<void>(resolve => {
    wait = resolve
  })
  const play = async (): Promise<Ended> => {
    const { pullRun, deps, log, end } = await begun(scene, run, line => WAITS.test(line) && wait())
    const ended = (report: RunReport | null, error: unknown = null): Ended => ({ report, error, log: log.join('\n') })
    return review(pullRun, deps, known)
      .then(report => ended(report))
      .catch((error: unknown) => ended(null, error))
      .finally(end)
  }
  const done = play()
  return { done, waits: Promise.race([waiting, done]) }
}
