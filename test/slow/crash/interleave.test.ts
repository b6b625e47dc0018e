import { expect, test } from 'vitest'
import { type Ended, pullsBeside, readyHere, startHere } from '../../scenarios/in-process.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

/** More than one run has boundaries: each has a pull of its own. */
const MOST = 24

test('two runs interleaved at every request boundary start one agent and leave one verdict', async () => {
  const scene = await stage({ readLag: 0, answers: [asksForFix()], ...pullsBeside(MOST) })
  const { github, agentStarts } = scene
  const ready = await readyHere(scene, {})
  for (let pull = 1; ; pull++) {
    const started = agentStarts()
    const others: Ended[] = []
    let seen = 0
    github.hooks.beforeRequest = async ({ kind }) => {
      // The second run comes and goes whole while the first one waits with its request. Git's are none: they read what never changes.
      if (kind !== 'git' && ++seen === pull) others.push(await startHere(scene, { pull }, ready).done)
    }
    const first = await startHere(scene, { pull }, ready).done
    github.hooks.beforeRequest = undefined
    if (others.length === 0) {
      expect(pull).toBeGreaterThan(8)
      return
    }
    const where = `second run before request ${pull} of the first\n${[first, ...others].map(({ log }) => log).join('\n---\n')}`
    expect(
      [first, ...others].map(({ error }) => error),
      where,
    ).toEqual([null, null])
    expect(agentStarts() - started, where).toBe(1)
    expect(github.pull(pull).reviews.length, where).toBe(1)
    expect(github.pull(pull).comments.length, where).toBe(1)
    expect(github.pull(pull).reactions, where).toEqual([])
  }
}, 600_000)

test('the shipped action: a second run that comes when the first has claimed leaves it the work', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  const { github, run, agentStarts } = scene
  const others: Awaited<ReturnType<typeof run>>[] = []
  github.hooks.afterRequest = async ({ operation }) => {
    if (operation === 'AddStatus' && others.length === 0) others.push(await run())
  }
  const first = await run()
  expect(first.outputs, first.log).toMatchObject({ outcome: 'reviewed' })
  expect(others[0]?.outputs, others[0]?.log).toMatchObject({ outcome: 'waiting' })
  expect(agentStarts()).toBe(1)
  expect(github.pull(1).reviews).toHaveLength(1)
})
