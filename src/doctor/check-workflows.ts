import type { Policy } from '../policy/schema.ts'
import { bad, type Check, ok } from './check.ts'
import { type Call, grants, type Workflow } from './workflow.ts'

export type WorkflowInput = { workflows: readonly Workflow[]; reviewFile: string; policy: Policy; branch: string }

const FOLDER = '.github/workflows'

type Right = [scope: string, level: 'read' | 'write']

const RIGHTS: Record<string, Right[]> = {
  review: [
    ['contents', 'read'],
    ['pull-requests', 'write'],
    ['issues', 'write'],
    ['actions', 'read'],
  ],
  mention: [
    ['contents', 'read'],
    ['pull-requests', 'write'],
    ['issues', 'write'],
    ['actions', 'write'],
  ],
  sweep: [
    ['contents', 'read'],
    ['pull-requests', 'write'],
    ['issues', 'write'],
    ['actions', 'write'],
  ],
  'sweep as a matrix': [
    ['contents', 'read'],
    ['pull-requests', 'read'],
    ['issues', 'read'],
    ['actions', 'read'],
  ],
}

const rightsOf = (name: string, { job, mode, inputs, permissions }: Call): Check[] => {
  const missing = (RIGHTS[inputs['fan-out'] === 'matrix' ? `${mode} as a matrix` : mode] ?? []).filter(
    ([scope, level]) => !grants(permissions, scope, level),
  )
  const about = `rights of ${name}`
  if (missing.length === 0) return [ok(about, `the job ${job} has those it needs`)]
  const named = missing.map(([scope, level]) => `${scope}: ${level}`).join(', ')
  const found = permissions === null ? `the job ${job} names no permissions` : `the job ${job} lacks ${named}`
  return [bad('fail', about, { found, expected: named, todo: `add it to "permissions" of the job ${job}` })]
}

const killSwitch = (name: string, { job, condition }: Call): Check[] =>
  condition.includes('vars.COUNTERSIGN')
    ? []
    : [
        bad('warn', `kill switch in ${name}`, {
          found: `the job ${job} does not look at the variable COUNTERSIGN`,
          expected: "vars.COUNTERSIGN != 'off' in its `if`",
          todo: 'add it, to be able to switch all off at once',
        }),
      ]

const wakes = (name: string, { inputs }: Call, reviewFile: string): Check[] => {
  const woken = String(inputs['review-workflow'] ?? 'review.yml').replace(`${FOLDER}/`, '')
  if (woken === reviewFile) return []
  return [
    bad('fail', `what ${name} starts`, {
      found: `review-workflow: ${woken}`,
      expected: reviewFile,
      todo: 'name the workflow that reviews, or give doctor its name: --review-workflow',
    }),
  ]
}

const objectOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})

const dispatchable = ({ name, events }: Workflow): Check => {
  const about = `dispatch of ${name}`
  const declared = Object.keys(objectOf(objectOf(events.workflow_dispatch).inputs))
  const missing = ['pull', 'act', 'head'].filter(input => !declared.includes(input))
  if ('workflow_dispatch' in events && missing.length === 0) return ok(about, 'it takes pull, act and head')
  const found = 'workflow_dispatch' in events ? `no input ${missing.join(', ')}` : 'no workflow_dispatch'
  const todo = 'declare them, as examples/review.yml does: comments and the sweep start reviews so'
  return bad('fail', about, { found, expected: 'workflow_dispatch with the inputs pull, act and head', todo })
}

const named = ({ name, runName }: Workflow): Check => {
  const about = `run-name of ${name}`
  const carries = /#\$\{\{[^}]*pull/.test(runName) && /inputs\.act\b/.test(runName)
  if (carries) return ok(about, 'it carries the pull request and the request')
  return bad('fail', about, {
    found: runName === '' ? 'none' : `"${runName}"`,
    expected: '"#" with the number of the pull request, and inputs.act',
    todo: 'take that of examples/review.yml: the sweep finds queued runs by it',
  })
}

const TYPES = ['opened', 'synchronize', 'reopened', 'ready_for_review', 'labeled', 'unlabeled']

const started = ({ name, events }: Workflow): Check => {
  const about = `events of ${name}`
  const types = objectOf(events.pull_request).types
  const missing = TYPES.filter(type => !(Array.isArray(types) && types.includes(type)))
  if ('pull_request' in events && missing.length === 0) return ok(about, 'new heads and labels start it')
  return bad('warn', about, {
    found: 'pull_request' in events ? `pull_request without ${missing.join(', ')}` : 'no pull_request',
    expected: `pull_request with the types ${TYPES.join(', ')}`,
    todo: 'add them; what does not start a run waits for the sweep or a comment',
  })
}

const review = ({ workflows, reviewFile, branch }: WorkflowInput): Check[] => {
  const about = 'review workflow'
  const file = workflows.find(({ name }) => name === reviewFile)
  const calls = file?.calls.filter(({ mode }) => mode === 'review') ?? []
  if (file === undefined || calls.length === 0) {
    const found =
      file === undefined ? `no readable ${FOLDER}/${reviewFile} on ${branch}` : `${reviewFile} does not call Countersign`
    const todo = 'run `init` in a checkout and merge what it writes, or name the file: --review-workflow'
    return [bad('fail', about, { found, expected: 'a workflow that calls Countersign to review', todo })]
  }
  const own = calls.flatMap(call => [...rightsOf(file.name, call), ...killSwitch(file.name, call)])
  return [ok(about, `${FOLDER}/${reviewFile} on ${branch}`), dispatchable(file), named(file), started(file), ...own]
}

const beside = (mode: 'mention' | 'sweep', { workflows, reviewFile, branch }: WorkflowInput, lost: string): Check[] => {
  const files = workflows.flatMap(file => file.calls.filter(call => call.mode === mode).map(call => ({ file, call })))
  if (files.length === 0)
    return [
      bad('warn', `${mode} workflow`, {
        found: `none on ${branch}`,
        expected: `a workflow with mode: ${mode}`,
        todo: `add examples/${mode}.yml; without it ${lost}`,
      }),
    ]
  return files.flatMap(({ file: { name }, call }) => [
    ok(`${mode} workflow`, `${FOLDER}/${name} on ${branch}`),
    ...rightsOf(name, call),
    ...wakes(name, call, reviewFile),
    ...killSwitch(name, call),
  ])
}

const called = ({ workflows, policy }: WorkflowInput): Check[] =>
  workflows
    .filter(
      ({ calls, text }) =>
        calls.some(({ mode }) => mode === 'mention') && text.includes("'@") && !text.includes(`@${policy.mention}'`),
    )
    .map(({ name }) =>
      bad('fail', `name in ${name}`, {
        found: `it does not look for @${policy.mention}`,
        expected: `the policy's mention, "${policy.mention}"`,
        todo: 'write that name into its `if`',
      }),
    )

export const checkWorkflows = (input: WorkflowInput): Check[] => [
  ...review(input),
  ...beside('mention', input, 'nobody can ask in a comment'),
  ...called(input),
  ...beside('sweep', input, 'lost requests and dead runs are found by nobody'),
]
