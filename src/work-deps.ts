import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realAgentDeps } from './agents/run-agents.ts'
import type { Inputs } from './inputs.ts'
import type { PullRun } from './observe/context.ts'
import type { WorkDeps } from './rounds/work.ts'
import { type Env, type Outside, secretsOf } from './wiring.ts'

/** A scratch folder of this run below the runner's, gone when `use` has settled. */
export const withScratch = async <T>(env: Env, use: (scratch: string) => Promise<T>): Promise<T> => {
  const scratch = await mkdtemp(join(env.RUNNER_TEMP ?? tmpdir(), 'countersign-'))
  try {
    return await use(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

export const workDepsOf = (
  outside: Outside,
  inputs: Inputs,
  { pullRun, scratch }: { pullRun: PullRun; scratch: string },
): WorkDeps => {
  const { env, stop } = outside
  const { owner, name } = pullRun.site.target
  return {
    agents: { ...realAgentDeps(env, pullRun.log), scratch },
    git: { url: `${pullRun.run.serverUrl}/${owner}/${name}.git`, token: inputs.token, outer: env },
    scratch,
    journals: join(env.RUNNER_TEMP ?? tmpdir(), 'countersign-journals'),
    chain: inputs.agents,
    stop,
    secrets: secretsOf(env, inputs),
  }
}
