import { type StepResult, startStep } from '../runner/run-action.ts'
import { createRun, finish, lastAttempt, startRun } from '../simulator/acts/runs.ts'
import { type GitHub, startGitHub } from '../simulator/github.ts'
import { demoWorld, FIX_TOKEN, REPOSITORY, TOKEN } from './world.ts'

export type Played = { title: string; pull: number; step: StepResult; reads: number; writes: number; git: number }

/** `mends` = the job that mends, with its own rights. */
export type DemoEvent = { name: string; action: string | null; sender: string; mends?: boolean }

export type DemoStage = {
  github: GitHub
  /** Runs the shipped action for an event on a pull, as the runner does. */
  play: (title: string, pull: number, event: DemoEvent) => Promise<Played>
}

export type StageOptions = { agent: Record<string, unknown>; mainBundle: string; env: Record<string, string>; timeoutMs: number }

const payloadOf = (github: GitHub, number: number, event: DemoEvent): object => ({
  ...(event.action === null ? {} : { action: event.action }),
  number,
  pull_request: { number, head: { sha: github.repository().git.branch(github.pull(number).head.ref) }, draft: false },
  ...(event.action?.endsWith('labeled') ? { label: { name: 'needs-human-review' } } : {}),
  repository: { full_name: REPOSITORY },
  sender: { login: event.sender, type: 'User' },
})

export const demoStage = async ({ agent, mainBundle, env, timeoutMs }: StageOptions): Promise<DemoStage> => {
  const github = await startGitHub({ world: demoWorld(agent) })
  const actions = github.as('github-actions').act
  const play: DemoStage['play'] = async (title, pull, event) => {
    const headSha = github.repository().git.branch(github.pull(pull).head.ref) ?? ''
    // What the fix before it dispatched is played as it was dispatched.
    const queued = github.repository().runs.findLast(one => one.event === 'workflow_dispatch')
    const run =
      event.name === 'workflow_dispatch' && queued !== undefined && !event.mends
        ? queued
        : createRun(actions, { workflow: 1, name: title, event: event.name, headSha, pulls: [pull] })
    startRun(actions, run)
    const before = { reads: github.requests.reads.length, writes: github.requests.writes.length, git: github.requests.git.length }
    const step = await startStep({
      entry: mainBundle,
      node: process.execPath,
      event: { name: event.name, payload: payloadOf(github, pull, event) },
      repository: REPOSITORY,
      inputs: {
        token: event.mends ? FIX_TOKEN : TOKEN,
        ...(event.mends ? { mode: 'fix' } : {}),
        pull: String(pull),
        'job-id': String(lastAttempt(run).jobs[0]?.id ?? ''),
      },
      state: {},
      env: {
        ...env,
        GITHUB_API_URL: github.url,
        GITHUB_SERVER_URL: github.url,
        GITHUB_RUN_ID: String(run.id),
        COUNTERSIGN_PACE: '20',
      },
      workspace: null,
      timeoutMs,
    }).result
    finish(actions, run, step.code === 0 ? 'success' : 'failure')
    const { requests } = github
    const since = {
      reads: requests.reads.length - before.reads,
      writes: requests.writes.length - before.writes,
      git: requests.git.length - before.git,
    }
    return { title, pull, step, ...since }
  }
  return { github, play }
}
