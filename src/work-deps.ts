import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realAgentDeps } from './agents/run-agents.ts'
import type { Inputs } from './inputs.ts'
import type { PullRun } from './observe/context.ts'
import type { WorkDeps } from './rounds/work.ts'
import { type Outside, secretsOf } from './wiring.ts'

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
