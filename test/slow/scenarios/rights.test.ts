import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { working } from '../../scenarios/acting.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

test('a token that may not write is told before any agent is paid for, with the rights that are missing', async () => {
  const { run, agentStarts, github } = await stage({ answers: [asksForFix()] })
  const step = await run({ token: 'ghs_reader' })
  expect(step.code).toBe(1)
  expect(step.log).toMatch(
    /token: found one that may not write here \(.*403.*\); expected pull-requests: write and issues: write; add both/,
  )
  expect(agentStarts()).toBe(0)
  expect(github.pull(1).comments).toEqual([])
})

test('a label that GitHub refuses costs the label alone: the verdict stands, and a person is called all the same', async () => {
  const { run, github } = await stage({
    policy: { 'max-cycles': 1 },
    answers: [asksForFix()],
    faults: [{ on: 'issues/add-labels', effect: { kind: 'answer', status: 404, body: { message: 'Not Found' } } }],
  })
  const step = await run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'escalated', decision: 'fix-requested' })
  expect(step.log).toMatch(/warn +the pause label could not be set; the comment pauses alone: /)
  expect(step.log).not.toMatch(/apply +label on/)
  expect(github.pull(1).reviews).toHaveLength(1)
  expect(github.pull(1).comments.at(-1)?.body).toMatch(/^### A person is needed/)
})

test('an answer that is lost after the review landed leaves one review, and the run goes on', async () => {
  const { run, github } = await stage({
    answers: [asksForFix()],
    faults: [{ on: 'pulls/create-review', effect: { kind: 'lost-answer' } }],
  })
  const step = await run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested' })
  expect(github.pull(1).reviews).toHaveLength(1)
  expect(github.pull(1).reactions).toEqual([])
})

test('a line that GitHub refuses loses no finding: everything goes into the body of one review', async () => {
  const refused = { message: 'Unprocessable Entity', errors: ['Pull request review thread line must be part of the diff'] }
  const { run, github } = await stage({
    answers: [asksForFix()],
    faults: [{ on: 'pulls/create-review', effect: { kind: 'answer', status: 422, body: refused } }],
  })
  const step = await run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(github.pull(1).reviews).toHaveLength(1)
  expect(github.pull(1).threads).toEqual([])
  expect(github.pull(1).reviews[0]?.body).toContain('Division by zero')
})

test('an outage while the review is posted is waited for, and the agent is not run again', async () => {
  const { run, github, agentStarts } = await stage({
    answers: [asksForFix()],
    faults: [{ on: 'pulls/create-review', times: 2, effect: { kind: 'answer', status: 503 } }],
  })
  const step = await run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(github.pull(1).reviews).toHaveLength(1)
  expect(agentStarts()).toBe(1)
})

test('a review that GitHub never takes is kept in the job summary, and the next run takes the head up', async () => {
  const { run, github } = await stage({
    answers: [asksForFix()],
    faults: [{ on: 'pulls/create-review', times: 9, effect: { kind: 'answer', status: 503 } }],
  })
  const step = await run()
  expect(step.code).toBe(1)
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'failed',
    reason: expect.stringMatching(/^the review could not be published \(/),
  })
  expect(step.summary).toContain('### Changes requested: 1 blocking finding')
  expect(github.pull(1).comments[0]?.body).toMatch(/^\*\*The review of `[0-9a-f]{7}` was cut off; the next run takes it up\.\*\*/)
  expect(github.pull(1).reactions).toEqual([])
})

test('a secret that an agent came by leaves nowhere: not in a text, not in a path, not in the marker', async () => {
  const leak = { ...asksForFix().report.findings[0], title: 'leak ghs_actions', path: 'ghs_actions.js', body: 'ghs_actions' }
  const { run, github } = await stage({ answers: [{ report: { ...asksForFix().report, findings: [leak] } }] })
  const step = await run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(JSON.stringify(github.dump().repositories)).not.toContain('ghs_actions')
  expect(step.summary).not.toContain('ghs_actions')
})

test('running a failed job again is one try, not three; so is “Run workflow” by hand, but no bot’s dispatch', async () => {
  const { run, agentStarts, answer } = await stage({ policy: { 'max-attempts': 1 }, answers: [{ text: 'no report' }] })
  await run()
  answer({ text: 'no report' })
  const again = await run({ env: { GITHUB_RUN_ATTEMPT: '2', GITHUB_TRIGGERING_ACTOR: 'dev' } })
  expect(again.outputs, again.log).toMatchObject({ outcome: 'failed' })
  expect(agentStarts()).toBe(2)
  const dispatch = (actor: string) => ({
    event: { name: 'workflow_dispatch', payload: { inputs: { pull: '1' } } },
    inputs: { pull: '1' },
    env: { GITHUB_TRIGGERING_ACTOR: actor },
  })
  const byBot = await run(dispatch('github-actions[bot]'))
  expect(byBot.outputs, byBot.log).toMatchObject({ outcome: 'skipped' })
  const byHand = await run(dispatch('dev'))
  expect(byHand.outputs, byHand.log).toMatchObject({ outcome: 'failed' })
  expect(agentStarts()).toBe(3)
})

test('a broken event file is told like any other bad input', async () => {
  const { run, folder } = await stage()
  const event = join(folder, 'event.json')
  writeFileSync(event, '{"action":')
  const step = await run({ env: { GITHUB_EVENT_PATH: event } })
  expect(step.code).toBe(1)
  expect(step.log).toMatch(/::error::event: found ".*event\.json", which cannot be read as JSON \(.*\); expected/)
})

test('a claim whose run is gone from GitHub is taken up at once when it wrote its ending, and after a day otherwise', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  const step = await working(scene)
  step.cancel()
  await step.done
  scene.github.repository().runs.length = 0
  scene.answer(asksForFix())
  scene.github.tick(120)
  const next = await scene.run()
  expect(next.outputs, next.log).toMatchObject({ outcome: 'reviewed' })
})
