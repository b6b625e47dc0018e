import './json-imports.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  convertWorkflowTemplate,
  isMapping,
  NoOperationTraceWriter,
  parseWorkflow,
  type WorkflowTemplate,
} from '@actions/workflow-parser'
import type { TemplateToken } from '@actions/workflow-parser/templates/tokens/index'
import picomatch from 'picomatch'
import * as z from 'zod'
import { root } from '../harness/fresh-dist.ts'
import { type Contexts, holds, resolve, texts } from './evaluate.ts'
import { self } from './files.ts'

/** What GitHub knows when an event arrives. */
export type Event = {
  name: string
  payload: object
  vars?: Record<string, string>
  secrets?: Record<string, string>
  /** What a job that started gives to those that need it; one that did not start gives nothing. */
  outputs?: Record<string, Record<string, string>>
  /** Only for a called workflow: what its caller passes. A dispatch brings its inputs in the payload. */
  inputs?: Record<string, string>
}

export type Concurrency = { group: string; cancelInProgress: boolean }
export type Started = { job: string; concurrency: Concurrency | null; steps: { uses: string; with: Record<string, string> }[] }
/** `run: null` = the event starts no run at all. A job that `if` turns away is not in `jobs`: it takes no runner and no group. */
export type Answer = { run: null } | { run: { name: string; concurrency: Concurrency | null }; jobs: Started[] }

type Loaded = { template: WorkflowTemplate; tree: TemplateToken }

const load = async (file: string): Promise<Loaded> => {
  const { context, value } = parseWorkflow(
    { name: file, content: readFileSync(join(root, file), 'utf8') },
    new NoOperationTraceWriter(),
  )
  const errors = context.errors.getErrors()
  if (errors.length > 0 || value === undefined) throw new Error(`${file}: ${errors[0]?.message}`)
  return { template: await convertWorkflowTemplate(context, value), tree: value }
}

/** The value at a path of keys and positions in the parsed file: the conversion leaves `with:` and `run-name:` out. */
const under = (token: TemplateToken | undefined, ...path: (string | number)[]): TemplateToken | undefined => {
  const [key, ...rest] = path
  if (key === undefined || token === undefined) return token
  const next =
    typeof key === 'number'
      ? token.assertSequence('steps').get(key)
      : isMapping(token)
        ? [...token].find(pair => pair.key.toString() === key)?.value
        : undefined
  return under(next, ...rest)
}

const pull = z.object({
  number: z.number(),
  base: z.object({ ref: z.string() }),
  head: z.object({ sha: z.string(), ref: z.string() }),
})
const payloadSchema = z.object({
  action: z.string().optional(),
  ref: z.string().optional(),
  inputs: z.record(z.string(), z.string()).nullish(),
  repository: z.object({ full_name: z.string(), default_branch: z.string() }),
  sender: z.object({ login: z.string() }).optional(),
  pull_request: pull.optional(),
})
type Payload = z.infer<typeof payloadSchema>

const filterSchema = z.object({ types: z.array(z.string()).optional(), branches: z.array(z.string()).optional() })
const standardTypes: Record<string, string[]> = {
  pull_request: ['opened', 'synchronize', 'reopened'],
  pull_request_target: ['opened', 'synchronize', 'reopened'],
}

/** Whether `on:` listens to this event: its name, its types (GitHub's own where none are given), its branches. */
export const isHeard = (events: WorkflowTemplate['events'], name: string, payload: Payload): boolean => {
  if (!(name in events)) return false
  const { types = standardTypes[name], branches } = filterSchema.catch({}).parse(events[name] ?? {})
  if (types !== undefined && payload.action !== undefined && !types.includes(payload.action)) return false
  const branch = payload.pull_request?.base.ref ?? payload.ref?.replace('refs/heads/', '') ?? ''
  return branches === undefined || picomatch.isMatch(branch, branches)
}

