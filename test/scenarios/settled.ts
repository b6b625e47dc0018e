import { expect } from 'vitest'
import * as z from 'zod'
import { statusOf } from '../../src/simulator/acts/runs.ts'
import { type Heard, unanswered } from './answered.ts'
import { approves } from './reports.ts'
import type { RunOptions, Stage } from './stage.ts'

/** What a scenario did: its last run, the texts that a mention run has heard, and whether its end was looked at already. */
export type Past = { last: RunOptions | null; heard: Heard & Set<number>; isOver: boolean }

const text = z.object({ id: z.number() }).optional()
const spoken = z.object({ comment: text, review: text })

/** The ids of the texts that an event brings to a run. */
export const heardIn = (payload: object): number[] => {
  const { comment, review } = spoken.safeParse(payload).data ?? {}
  return [comment, review].flatMap(one => (one === undefined ? [] : [one.id]))
}

const RIGHTS = 'ghs_all'
const MOST_ROUNDS = 8
/** Longer than a lost dispatch is waited for, and than a dead owner is fenced. */
const LATER_S = 1_200

/** The runner takes up what was dispatched, oldest first. */
const takeQueued = async ({ github, run }: Stage): Promise<void> => {
  for (let most = 0; most < MOST_ROUNDS; most++) {
    const queued = github.repository().runs.find(one => one.event === 'workflow_dispatch' && statusOf(one) === 'queued')
    if (queued === undefined) return
    const { inputs } = queued
    await run({ queued, token: RIGHTS, event: { name: 'workflow_dispatch', payload: { inputs } }, inputs })
  }
  throw new Error(`Expected the dispatched runs to come to an end, found more than ${MOST_ROUNDS}.`)
}

const sweep = ({ run }: Stage) => run({ token: RIGHTS, event: { name: 'schedule', payload: { schedule: '*/15 * * * *' } } })

const writesOf = async ({ github, run }: Stage, options: RunOptions): Promise<{ writes: string[]; log: string }> => {
  github.requests.clear()
  const { log } = await run(options)
  // What GitHub forbids has written nothing: a token without rights is refused anew each time.
  const writes = github.requests.writes.filter(({ status }) => status !== 403)
  return { writes: writes.map(({ method, path, fields }) => `${method} ${path} ${fields.join()}`), log }
}

/** Runs of the present head until one writes nothing. */
const comeToRest = async (scene: Stage): Promise<void> => {
  let found = { writes: [''], log: '' }
  for (let most = 0; found.writes.length > 0; most++) {
    if (most === MOST_ROUNDS) throw new Error(`Expected the world to settle, found ${found.writes.join()}\n${found.log}`)
    found = await writesOf(scene, { token: RIGHTS })
  }
}

/** The same run again: without the sign that a person started it again, which would ask anew. */
const again = ({ env = {}, ...options }: RunOptions): RunOptions => {
  const { GITHUB_RUN_ATTEMPT: _attempt, GITHUB_TRIGGERING_ACTOR: _actor, ...same } = env
  const { queued: _queued, ...rest } = options
  return { ...rest, env: same }
}

/**
 * The end of every scenario: nothing goes wrong any more, GitHub runs what was dispatched, the sweep finds what was lost. Then no
 * accepted request is without an answer (law 4), and the last run repeated on the settled world writes nothing (law 9).
 */
export const settle = async (scene: Stage, past: Past): Promise<void> => {
  const { last } = past
  if (past.isOver || last === null) return
  past.isOver = true
  const { github, answer } = scene
  // A run that asked GitHub nothing has left nothing.
  if (github.requests.all.length === 0 && unanswered(github, 1, past.heard).length === 0) return
  github.faults.end()
  github.hooks.beforeRequest = undefined
  github.hooks.afterRequest = undefined
  answer(approves())
  github.tick(LATER_S)
  await takeQueued(scene)
  const isLeft = github.pull(1).reactions.length > 0 || unanswered(github, 1, past.heard).length > 0
  if (isLeft) {
    await sweep(scene)
    await takeQueued(scene)
  }
  let repeated = await writesOf(scene, again(last))
  if (repeated.writes.length > 0) {
    await comeToRest(scene)
    repeated = await writesOf(scene, again(last))
  }
  expect(unanswered(github, 1, past.heard), 'law 4: accepted requests without an answer').toEqual([])
  expect(repeated.writes, `law 9: the last run repeated on the settled world\n${repeated.log}`).toEqual([])
}
