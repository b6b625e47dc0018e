import { expect, test } from 'vitest'
import { receiver } from '../../notices/receiver.ts'
import { approves, asksForFix, stillOpen } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

const secret = 'a-secret-of-the-receiver'
const kindsOf = (got: { body: string }[]): string[] => got.map(one => JSON.parse(one.body).kind)

test('agreement is told once to Slack and to a webhook, with its links, and no address is logged', async () => {
  const [slack, json] = [await receiver(), await receiver()]
  const inputs = { 'slack-webhook': slack.url, webhook: json.url, 'webhook-secret': secret }
  const scene = await stage({ answers: [approves()] })
  const step = await scene.run({ inputs })
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  await scene.run({ inputs })
  expect(slack.got).toHaveLength(1)
  const [told] = json.got.map(one => JSON.parse(one.body))
  expect(json.got).toHaveLength(1)
  expect(told).toMatchObject({
    kind: 'consensus',
    headline: 'octo/hello#1: reviewed and ready for a person',
    pull: { number: 1, title: 'Mean of a list' },
  })
  expect(told.lines.join(' ')).toMatch(
    /^No blocking finding at [0-9a-f]{7}\. 1 round, 0 findings fixed, .* did not merge it\. Reads well\.$/,
  )
  expect(told.links.review).toContain('#pullrequestreview-')
  expect(step.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('secret-path')
})

test('the cap is told with what must still be fixed, and its comment calls those who were named', async () => {
  const json = await receiver()
  const inputs = { webhook: json.url, 'webhook-secret': secret }
  const scene = await stage({ policy: { 'max-cycles': 2, 'escalate-to': ['octo/reviewers'] }, answers: [asksForFix()] })
  await scene.run({ inputs })
  scene.github.as('author').commit('topic', { 'src/more.js': '1\n' })
  scene.answer(stillOpen())
  await scene.run({ inputs })
  expect(kindsOf(json.got)).toEqual(['exhausted'])
  expect(JSON.parse(json.got[0]?.body ?? '').mustFix).toMatchObject([
    { severity: 'high', where: 'src/mean.js:2', title: 'Division by zero' },
  ])
  expect(scene.github.pull(1).comments.at(-1)?.body).toContain('A person is needed: @octo/reviewers')
})

test('a webhook that fails takes nothing back', async () => {
  const slack = await receiver(response => response.writeHead(404).end('no_service'))
  const scene = await stage({ answers: [approves()] })
  const step = await scene.run({ inputs: { 'slack-webhook': slack.url } })
  expect(step.code).toBe(0)
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed' })
  expect(step.log.match(/^warn .*the notice "consensus" did not reach slack-webhook.*404/gm)).toHaveLength(1)
  expect(scene.github.pull(1).reactions).toEqual([])
})

test('a run that dies between the record and the answer is not told of twice: the next run says that it does not know', async () => {
  const json = await receiver(() => step.kill('SIGKILL'))
  const inputs = { webhook: json.url, 'webhook-secret': secret }
  const scene = await stage({ answers: [approves()] })
  const step = scene.start({ inputs })
  await step.done
  scene.github.tick(1_000)
  const next = await scene.run({ inputs })
  expect(next.log).toContain('the notice "consensus" was recorded, and may not have been sent')
  expect(kindsOf(json.got)).toEqual(['consensus'])
  expect(scene.github.pull(1).comments[0]?.body).toContain('A notice (consensus) was about to be sent when its run died')
  expect(scene.github.pull(1).reactions).toEqual([])
  scene.github.requests.clear()
  await scene.run({ inputs })
  expect(scene.github.requests.writes).toEqual([])
})
