import { expect, test } from 'vitest'
import { approves } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

test('the next agent of the chain answers, and the review says who, and what became of the first', async () => {
  const missing = { run: ['/nowhere/agent'] }
  const scene = await stage({ answers: [approves()], policy: { agents: ['absent', 'scripted'] }, commands: { absent: missing } })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', agent: 'scripted', attempts: '2' })
  expect(scene.github.pull(1).reviews[0]?.body).toContain('by scripted, after absent could not answer (error)')
})

test('an agent that changes the files it was to read has its review thrown away', async () => {
  const scene = await stage({ answers: [{ ...approves(), touch: 'src/mean.js' }] })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/changed the files it was to read; its review is void$/),
  })
  expect(scene.github.pull(1).reviews).toEqual([])
})

test('agents that give no report end red with the reason of every attempt; the head is closed until a person asks', async () => {
  const scene = await stage({ policy: { backoff: 0 }, answers: [{ text: 'Looks good to me!' }] })
  const failed = await scene.run()
  expect(failed.code).toBe(1)
  expect(failed.outputs).toMatchObject({
    outcome: 'failed',
    attempts: '3',
    reason: expect.stringMatching(/^scripted, attempts 1, 2 and 3: malformed \(/),
  })
  expect(failed.summary.match(/\| scripted \| \d \| malformed \|/g)).toHaveLength(3)
  expect(scene.github.pull(1).reviews).toEqual([])
  expect(scene.github.pull(1).comments[0]?.body).toMatch(/^\*\*The review of `[0-9a-f]{7}` failed\.\*\*/)
  const again = await scene.run()
  expect(again.outputs, again.log).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/^finished: /) })
  expect(scene.agentStarts()).toBe(3)

  scene.github.tick(60)
  scene.github.as('dev').comment(1, '@countersign review')
  scene.answer(approves())
  const asked = await scene.run()
  expect(asked.outputs, asked.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
})
