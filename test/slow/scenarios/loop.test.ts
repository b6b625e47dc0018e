import { expect, test } from 'vitest'
import { labelsOf } from '../../scenarios/acting.ts'
import { approves, asksForFix, stillOpen } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const push = ({ github }: Stage, text: string) => {
  github.tick(60)
  github.as('author').commit('topic', { 'src/more.js': `${text}\n` })
}

test('an approval starts the count anew', async () => {
  const scene = await stage({ policy: { 'max-cycles': 2 }, answers: [asksForFix()] })
  await scene.run()
  push(scene, '1')
  scene.answer(approves())
  const approved = await scene.run()
  expect(approved.outputs, approved.log).toMatchObject({ decision: 'approved', cycle: '0' })
  push(scene, '2')
  scene.answer(asksForFix())
  const third = await scene.run()
  expect(third.outputs, third.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
})

const unlabeled = {
  event: {
    name: 'pull_request',
    payload: {
      action: 'unlabeled',
      number: 1,
      pull_request: { number: 1 },
      label: { name: 'needs-human-review' },
      repository: { full_name: 'octo/hello' },
    },
  },
}

test('a loop that does not converge escalates in the run that reaches the cap; a person who removes the label engages it again', async () => {
  const scene = await stage({ policy: { 'max-cycles': 2 }, answers: [asksForFix()] })
  await scene.run()
  push(scene, '1')
  scene.answer(stillOpen())
  const capped = await scene.run()
  expect(capped.outputs, capped.log).toMatchObject({ outcome: 'escalated', cycle: '2' })
  const pull = scene.github.pull(1)
  expect(labelsOf(scene)).toContain('needs-human-review')
  const escalation = pull.comments.at(-1)?.body ?? ''
  expect(escalation).toContain('2 heads in a row ended with changes requested since the pull request was opened')
  expect(escalation.match(/pullrequestreview-/g)).toHaveLength(2)
  // Whoever reads a list without that comment knows it for a short one.
  expect(pull.comments[0]?.body).toContain(`"lastComment":${pull.comments.at(-1)?.id}`)

  push(scene, '2')
  const paused = await scene.run()
  expect(paused.outputs).toMatchObject({ outcome: 'waiting', reason: expect.stringMatching(/^paused: handed to a person/) })
  const starts = scene.agentStarts()

  scene.github.tick(60)
  scene.github.as('dev').unlabel(1, 'needs-human-review')
  scene.answer(stillOpen())
  scene.github.tick(60)
  const engaged = await scene.run(unlabeled)
  expect(engaged.outputs, engaged.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
  expect(scene.agentStarts()).toBe(starts + 1)
  expect(labelsOf(scene)).toEqual([])
})
