import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { asksForFix } from '../../scenarios/reports.ts'
import { cli } from '../../scenarios/run-cli.ts'
import { stage } from '../../scenarios/stage.ts'

test('explain prints decision, rule table and the count with its verdicts, and writes nothing', async () => {
  const { github, run } = await stage({ answers: [asksForFix()] })
  await run()
  github.requests.clear()
  const env = { GITHUB_TOKEN: 'ghs_actions', GITHUB_API_URL: github.url }
  const plain = await cli(['explain', 'octo/hello#1'], { cwd: tmpdir(), env })
  expect(plain.out, plain.err).toMatch(/^octo\/hello#1 at [0-9a-f]{7}: skip\n {2}already-reviewed: /)
  expect(plain.out).toMatch(/\n +\d+ {2}already-reviewed +skip: head [0-9a-f]{7} was reviewed at /)
  expect(plain.out).toMatch(/cycle 1 of 3, counted since the beginning\n {5}[0-9a-f]{7} {2}fix-requested/)
  const json = JSON.parse((await cli(['explain', 'octo/hello#1', '--json'], { cwd: tmpdir(), env })).out)
  expect(json).toMatchObject({
    action: 'skip',
    cycle: { count: 1, max: 3 },
    rules: expect.arrayContaining([expect.objectContaining({ rule: 'open', says: 'ok' })]),
  })
  expect(github.requests.writes).toEqual([])
})

test.each([
  ['a base that is not there', ['review', '--base', 'nowhere'], /found no commit "nowhere"; expected a branch, tag or commit/],
  ['a wrong reference', ['explain', 'octo/hello'], /pull request: found "octo\/hello"; expected owner\/repo#number/],
  ['no token', ['explain', 'octo/hello#1'], /token: found none in GITHUB_TOKEN or GH_TOKEN/],
])('wrong use is told: %s', async (_, args, words) => {
  const said = await cli(args, { cwd: process.cwd() })
  expect(said.err).toMatch(words)
  expect(said.code).toBeGreaterThan(0)
})
