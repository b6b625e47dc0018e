import { expect, test } from 'vitest'
import { asksForFix, finding } from './reports.ts'
import { stage } from './stage.ts'

const offDiff = finding({ title: 'Readme is stale', path: 'README.md', line: 1, severity: 'medium', blocking: false })

test('the shipped bundle leaves exactly one review at the head, its comment on the right line, and lets go of the lock', async () => {
  const { github, run, agentStarts } = await stage({ answers: [asksForFix(finding(), offDiff)] })
  const head = github.repository().git.branch('topic')
  const step = await run()
  expect(step.code, step.log).toBe(0)
  expect(agentStarts()).toBe(1)
  const pull = github.pull(1)
  expect(pull.reviews).toHaveLength(1)
  expect(pull.reviews[0]).toMatchObject({ state: 'COMMENTED', commit: head, author: 'github-actions' })
  expect(pull.reviews[0]?.body).toMatch(/^### Changes requested: 1 blocking finding, 1 further note\n/)
  expect(pull.reviews[0]?.body).toContain('Readme is stale')
  expect(pull.threads.map(({ path, line, side }) => ({ path, line, side }))).toEqual([
    { path: 'src/mean.js', line: 2, side: 'RIGHT' },
  ])
  expect(pull.reactions).toEqual([])
  expect(pull.comments).toHaveLength(1)
  expect(pull.comments[0]?.body).toMatch(/^\*\*Changes requested at `[0-9a-f]{7}`\.\*\*\n\ncycle 1 of 3/)
  expect(step.outputs).toMatchObject({
    outcome: 'reviewed',
    decision: 'fix-requested',
    pull: '1',
    head,
    cycle: '1',
    findings: '2',
    blocking: '1',
    agent: 'scripted',
  })
})

test('a full review takes at most 9 API requests, and running it again reads once and writes nothing', async () => {
  const { github, run, agentStarts } = await stage({ answers: [asksForFix()], readLag: 0 })
  await run()
  expect(github.requests.api.length, github.requests.summary()).toBeLessThanOrEqual(9)
  github.requests.clear()
  const again = await run()
  expect(again.outputs).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/^already-reviewed: head [0-9a-f]{7} was reviewed/),
  })
  expect(github.requests.writes).toEqual([])
  expect(github.requests.api).toHaveLength(1)
  expect(agentStarts()).toBe(1)
})
