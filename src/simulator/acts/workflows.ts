import { parse } from 'yaml'
import { type Act, demand, isInstallation, may, needs } from '../access.ts'
import { forbidden, found, notFound, unprocessable } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Run, Workflow } from '../world/types.ts'
import { fill, type Scope } from './expressions.ts'
import { createRun } from './runs.ts'

const folder = '.github/workflows'
type Yaml = Record<string, unknown>
const mapOf = (value: unknown): Yaml =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function readYaml(act: Act, oid: string, path: string): Yaml | null {
  const blob = act.repository.git.blob(oid, path)
  try {
    return blob ? mapOf(parse(blob.content.toString('utf8'), { maxAliasCount: 100 })) : null
  } catch {
    return {}
  }
}

/** The workflows are the files of the default branch; each is known from the first time it is seen. */
export function workflowsOf(act: Act): Workflow[] {
  const { git, defaultBranch, workflows } = act.repository
  const tip = git.branch(defaultBranch)
  const files = tip === null ? [] : git.entries(tip, folder).filter(entry => /\.ya?ml$/.test(entry.name))
  return files.map(({ name }) => {
    const path = `${folder}/${name}`
    const known = workflows.find(workflow => workflow.path === path)
    const title = textOf((tip === null ? null : readYaml(act, tip, path))?.name) ?? path
    if (known) return Object.assign(known, { name: title })
    const workflow: Workflow = { ...act.world.identity('W'), path, name: title, createdAt: act.world.now, state: 'active' }
    workflows.push(workflow)
    return workflow
  })
}

/** By id, or by the file's name. */
export const workflowNamed = (act: Act, name: string): Workflow =>
  found(workflowsOf(act).find(workflow => String(workflow.id) === name || workflow.path === `${folder}/${name}`))

/** The trigger of one event in an `on:` of any form; null = it does not listen to it. */
function triggerOf(file: Yaml, event: string): Yaml | null {
  const on = file.on
  if (on === event || (Array.isArray(on) && on.includes(event))) return {}
  return event in mapOf(on) ? mapOf(mapOf(on)[event]) : null
}

/** Undeclared inputs and missing required ones are refused; defaults are filled in (case 134). */
function checkInputs(declared: Yaml, given: Record<string, string>): Record<string, string> {
  const unexpected = Object.keys(given).filter(name => !(name in declared))
  if (unexpected.length > 0) throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unexpected)}`)
  const entries = Object.entries(declared).map(([name, spec]) => {
    const { required, default: fallback } = mapOf(spec)
    if (given[name] === undefined && required === true && fallback === undefined)
      throw unprocessable(`Required input '${name}' not provided`)
    return [name, given[name] ?? (fallback === undefined ? '' : String(fallback))]
  })
  return Object.fromEntries(entries)
}

export type Dispatch = { workflow: string; ref: string; inputs: Record<string, string> }

/** Every way in which GitHub refuses a dispatch has its own words (fact 16, cases 133-136). */
export function dispatchWorkflow(act: Act, wanted: Dispatch): Run {
  if (!may(act.viewer, act.repository, needs.dispatch)) throw isInstallation(act.viewer) ? forbidden() : notFound()
  const workflow = workflowNamed(act, wanted.workflow)
  const { git } = act.repository
  const branch = wanted.ref.replace(/^refs\/heads\//, '')
  const oid = git.branch(branch) ?? git.ref(`refs/tags/${branch}`)
  if (oid === null) throw unprocessable(`No ref found for: ${wanted.ref}`)
  if (workflow.state !== 'active') throw unprocessable("Cannot trigger a 'workflow_dispatch' on a disabled workflow")
  const file = readYaml(act, oid, workflow.path)
  const trigger = file && triggerOf(file, 'workflow_dispatch')
  if (!file || !trigger) throw unprocessable("Workflow does not have 'workflow_dispatch' trigger")
  const inputs = checkInputs(mapOf(trigger.inputs), wanted.inputs)
  return queue(act, { workflow, file, oid, branch, inputs })
}

type Queued = { workflow: Workflow; file: Yaml; oid: string; branch: string; inputs: Record<string, string> }

function queue(act: Act, of: Queued): Run {
  const scope: Scope = {
    inputs: of.inputs,
    github: { event: { inputs: of.inputs }, ref_name: of.branch, event_name: 'workflow_dispatch', workflow: of.workflow.name },
  }
  const concurrency = of.file.concurrency
  const group = textOf(concurrency) ?? textOf(mapOf(concurrency).group)
  const run = createRun(act, {
    workflow: of.workflow.id,
    name: fill(textOf(of.file['run-name']) ?? of.workflow.name, scope),
    event: 'workflow_dispatch',
    headSha: of.oid,
    headBranch: of.branch,
    inputs: of.inputs,
    group: group === null ? null : fill(group, scope),
    jobs: Object.keys(mapOf(of.file.jobs)),
  })
  send(act, 'workflow_dispatch', {
    more: { inputs: of.inputs, ref: `refs/heads/${of.branch}`, workflow: of.workflow.path, run: run.id },
  })
  return run
}

export function dispatchRepository(act: Act, wanted: { event: string; payload: Record<string, unknown> }): void {
  demand(act, needs.push)
  send(act, `repository_dispatch.${wanted.event}`, {
    more: { client_payload: wanted.payload, branch: act.repository.defaultBranch },
  })
}
