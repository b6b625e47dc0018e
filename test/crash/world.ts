import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type RunningStep, type StepResult, startStep } from '../../src/runner/run-action.ts'
import { createRun, finish, lastAttempt, startRun, statusOf } from '../../src/simulator/acts/runs.ts'
import { type GitHub, startGitHub } from '../../src/simulator/github.ts'
import type { WorldFile } from '../../src/simulator/world/file.ts'
import type { Conclusion, Run } from '../../src/simulator/world/types.ts'
import { stepOptions } from '../harness/step-options.ts'
import type { AgentAnswer } from './story.ts'

export const REPOSITORY = 'octo/hello'
const AGENT = join(import.meta.dirname, '../fixtures/agents/scripted-reviewer.mjs')
const START = '2026-03-01T08:00:00Z'

const before = 'export const mean = list => list.reduce((a, b) => a + b)\n'
const after = 'export const mean = list =>\n  list.reduce((a, b) => a + b) / list.length\n'

const workflow = `run-name: "Countersign #\${{ inputs.pull }}"
on:
  workflow_dispatch:
    inputs: { pull: {}, act: {}, head: {} }
jobs:
  review: { runs-on: ubuntu-latest, steps: [] }
`

const token = (name: string, permissions: object) => ({ token: name, kind: 'github-token' as const, permissions })
const rights = { contents: 'read', 'pull-requests': 'write', issues: 'write' }

/** The agent works in a copy three folders below its world's own, where its answer stands. */
const agent = { agents: ['scripted'], commands: { scripted: { run: [process.execPath, AGENT, '../../../script.json'] } } }

/** One pull request that nobody has looked at. */
export const firstWorld = (policy: Record<string, unknown>): WorldFile => ({
  now: START,
  users: [
    { login: 'dev' },
    { login: 'author' },
    {
      login: 'github-actions',
      type: 'Bot',
      tokens: [
        token('ghs_review', { ...rights, actions: 'read' }),
        token('ghs_sweep', { ...rights, actions: 'write' }),
        token('ghs_fix', { ...rights, contents: 'write', actions: 'write' }),
      ],
    },
  ],
  repositories: [
    {
      name: REPOSITORY,
      roles: { dev: 'write', author: 'write' },
      branches: {
        main: {
          files: {
            'src/mean.js': before,
            '.github/workflows/review.yml': workflow,
            '.github/countersign.yml': stringify({ ...agent, ...policy }),
          },
        },
        topic: { from: 'main', commits: [{ message: 'Mean', author: 'author', files: { 'src/mean.js': after } }] },
      },
      workflows: [{ path: '.github/workflows/review.yml', name: 'review', createdAt: START }],
      pulls: [{ title: 'Mean of a list', author: 'author', head: 'topic', body: 'Adds the mean.' }],
    },
  ],
})

export type RunKind = { event: string; payload: object; token: string; inputs: Record<string, string>; pace: number }

/** One GitHub with one run after another in it. `folder` holds everything that belongs to it, and names its processes. */
export type CrashWorld = {
  github: GitHub
  /** The ids of the notices that were sent, in their order. */
  told: string[]
  folder: string
  says: (answer: AgentAnswer) => void
  start: (kind: RunKind, run?: Run) => { step: RunningStep; over: (conclusion: Conclusion) => void }
  queued: () => Run[]
  post: (kind: RunKind, main: StepResult) => Promise<StepResult>
  stop: () => Promise<void>
}

export const reviewRun = (github: GitHub, inputs: Record<string, string> = {}): RunKind => ({
  event: 'pull_request',
  payload: {
    action: 'synchronize',
    number: 1,
    pull_request: { number: 1, head: { sha: github.repository().git.branch('topic') }, draft: false },
    repository: { full_name: REPOSITORY },
    sender: { login: 'author', type: 'User' },
  },
  token: 'ghs_review',
  inputs,
  pace: 1,
})

/** The job that mends what the review of the present head left; it has the rights to push and to start the next review. */
export const fixRun = (github: GitHub, inputs: Record<string, string> = {}): RunKind => ({
  ...reviewRun(github, { mode: 'fix', pull: '1', ...inputs }),
  token: 'ghs_fix',
})

export const dispatchedRun = (run: Run, inputs: Record<string, string> = {}): RunKind => ({
  event: 'workflow_dispatch',
  payload: { inputs: run.inputs, repository: { full_name: REPOSITORY } },
  token: 'ghs_review',
  inputs: { ...inputs, pull: run.inputs.pull ?? '', act: run.inputs.act ?? '', head: run.inputs.head ?? '' },
  pace: 100,
})

export const sweepRun: RunKind = {
  event: 'schedule',
  payload: { schedule: '*/15 * * * *', repository: { full_name: REPOSITORY } },
  token: 'ghs_sweep',
  inputs: {},
  pace: 100,
}

/** A webhook that keeps the ids of what it is told. */
const listener = async (told: string[]): Promise<{ url: string; close: () => void }> => {
  const server = createServer((request, response) => {
    told.push(String(request.headers['x-countersign-event']))
    request.resume().once('end', () => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // `address()` is a string only for pipes.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() }
}

/** What V8 made of the bundles is kept for the runs that follow. */
const compiled = mkdtempSync(join(tmpdir(), 'countersign-compiled-'))
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }))

export const openWorld = async (world: WorldFile, dist: string): Promise<CrashWorld> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-crash-'))
  const script = join(folder, 'script.json')
  const github = await startGitHub({ world })
  const told: string[] = []
  const webhook = await listener(told)
  const actions = github.as('github-actions').act
  const options = (kind: RunKind, run: Run, state: Record<string, string>) => ({
    event: { name: kind.event, payload: kind.payload },
    apiUrl: github.url,
    token: kind.token,
    repository: REPOSITORY,
    inputs: {
      'job-id': String(lastAttempt(run).jobs[0]?.id ?? ''),
      webhook: webhook.url,
      'webhook-secret': 'the-receiver-knows-it',
      ...kind.inputs,
    },
    state,
    timeoutMs: 300_000,
    env: {
      GITHUB_RUN_ID: String(run.id),
      GITHUB_SERVER_URL: github.url,
      COUNTERSIGN_PACE: String(kind.pace),
      RUNNER_TEMP: folder,
      NODE_COMPILE_CACHE: compiled,
    },
  })
  const created = (kind: RunKind): Run =>
    createRun(actions, {
      workflow: 1,
      name: kind.event,
      event: kind.event,
      headSha: github.repository().git.branch('topic') ?? '',
      pulls: kind.event === 'pull_request' ? [1] : [],
    })
  let last: Run | undefined
  return {
    github,
    told,
    folder,
    says: answer => writeFileSync(script, JSON.stringify({ answers: [answer] })),
    start: (kind, known) => {
      const run = known ?? created(kind)
      last = run
      startRun(actions, run)
      const step = startStep(stepOptions({ dist, entry: 'main' }, options(kind, run, {})))
      return { step, over: conclusion => finish(actions, run, conclusion) }
    },
    queued: () => github.repository().runs.filter(run => run.event === 'workflow_dispatch' && statusOf(run) === 'queued'),
    post: (kind, main) =>
      startStep(stepOptions({ dist, entry: 'post' }, options(kind, last ?? created(kind), main.state))).result,
    stop: async () => {
      webhook.close()
      await github.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
