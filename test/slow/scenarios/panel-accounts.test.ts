import { expect, test } from 'vitest'
import { startHere } from '../../scenarios/in-process.ts'
import { confirms, members, type PanelStage, panelStage } from '../../scenarios/panel.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'

/** An App, a person's token and GITHUB_TOKEN: three accounts that know each other. */
const tokens = { anna: 'app-token', ben: 'reviewer-token', cleo: 'ghs_actions' }
const accounts = ['review-app[bot]', 'reviewer', 'github-actions[bot]']

const runAs = (scene: PanelStage, name: (typeof members)[number]) =>
  scene.run({ token: tokens[name], inputs: { reviewer: name } })

/** The members' runs, one after another; answers the last one. */
const inTurn = async (scene: PanelStage, ...names: (typeof members)[number][]) => {
  const steps = []
  for (const name of names) steps.push(await runAs(scene, name))
  const log = steps.map(step => step.log).join('\n---\n')
  expect(
    steps.map(({ outputs }) => outputs.outcome),
    log,
  ).toEqual(names.map(() => 'reviewed'))
  return { outputs: steps.at(-1)?.outputs, log }
}

const rolesOf = ({ github }: PanelStage) => github.pull(1).reviews.map(({ body }) => /"role":"(\w+)"/.exec(body)?.[1])

test('an App, a person’s token and GITHUB_TOKEN decide together: own locks and claims, one decision, and the no of one account is taken back by the yes of another', async () => {
  const either = [{ ...asksForFix(), ...confirms() }]
  const scene = await panelStage({
    policy: { 'trusted-markers': accounts, approve: true, 'request-changes': true },
    answers: { anna: either, ben: either, cleo: either },
  })
  const { github } = scene
  await inTurn(scene, ...members)
  expect(rolesOf(scene)).toEqual(['anchor', 'enricher', 'enricher', 'panel'])
  expect(github.pull(1).reviews.map(({ state }) => state)).toEqual(['COMMENTED', 'COMMENTED', 'COMMENTED', 'CHANGES_REQUESTED'])
  const decision = github.pull(1).reviews[3]
  expect(decision?.author).toBe('github-actions')
  expect(decision?.body).toContain('- Division by zero `src/mean.js:2` (`33a860a7ce7d`)')
  expect(decision?.body).toMatch(/\| `ben` \| ben \| \[agrees\]\(http\S+#pullrequestreview-\d+\) \|/)
  const [own] = github.pull(1).comments
  expect(own?.body).toMatch(/^\*\*Answered at `\w{7}`\. What the panel decides stands in a review of its own\.\*\*/)
  expect(github.pull(1).reviews[1]?.body).toContain('"decision":"fix-requested"')
  github.tick(60)
  github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
  for (const name of members) scene.answer(name, { ...approves(), ...confirms() })
  const last = await inTurn(scene, 'cleo', 'ben', 'anna')
  expect(last.outputs, last.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(github.pull(1).reviews[3]?.state, last.log).toBe('DISMISSED')
  expect(github.pull(1).reviews.at(-1)).toMatchObject({ author: 'Review-App', state: 'APPROVED' })
  expect(github.pull(1).threads[0]?.resolvedBy).toBe('Review-App')
  // Each account hides its own answers of the round before, and who speaks for the panel its decision.
  expect(github.pull(1).reviews.map(({ minimized }) => minimized)).toEqual([
    ...members.map(() => 'OUTDATED'),
    'OUTDATED',
    ...[...members, 'panel'].map(() => null),
  ])
  github.requests.clear()
  for (const name of members) await runAs(scene, name)
  expect(github.requests.writes).toEqual([])
})

test.each([
  ['GITHUB_TOKEN', 'ghs_actions', 'github-actions', 'COMMENTED'],
  ['an App', 'app-token', 'Review-App', 'APPROVED'],
  ['a person’s token', 'reviewer-token', 'Reviewer', 'APPROVED'],
])(
  'a panel in one run with %s: one review by that account, taken back by the next one, and nothing of its own starts it again',
  async (_, token, login, approved) => {
    const scene = await panelStage({
      readLag: 0,
      policy: { approve: true, 'request-changes': true },
      answers: { anna: [asksForFix()], ben: [confirms()], cleo: [confirms()] },
    })
    const { github } = scene
    const run = () => startHere(scene, { token }).done
    const first = await run()
    expect(first.report?.review?.decision, `${first.log}\n${first.error}`).toBe('fix-requested')
    expect(github.pull(1).reviews).toMatchObject([{ author: login, state: 'CHANGES_REQUESTED' }])
    github.tick(60)
    github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
    scene.answer('anna', approves())
    const second = await run()
    expect(second.report?.review?.decision, `${second.log}\n${second.error}`).toBe('approved')
    expect(github.pull(1).reviews).toMatchObject([
      { author: login, state: 'DISMISSED', minimized: 'OUTDATED' },
      { author: login, state: approved, minimized: null },
    ])
    expect(github.pull(1).comments.map(({ author }) => author)).toEqual([login])
    expect(github.pull(1).reactions).toEqual([])
    github.requests.clear()
    const again = await run()
    expect(again.report?.outcome, again.log).toBe('skipped')
    expect(github.requests.writes).toEqual([])
  },
)
