import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import type { RunningStep, StepResult } from '../../src/runner/run-action.ts'
import { createRun, finish, finishJob, lastAttempt, startRun } from '../../src/simulator/acts/runs.ts'
import type { Fault } from '../../src/simulator/faults.ts'
import type { GitHub } from '../../src/simulator/github.ts'
import type { WorldFile } from '../../src/simulator/world/file.ts'
import type { Run } from '../../src/simulator/world/types.ts'
import { type ActionOptions, startMain } from '../harness/run-action.ts'
import { startGuarded } from '../simulator/start.ts'
import { heardIn, type Past, settle } from './settled.ts'
import { users } from './users.ts'

export const REPOSITORY = 'octo/hello'
/** A machine with other work runs a process in seconds. */
const END_MS = 400_000
const AGENT = join(import.meta.dirname, '../fixtures/agents/scripted-reviewer.mjs')

type RepositoryFile = NonNullable<WorldFile['repositories']>[number]

export type StageOptions = {
  policy?: Record<string, unknown>
  /** More agents for the policy. */
  commands?: Record<string, unknown>
  answers?: object[]
  faults?: Fault[]
  /** A private repository: GitHub asks for more rights there. */
  isPrivate?: boolean
  now?: string
  /** How many reads do not list yet what was written: GitHub's default, or none where requests are counted. */
  readLag?: number
  /** More branches and pulls than the one that all have. */
  branches?: NonNullable<RepositoryFile['branches']>
  pulls?: RepositoryFile['pulls']
  /** Files of the default branch, beside or in place of the usual ones. */
  files?: Record<string, string>
  workflows?: RepositoryFile['workflows']
}

export type RunOptions = {
  event?: { name: string; payload: object }
  inputs?: Record<string, string>
  env?: Record<string, string>
  token?: string
  /** The pull that the event is about; the first without it. */
  pull?: number
  /** The queued run that the runner takes up; a new one without it. */
  queued?: Run
  /** Other jobs of its run go on when this one has ended. */
  leavesRun?: boolean
}

export type Stage = {
  github: GitHub
  /** A folder of this test, for files that agents leave. */
  folder: string
  /** How often the agent was started. */
  agentStarts: () => number
  brief: () => string
  answer: (...answers: object[]) => void
  start: (options?: RunOptions) => RunningStep & { done: Promise<StepResult> }
  run: (options?: RunOptions) => Promise<StepResult>
  /** What every scenario ends with; asked when the test ends, and by tests with more than one stage before they stop one. */
  end: () => Promise<void>
}

const before = 'export const mean = list => list.reduce((a, b) => a + b)\n'
const after = `${'export const mean = list =>\n  list.reduce((a, b) => a + b) / list.length\n'}`

const worldOf = (options: StageOptions, script: string): WorldFile => ({
  ...(options.now === undefined ? {} : { now: options.now }),
  ...(options.readLag === undefined ? {} : { quirks: { readLag: options.readLag } }),
  users,
  repositories: [
    {
      name: REPOSITORY,
      private: options.isPrivate ?? false,
      roles: { dev: 'write', author: 'write', reviewer: 'write' },
      branches: {
        main: {
          files: {
            'src/mean.js': before,
            'README.md': '# Hello\n',
            '.github/workflows/review.yml':
              'run-name: "Countersign #${{ inputs.pull }}"\non:\n  workflow_dispatch:\n    inputs:\n      pull: {}\n      act: {}\n      head: {}\njobs:\n  review:\n    runs-on: ubuntu-latest\n    steps: []\n',
            '.github/countersign.yml': stringify({
              agents: ['scripted'],
              commands: { scripted: { run: [process.execPath, AGENT, script] }, ...options.commands },
              ...options.policy,
            }),
            ...options.files,
          },
        },
        topic: { from: 'main', commits: [{ message: 'Mean', author: 'author', files: { 'src/mean.js': after } }] },
        ...options.branches,
      },
      pulls: [{ title: 'Mean of a list', author: 'author', head: 'topic', body: 'Adds the mean.' }, ...(options.pulls ?? [])],
      workflows: options.workflows ?? [],
    },
  ],
})

const headOf = (github: GitHub, number: number): string => github.repository().git.branch(github.pull(number).head.ref) ?? ''

const newRun = (github: GitHub, number: number): Run =>
  createRun(github.as('github-actions').act, {
    workflow: 1,
    name: 'review',
    event: 'pull_request',
    headSha: headOf(github, number),
    pulls: [number],
    inputs: {},
  })

const payload = (github: GitHub, number: number): object => ({
  action: 'synchronize',
  number,
  pull_request: { number, head: { sha: headOf(github, number) }, draft: false },
  repository: { full_name: REPOSITORY },
  sender: { login: 'author', type: 'User' },
})

/** A job of the review workflow at work: what its step is given, and how it ends. */
export const jobOf = (github: GitHub, run: RunOptions): { options: ActionOptions; end: () => void } => {
  const actions = github.as('github-actions').act
  const created = run.queued ?? newRun(github, run.pull ?? 1)
  startRun(actions, created)
  const job = lastAttempt(created).jobs[0]
  const options: ActionOptions = {
    event: run.event ?? { name: 'pull_request', payload: payload(github, run.pull ?? 1) },
    apiUrl: github.url,
    token: run.token ?? 'ghs_actions',
    repository: REPOSITORY,
    inputs: { 'job-id': String(job?.id ?? ''), ...run.inputs },
    timeoutMs: 200_000,
    env: { GITHUB_RUN_ID: String(created.id), GITHUB_SERVER_URL: github.url, COUNTERSIGN_PACE: '100', ...run.env },
  }
  const end = () => (run.leavesRun && job ? finishJob(actions, job, 'success') : finish(actions, created, 'success'))
  return { options, end }
}

/** Node's own warnings (a leak of listeners, a deprecation) would stand in every user's log. */
const demandQuiet = (result: StepResult): StepResult => {
  expect(result.log, 'warnings of Node in the log').not.toMatch(/\(node:\d+\)/)
  return result
}

/** A repository with one open pull request, the shipped action, and an agent whose answers are written down. Checked when the test ends. */
export const stage = async (options: StageOptions = {}): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stage-'))
  const script = join(folder, 'script.json')
  const answer = (...answers: object[]): void => writeFileSync(script, JSON.stringify({ answers }))
  answer(...(options.answers ?? []))
  const github = await startGuarded({ world: worldOf(options, script), faults: options.faults ?? [] })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const past: Past = { last: null, heard: new Set(), isOver: false }
  const start = (run: RunOptions = {}) => {
    const { options: given, end } = jobOf(github, run)
    past.last = run
    for (const id of heardIn(given.event.payload)) past.heard.add(id)
    const step = startMain(given)
    const done = step.result.then(demandQuiet).finally(end)
    return { ...step, done }
  }
  const lines = (file: string): string[] => {
    try {
      return readFileSync(file, 'utf8').split('\n').filter(Boolean)
    } catch {
      return []
    }
  }
  const scene: Stage = {
    github,
    folder,
    agentStarts: () => lines(`${script}.calls`).length,
    brief: () => readFileSync(`${script}.brief`, 'utf8'),
    answer,
    start,
    run: run => start(run).done,
    end: () => settle(scene, past),
  }
  onTestFinished(({ task }) => (task.result?.state === 'fail' ? undefined : scene.end()), END_MS)
  return scene
}
