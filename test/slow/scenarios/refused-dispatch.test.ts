import { expect, test } from 'vitest'
import { workflowsOf } from '../../../src/simulator/acts/workflows.ts'
import { dispatched, lastComment } from '../../scenarios/acting.ts'
import { approves } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const workflow =
  (text: string) =>
  ({ github }: Stage) =>
    void github.as('dev').commit('main', { '.github/workflows/review.yml': text })

const disable = ({ github }: Stage) => {
  for (const known of workflowsOf(github.as('dev').act)) known.state = 'disabled_manually'
}

const noRef = ({ github }: Stage) =>
  github.faults.add({
    on: 'actions/create-workflow-dispatch',
    effect: { kind: 'answer', status: 422, body: { message: 'No ref found for: main' } },
  })

const asked = (scene: Stage, inputs: Record<string, string>) => {
  const comment = scene.github.as('dev').comment(1, '@countersign review')
  const payload = {
    action: 'created',
    issue: { number: 1, pull_request: {} },
    comment: { id: comment.id, node_id: comment.nodeId, body: comment.body, user: { login: 'dev', type: 'User' } },
  }
  return scene.run({ event: { name: 'issue_comment', payload }, token: 'ghs_mention', inputs })
}

test.each<[string, (scene: Stage) => void, RegExp, Record<string, string>?]>([
  [
    'the workflow is not there',
    () => {},
    /GitHub answered 404: .* To mend it: put the file \.github\/workflows\/gone\.yml on the branch "main", or give the job/,
    { 'review-workflow': 'gone.yml' },
  ],
  [
    'the workflow is disabled',
    disable,
    /GitHub answered 422: .* To mend it: enable the workflow \.github\/workflows\/review\.yml again/,
  ],
  [
    'it has no such trigger',
    workflow('on: push\njobs: {}\n'),
    /GitHub answered 422: .* To mend it: add workflow_dispatch to the events of \.github\/workflows\/review\.yml/,
  ],
  [
    'it does not declare the inputs',
    workflow('on:\n  workflow_dispatch:\n    inputs: { pull: {} }\njobs: {}\n'),
    /GitHub answered 422: .* To mend it: declare the inputs pull, act and head under workflow_dispatch/,
  ],
  [
    'it requires another input',
    workflow('on:\n  workflow_dispatch:\n    inputs: { pull: {}, act: {}, head: {}, why: { required: true } }\njobs: {}\n'),
    /GitHub answered 422: .* To mend it: let no input but pull be required under workflow_dispatch/,
  ],
  [
    'the branch is not there',
    noRef,
    /GitHub answered 422: .* To mend it: the branch "main" is not there; set the default branch/,
  ],
])(
  'a dispatch refused because %s is told at once with its cure, once, and the run is red',
  async (_, prepare, told, inputs = {}) => {
    const scene = await stage({ answers: [approves()] })
    prepare(scene)
    const step = await asked(scene, inputs)
    expect(step.code).toBe(1)
    expect(step.outputs, step.log).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^dispatch refused: /) })
    expect(lastComment(scene)).toMatch(told)
    expect(scene.github.requests.all.filter(({ route }) => route === 'actions/create-workflow-dispatch')).toHaveLength(1)
    expect(dispatched(scene)).toEqual([])
  },
)
