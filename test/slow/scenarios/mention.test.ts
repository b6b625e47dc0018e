import { expect, test } from 'vitest'
import { asks, dispatched, labelsOf, lastComment } from '../../scenarios/acting.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

const reactionsOf = ({ reactions }: { reactions: { content: string }[] }) => reactions.map(({ content }) => content)

test('a request of a person with write access is seen, dispatched, served, and marked as done', async () => {
  const scene = await stage({ answers: [asksForFix(), approves()] })
  await scene.run()
  scene.github.tick(60)
  const { comment, step } = await asks(scene, 'dev', 'Thanks!\n\n@countersign review security')
  expect(step.outputs, step.log).toMatchObject({
    outcome: 'waiting',
    reason: expect.stringMatching(/^review of [0-9a-f]{7} dispatched/),
  })
  expect(comment.reactions.map(reaction => reaction.content)).toEqual(['eyes'])
  expect(dispatched(scene).map(run => run.inputs)).toEqual([{ pull: '1', act: `c${comment.id}`, head: '' }])

  scene.github.tick(60)
  const forced = await scene.run({
    event: { name: 'workflow_dispatch', payload: { inputs: { pull: '1' } } },
    inputs: { pull: '1' },
  })
  expect(forced.outputs, forced.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.brief()).toContain('What to look at (security)')
  expect(comment.reactions.map(reaction => reaction.content).sort()).toEqual(['eyes', 'rocket'])
  expect(scene.github.pull(1).reviews).toHaveLength(2)
})

test('pause starts nothing until somebody resumes', async () => {
  const scene = await stage({ answers: [approves()] })
  await asks(scene, 'dev', '@countersign pause')
  expect(lastComment(scene)).toMatch(/^Paused: nothing is started here/)
  scene.github.tick(60)
  const paused = await scene.run()
  expect(paused.outputs, paused.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^paused: /) })
  expect(scene.agentStarts()).toBe(0)
  scene.github.tick(60)
  await asks(scene, 'dev', '@countersign resume')
  scene.github.tick(60)
  const resumed = await scene.run()
  expect(resumed.outputs, resumed.log).toMatchObject({ outcome: 'reviewed' })
  expect(scene.github.pull(1).labels).toEqual([])
})

test('a dispatch that GitHub refuses is told to the person with its cure, and the run is red', async () => {
  const scene = await stage()
  const comment = scene.github.as('dev').comment(1, '@countersign review')
  const user = { login: 'dev', type: 'User' }
  const payload = {
    action: 'created',
    issue: { number: 1, pull_request: {} },
    comment: { id: comment.id, node_id: comment.nodeId, body: comment.body, user },
  }
  const step = await scene.run({ event: { name: 'issue_comment', payload } })
  expect(step.code).toBe(1)
  expect(lastComment(scene)).toMatch(
    /^The review could not be started: GitHub answered 403: .* To mend it: give the job of this workflow the permission actions: write\./,
  )
  expect(reactionsOf(comment)).toEqual(['eyes', 'confused'])
})

test('what stands beside a review in one comment is answered, and the review comes all the same', async () => {
  const scene = await stage({ answers: [approves(), approves()] })
  await scene.run()
  scene.github.tick(60)
  const { comment, step, again } = await asks(scene, 'dev', '@countersign status\n@countersign review\n@countersign pause')
  expect(step.outputs.reason, step.log).toMatch(/^status told; paused on request; review of [0-9a-f]{7} dispatched/)
  const [, url] = /would \*\*review\*\*: it serves \[the request\]\((.*)\) of `dev`\./.exec(lastComment(scene)) ?? []
  expect(url).toMatch(new RegExp(`/octo/hello/pull/1#issuecomment-${comment.id}$`))
  expect(lastComment(scene)).toContain('Paused: nothing is started here')
  const answers = scene.github.pull(1).comments.length
  scene.github.tick(60)
  expect((await again()).outputs.reason).toMatch(/^review of [0-9a-f]{7} dispatched/)
  expect(scene.github.pull(1).comments).toHaveLength(answers)
  scene.github.tick(60)
  await scene.run()
  expect(scene.agentStarts()).toBe(2)
  expect(reactionsOf(comment)).toEqual(['eyes', 'rocket'])
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
})

test('a dispatch that GitHub fails at is tried three times, then told once, and the request is served all the same', async () => {
  const effect = { kind: 'answer', status: 500, body: { message: 'oops' } } as const
  const scene = await stage({
    answers: [approves()],
    faults: [{ on: 'actions/create-workflow-dispatch', times: 6, effect }],
  })
  const { step, again } = await asks(scene, 'dev', '@countersign review')
  expect(step.outputs, step.log).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/the request stays open$/) })
  expect(lastComment(scene)).toMatch(/^The run could not be started, GitHub failed three times: .* The request stays open/)
  const answers = scene.github.pull(1).comments.length
  expect((await again()).outputs.outcome).toBe('failed')
  expect(scene.github.pull(1).comments).toHaveLength(answers)
})

test('a mistyped command gets a hint, a wrong argument its reason, help the list; each once however often the event comes', async () => {
  const scene = await stage()
  await asks(scene, 'dev', '@countersign reveiw')
  expect(lastComment(scene)).toMatch(/^Did you mean `@countersign review`\?/)
  const wrong = await asks(scene, 'dev', '@countersign review max-cycles=99')
  expect(reactionsOf(wrong.comment)).toEqual(['confused'])
  expect(lastComment(scene)).toMatch(/^Not understood: found "max-cycles=99"; expected a whole number from 1 to 20/)
  await asks(scene, 'dev', '@countersign review securty')
  expect(lastComment(scene)).toMatch(
    /^No skill is named `securty`, and nothing was started\. Did you mean `@countersign review security`\?/,
  )
  expect(dispatched(scene)).toEqual([])
  await asks(scene, 'dev', '@countersign help')
  expect(lastComment(scene)).toContain('- `@countersign status`: say what a run would do now, and why')
})

test.each([
  ['with 204', { status: 204 }],
  [
    'with a run that is not there',
    { status: 200, body: { workflow_run_id: 77, run_url: 'https://x/77', html_url: 'https://x/77' } },
  ],
])(
  'a dispatch that GitHub answers %s and that starts nothing is told, and the request is served all the same',
  async (_, answer) => {
    const scene = await stage({
      answers: [approves()],
      faults: [{ on: 'actions/create-workflow-dispatch', effect: { kind: 'answer', ...answer } }],
    })
    const { step } = await asks(scene, 'dev', '@countersign review')
    expect(step.outputs, step.log).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/but shows no run of it$/) })
    expect(lastComment(scene)).toMatch(
      /^GitHub accepted the start of `review\.yml`, but shows no run of it\. The request stays open/,
    )
  },
)

test('the same event once more does nothing when the review is out', async () => {
  const scene = await stage({ answers: [approves()] })
  const { again } = await asks(scene, 'dev', '@countersign review')
  await scene.run()
  scene.github.requests.clear()
  const step = await again()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'skipped', reason: 'the request has its answer' })
  expect(scene.github.requests.writes).toEqual([])
})
