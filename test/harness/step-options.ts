import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import type { StepOptions } from '../../src/runner/run-action.ts'
import { root } from './fresh-dist.ts'

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.coerce.string().optional(), required: z.boolean().optional() })).default({}),
})

/** What one run of the action is given; everything not named is as on a plain runner. */
export type ActionOptions = {
  event: { name: string; payload: object }
  /** The simulator's address: GITHUB_API_URL. */
  apiUrl: string
  token?: string
  repository?: string
  inputs?: Record<string, string>
  state?: Record<string, string>
  /** More of the environment, e.g. GITHUB_RUN_ID or the agent's key. */
  env?: Record<string, string>
  workspace?: string
  timeoutMs?: number
}

const declaredInputs = (): z.infer<typeof actionSchema>['inputs'] => {
  const file = join(root, 'action.yml')
  return existsSync(file) ? actionSchema.parse(parse(readFileSync(file, 'utf8'))).inputs : {}
}

/** The values of `${{ github.token }}` and the like in action.yml's defaults. */
const evaluated = (text: string, contexts: Record<string, string>): string =>
  text.replace(/\$\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => contexts[name] ?? '')

/** The inputs as the runner passes them: action.yml's defaults under what is given. An input nobody declared is refused. */
const inputsOf = (options: ActionOptions): Record<string, string> => {
  const declared = declaredInputs()
  const unknown = Object.keys(options.inputs ?? {}).filter(name => !(name in declared))
  if (unknown.length > 0)
    throw new Error(`Input "${unknown.join('", "')}" is not in action.yml. Expected one of: ${Object.keys(declared).join(', ')}.`)
  const contexts = {
    'github.token': options.token ?? 'ghs_simulated',
    'job.check_run_id': options.env?.JOB_CHECK_RUN_ID ?? '',
  }
  const defaults = Object.entries(declared).map(([name, { default: value = '' }]) => [name, evaluated(value, contexts)])
  return { ...Object.fromEntries(defaults), ...options.inputs }
}

const repositoryIn = (payload: object): string =>
  z.object({ repository: z.object({ full_name: z.string() }) }).safeParse(payload).data?.repository.full_name ?? 'octo/hello'

/** One step of our action, of the bundles in `dist`, with everything that the runner would add. */
export const stepOptions = (bundle: { dist: string; entry: 'main' | 'post' }, options: ActionOptions): StepOptions => ({
  entry: join(bundle.dist, `${bundle.entry}.js`),
  event: options.event,
  repository: options.repository ?? repositoryIn(options.event.payload),
  inputs: inputsOf(options),
  state: options.state ?? {},
  env: { GITHUB_API_URL: options.apiUrl, GITHUB_GRAPHQL_URL: `${options.apiUrl}/graphql`, ...options.env },
  workspace: options.workspace ?? null,
  node: process.execPath,
  timeoutMs: options.timeoutMs ?? 15_000,
})
