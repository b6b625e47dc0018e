import { expect, test } from 'vitest'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

const secondary = { kind: 'secondary-limit', retryAfterSeconds: 40 } as const

test('a rate limit on a read, on the lock and on each write is waited for; one agent, one review', async () => {
  const scene = await stage({
    answers: [asksForFix()],
    faults: [
      { on: 'Observe', effect: secondary },
      { on: 'reactions/create-for-issue', effect: secondary },
      { on: 'AddStatus', effect: secondary },
      { on: 'pulls/create-review', effect: secondary },
      { on: 'EditStatus', effect: secondary },
    ],
  })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(step.log.match(/limit {4}GitHub's \w+ rate limit: waiting 40 s/g)?.length, step.log).toBeGreaterThanOrEqual(5)
  expect(scene.agentStarts()).toBe(1)
  expect(scene.github.pull(1).reviews).toHaveLength(1)
  expect(scene.github.pull(1).comments).toHaveLength(1)
  expect(scene.github.pull(1).reactions).toEqual([])
})

test('points that GraphQL says are used up are waited for like any other limit', async () => {
  const scene = await stage({
    answers: [asksForFix()],
    faults: [{ on: 'Observe', effect: { kind: 'graphql-error', type: 'RATE_LIMITED', message: 'API rate limit exceeded' } }],
  })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(step.log).toContain('rate limit: waiting 60 s before graphql Observe')
})

test('a reset that is hours away is not waited for, and nothing is sent before it', async () => {
  const used = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 7_200) }
  const scene = await stage({
    answers: [asksForFix()],
    faults: [
      { on: 'Observe', effect: { kind: 'answer', status: 403, body: { message: 'API rate limit exceeded' }, headers: used } },
    ],
  })
  const step = await scene.run()
  expect(step.code, step.log).toBe(1)
  expect(step.log).toMatch(/the rate limit is used up for 7\d\d\d s more, and this run waits no longer/)
  expect(scene.github.requests.all).toHaveLength(1)
  expect(scene.agentStarts()).toBe(0)
})
