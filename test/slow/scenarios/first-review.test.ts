import { expect, test } from 'vitest'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

test('a required check is red while the standing decision asks for a fix, and the queue passes only what is approved', async () => {
  const { github, run, answer } = await stage({ answers: [asksForFix()] })
  const inputs = { 'fail-on': 'failed, fix-requested' }
  expect((await run({ inputs })).code).toBe(1)
  const again = await run({ inputs })
  expect(again).toMatchObject({ code: 1, outputs: { outcome: 'skipped', decision: 'fix-requested' } })
  const queued = () => ({ head_ref: `refs/heads/gh-readonly-queue/main/pr-1-${github.repository().git.branch('topic')}` })
  const merge = () => ({ event: { name: 'merge_group', payload: { action: 'checks_requested', merge_group: queued() } }, inputs })
  expect(await run(merge())).toMatchObject({
    code: 1,
    outputs: { outcome: 'failed', reason: expect.stringMatching(/has a fix requested$/) },
  })
  github.tick(60)
  github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
  answer(approves())
  await run({ inputs })
  expect(await run(merge())).toMatchObject({ code: 0, outputs: { decision: 'approved' } })
})

test('a head without a decision is red where that is asked for', async () => {
  const { github, run } = await stage({ answers: [asksForFix()] })
  github.as('author').draft(1)
  const inputs = { 'fail-on': 'failed, undecided' }
  expect(await run({ inputs })).toMatchObject({ code: 1, outputs: { outcome: 'skipped', decision: '' } })
  expect((await run()).code).toBe(0)
})

test('an approval says so in the review and the status comment', async () => {
  const { github, run } = await stage({ answers: [approves()] })
  const step = await run()
  expect(step.outputs).toMatchObject({ outcome: 'reviewed', decision: 'approved', findings: '0' })
  expect(github.pull(1).reviews[0]?.body).toMatch(/^### No blocking findings\n/)
  expect(github.pull(1).comments[0]?.body).toMatch(/^\*\*Approved `[0-9a-f]{7}`\.\*\*/)
})

test('no credential is left in any file of the workspace, and none reaches the agent', async () => {
  const { run, folder } = await stage({ answers: [{ ...asksForFix(), env: `${'env'}.json` }] })
  const step = await run({ env: { SECRET_OF_OURS: 'ghs_other' } })
  expect(step.code, step.log).toBe(0)
  expect(step.log.replaceAll('::add-mask::ghs_actions', '')).not.toContain('ghs_actions')
  expect(folder).toBeTruthy()
})
