import { expect, test } from 'vitest'
import { dispatched, lastComment, working } from '../../scenarios/acting.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { cli } from '../../scenarios/run-cli.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const rerun = (scene: Stage, token: string, ...more: string[]) =>
  cli(['rerun', 'octo/hello#1', ...more], {
    cwd: scene.folder,
    env: { GITHUB_TOKEN: token, GITHUB_API_URL: scene.github.url, GITHUB_SERVER_URL: scene.github.url },
  })

const status = ({ github }: Stage): string => github.pull(1).comments[0]?.body ?? ''

test('a review that failed is asked for again under the caller’s own account, and goes the way of a first one', async () => {
  const scene = await stage({ policy: { 'max-attempts': 1 }, answers: [{ text: 'no credit left', exit: 1 }] })
  const failed = await scene.run()
  expect(failed.outputs, failed.log).toMatchObject({ outcome: 'failed' })
  scene.github.tick(60)
  const said = await rerun(scene, 'dev-token', '--max-cycles', '5')
  expect(said.code, said.err).toBe(0)
  expect(said.out).toMatch(/^asked: http.*#issuecomment-\d+\n$/)
  expect(scene.github.pull(1).comments.at(-1)).toMatchObject({ author: 'Dev', body: '@countersign review max-cycles=5' })
  scene.answer(approves())
  scene.github.tick(60)
  const again = await scene.run()
  expect(again.outputs, again.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(status(scene)).toContain('"recoveries":0')
  expect(status(scene)).toContain('| error | scripted, attempt 1')
})

test('while a review is at work nothing is asked', async () => {
  const scene = await stage()
  const step = await working(scene)
  scene.github.tick(15)
  const said = await rerun(scene, 'dev-token')
  expect(said).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^not asked: a review is in progress: job of run \d+ is not completed/m),
  })
  expect(scene.github.pull(1).comments).toHaveLength(1)
  step.cancel()
  await step.done
})

test.each([
  ['by one who may not', 'guest-token', () => {}, /^not asked: "guest" may not ask here/m],
  ['on a closed pull request', 'dev-token', (scene: Stage) => scene.github.as('dev').close(1), /^not asked: open: /m],
] as const)('asked %s it says why not, before anything is written', async (_, token, prepare, why) => {
  const scene = await stage({ answers: [asksForFix()] })
  await scene.run()
  prepare(scene)
  const before = lastComment(scene)
  const said = await rerun(scene, token)
  expect(said).toMatchObject({ code: 1, err: expect.stringMatching(why) })
  expect(lastComment(scene)).toBe(before)
  expect(dispatched(scene)).toEqual([])
})
