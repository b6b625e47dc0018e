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
