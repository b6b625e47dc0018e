import { expect, test } from 'vitest'
import { asksForFix } from './reports.ts'
import { stage } from './stage.ts'

test('the shipped bundle leaves exactly one review at the head, with its comment on the right line', async () => {
  const { github, run, agentStarts } = await stage({ answers: [asksForFix()] })
  const head = github.repository().git.branch('topic')
  const step = await run()
  console.log(step.log, step.outputs, step.summary)
  console.log(github.requests.summary())
  expect(step.code).toBe(0)
  expect(agentStarts()).toBe(1)
  const { reviews } = github.pull(1)
  expect(reviews).toHaveLength(1)
  console.log(reviews[0], github.pull(1).comments, github.pull(1).threads)
})