const contextsOf = ({ name, vars, secrets, inputs }: Event, payload: Payload, raw: object): Contexts => ({
  github: {
    event: raw,
    event_name: name,
    repository: payload.repository.full_name,
    actor: payload.sender?.login,
    ref: payload.pull_request
      ? `refs/pull/${payload.pull_request.number}/merge`
      : (payload.ref ?? `refs/heads/${payload.repository.default_branch}`),
    head_ref: payload.pull_request?.head.ref,
    token: 'ghs_workflow',
  },
  inputs: inputs ?? payload.inputs ?? {},
  vars: vars ?? {},
  secrets: secrets ?? {},
})

const concurrencySchema = z.union([
  z.string().transform(group => ({ group, cancelInProgress: false })),
  z
    .object({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]).default(false) })
    .transform(found => ({ group: found.group, cancelInProgress: String(found['cancel-in-progress']) === 'true' })),
])

const concurrencyOf = (token: TemplateToken | undefined, contexts: Contexts): Concurrency | null =>
  token === undefined ? null : concurrencySchema.parse(resolve(token, contexts))

const calledFile = (reference: string): string | null =>
  reference.startsWith(`${self}/`)
    ? reference.slice(self.length + 1).replace(/@.*$/, '')
    : reference.startsWith('./')
      ? reference.slice(2)
      : null

/** The inputs that a call passes, over the defaults that the called workflow declares. */
const callInputs = ({ template }: Loaded, passed: Record<string, string>): Record<string, string> => {
  const declared = Object.entries(template.events.workflow_call?.inputs ?? {})
  return { ...Object.fromEntries(declared.map(([name, input]) => [name, String(input.default ?? '')])), ...passed }
}

const jobsInOrder = ({ template }: Loaded) =>
  template.jobs.map(job => ({ job, id: job.id.value, needs: (job.needs ?? []).map(({ value }) => value) }))

/** The combinations that a matrix names one by one; a job without matrix runs once. */
const matrixRows = z.object({ include: z.array(z.record(z.string(), z.unknown())) })
const rowsOf = (matrix: TemplateToken | undefined, contexts: Contexts): Record<string, unknown>[] =>
  matrix === undefined ? [{}] : matrixRows.parse(resolve(matrix, contexts)).include

const jobsOf = async (workflow: Loaded, event: Event, contexts: Contexts): Promise<Started[]> => {
  const started: Started[] = []
  for (const { job, id, needs } of jobsInOrder(workflow)) {
    const ran = (name: string): boolean => started.some(one => one.job.split(' / ')[0] === name)
    const given = { ...contexts, needs: Object.fromEntries(needs.map(name => [name, { outputs: event.outputs?.[name] ?? {} }])) }
    if (!needs.every(ran) || !holds(job.if.expression, given)) continue
    const concurrency = concurrencyOf(job.concurrency, contexts)
    if (job.type === 'job') {
      const steps = job.steps.flatMap((step, at) =>
        'uses' in step
          ? [{ uses: step.uses.value, with: texts(under(workflow.tree, 'jobs', id, 'steps', at, 'with'), contexts) }]
          : [],
      )
      started.push({ job: id, concurrency, steps })
      continue
    }
    const file = calledFile(job.ref.value)
    if (file === null) throw new Error(`Job "${id}" calls "${job.ref.value}". Expected one of our own workflows.`)
    const called = await load(file)
    for (const matrix of rowsOf(under(workflow.tree, 'jobs', id, 'strategy', 'matrix'), given)) {
      const inputs = callInputs(called, texts(job['input-values'], { ...contexts, matrix }))
      const secrets = texts(job['secret-values'], contexts)
      const jobs = await jobsOf(called, event, { ...contexts, inputs, secrets })
      started.push(...jobs.map(found => ({ ...found, job: `${id} / ${found.job}` })))
    }
  }
  return started
}

/** What GitHub does when the event arrives: evaluated by its own parser and expressions, called workflows included. */
export const interpret = async (file: string, event: Event): Promise<Answer> => {
  const workflow = await load(file)
  const payload = payloadSchema.parse(event.payload)
  if (!isHeard(workflow.template.events, event.name, payload)) return { run: null }
  const contexts = contextsOf(event, payload, event.payload)
  const name = String(resolve(under(workflow.tree, 'run-name'), contexts) ?? file)
  return {
    run: { name, concurrency: concurrencyOf(workflow.template.concurrency, contexts) },
    jobs: await jobsOf(workflow, event, contexts),
  }
}
