import { expect, test } from 'vitest'
import { lastAttempt } from '../../../src/simulator/acts/runs.ts'
import type { GitHub } from '../../../src/simulator/github.ts'
import type { Run } from '../../../src/simulator/world/types.ts'
import { type Ended, pullsBeside, readyHere, startHere } from '../../scenarios/in-process.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'
import { sweepOnce } from '../../sweep/sweeping.ts'

/** More than one sweep has boundaries: each has a pull of its own. */
const MOST = 24

const sweepHere = (github: GitHub) => sweepOnce(github, { token: 'ghs_mention' })
const queuedIn = (github: GitHub): Run[] =>
  github.repository().runs.filter(run => run.event === 'workflow_dispatch' && lastAttempt(run).status === 'queued')

test('a second sweep comes and goes before each request of the first: what was asked for is dispatched, and reviewed once', async () => {
  const scene = await stage({ readLag: 0, policy: { review: 'requested' }, answers: [asksForFix()], ...pullsBeside(MOST) })
  const { github, agentStarts } = scene
  const ready = await readyHere(scene, {})
  const dispatched: number[] = []
  for (let pull = 1; ; pull++) {
    github.as('dev').comment(pull, '@countersign review')
    github.tick(1_000)
    const started = agentStarts()
    const sweeps: { log: string }[] = []
    let seen = 0
    github.hooks.beforeRequest = async () => {
      if (++seen === pull) sweeps.push(await sweepHere(github))
    }
    sweeps.push(await sweepHere(github))
    github.hooks.beforeRequest = undefined
    if (sweeps.length === 1) break
    const queued = queuedIn(github)
    dispatched.push(queued.length)
    const runs: Ended[] = []
    for (const run of queued) runs.push(await startHere(scene, { pull, queued: run }, ready).done)
    const logs = [...sweeps, ...runs].map(({ log }) => log).join('\n---\n')
    const where = `a second sweep before request ${pull} of the first\n${logs}`
    expect(
      runs.map(({ report }) => report?.outcome),
      where,
    ).toEqual(['reviewed', 'skipped'].slice(0, queued.length))
    expect(agentStarts() - started, where).toBe(1)
    expect(github.pull(pull).reviews.length, where).toBe(1)
    expect(github.pull(pull).comments.length, where).toBe(2)
    expect(github.pull(pull).reactions, where).toEqual([])
  }
  // Each looks at the runs once more before it starts its own: only between that look and its dispatch can the other have started one.
  expect(dispatched.toSorted()).toEqual([...Array.from(dispatched.slice(1), () => 1), 2])
  expect(dispatched.length).toBeGreaterThan(10)
}, 600_000)
