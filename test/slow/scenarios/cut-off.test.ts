import { expect, test } from 'vitest'
import { runPost } from '../../harness/run-action.ts'
import { working } from '../../scenarios/acting.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { REPOSITORY, type Stage, stage } from '../../scenarios/stage.ts'

const status = (scene: Stage): string => scene.github.pull(1).comments[0]?.body ?? ''

test('a cancelled run ends its agent, writes its ending and frees the lock before the runner kills it; the next one takes the head up', async () => {
  const scene = await stage()
  const step = await working(scene)
  step.cancel()
  const { outputs, code, signal, log } = await step.done
  expect(signal, log).toBeNull()
  expect(outputs, log).toMatchObject({ outcome: 'terminated', reason: 'the run was cancelled while the agent worked' })
  expect(code).toBe(0)
  expect(scene.github.pull(1).reactions).toEqual([])
  expect(status(scene)).toContain('"kind":"terminated"')
  scene.answer(asksForFix())
  scene.github.tick(120)
  const next = await scene.run()
  expect(next.outputs, next.log).toMatchObject({ outcome: 'reviewed' })
  expect(next.log).toContain('recovery 1')
})

test('a run that is cancelled before GitHub has answered it says so, and did not fail', async () => {
  const scene = await stage({ faults: [{ on: 'Observe', effect: { kind: 'hang' } }] })
  scene.github.hooks.beforeRequest = () => step.cancel()
  const step = scene.start()
  const { outputs, log } = await step.done
  scene.github.hooks.beforeRequest = undefined
  expect(outputs, log).toMatchObject({ outcome: 'terminated', reason: expect.stringContaining('the run was cancelled') })
  expect(scene.github.requests.writes).toEqual([])
})

test('a sweep that is cancelled while it waits for a limit says so', async () => {
  const scene = await stage({ faults: [{ on: 'Rows', times: 9, effect: { kind: 'secondary-limit', retryAfterSeconds: 300 } }] })
  const step = scene.start({
    event: { name: 'schedule', payload: { repository: { full_name: REPOSITORY } } },
    token: 'ghs_mention',
    env: { COUNTERSIGN_PACE: '1' },
  })
  await step.logged(/limit {4}GitHub/)
  step.cancel()
  const { outputs, log } = await step.done
  expect(outputs, log).toMatchObject({ outcome: 'terminated' })
})

test('what a killed main step could not say, the post step does: ending and lock', async () => {
  const scene = await stage()
  const step = await working(scene)
  step.kill('SIGKILL')
  const main = await step.done
  expect(scene.github.pull(1).reactions).toHaveLength(1)
  const post = await runPost(
    {
      event: { name: 'pull_request', payload: { number: 1, pull_request: { number: 1 }, repository: { full_name: REPOSITORY } } },
      apiUrl: scene.github.url,
      token: 'ghs_actions',
      repository: REPOSITORY,
      env: { GITHUB_SERVER_URL: scene.github.url },
    },
    main,
  )
  expect(post.log).toContain('the lock of the main step is released')
  expect(scene.github.pull(1).reactions).toEqual([])
  expect(status(scene)).toContain('"kind":"terminated"')
})

test('after a main step that ended by itself the post step asks nothing', async () => {
  const scene = await stage({ answers: [asksForFix()] })
  const main = await scene.run()
  scene.github.requests.clear()
  await runPost(
    {
      event: { name: 'pull_request', payload: { number: 1 } },
      apiUrl: scene.github.url,
      token: 'ghs_actions',
      repository: REPOSITORY,
    },
    main,
  )
  expect(scene.github.requests.all).toEqual([])
})
