import { stringify } from 'yaml'
import type { SweptPulls } from '../../src/comments/sweep.ts'
import { readInputs } from '../../src/inputs.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import type { Marker } from '../../src/markers/schema.ts'
import { sweep } from '../../src/modes/sweep.ts'
import { type GitHub, startGitHub } from '../../src/simulator/github.ts'
import type { WorldFile } from '../../src/simulator/world/file.ts'
import { pullRunOf } from '../../src/wiring.ts'
import { status, verdict } from '../markers/sample.ts'

const REPOSITORY = 'octo/hello'
const REPO = 900
export const NOW = '2026-05-05T12:00:00Z'
/** Long before the last sweep; the workflow is older. */
const REVIEWED = '2026-05-03T10:00:00Z'
const ADDED = '2026-05-01T10:00:00Z'

export type PullFile = NonNullable<NonNullable<WorldFile['repositories']>[number]['pulls']>[number]
export type RunFile = NonNullable<NonNullable<WorldFile['repositories']>[number]['runs']>[number]

const reviewWorkflow = `run-name: "Countersign #\${{ inputs.pull }}"
on:
  workflow_dispatch:
    inputs: { pull: {}, act: {}, head: {} }
jobs:
  review: { runs-on: ubuntu-latest, steps: [] }
`

const keys = { current: null, previous: null }
const marked = (body: string, marker: Marker): string => appendMarker(body, marker, keys)

/** A pull whose head was approved, with all that a review leaves behind. */
export const reviewed = (number: number, head: string): Partial<PullFile> => {
  const on = { repo: REPO, pull: number }
  return {
    updatedAt: REVIEWED,
    comments: [
      { author: 'github-actions', createdAt: REVIEWED, body: marked('Countersign', status(on)) },
      { author: 'dev', createdAt: REVIEWED, body: 'Thanks, I will merge this after the release.' },
    ],
    reviews: [
      {
        author: 'github-actions',
        submittedAt: REVIEWED,
        createdAt: REVIEWED,
        commit: head,
        body: marked('Reads well.', verdict({ ...on, head: head as never })),
      },
    ],
  }
}

export type Sweeping = {
  policy?: Record<string, unknown>
  /** How many pulls are open; each is as `pull` says, by its number; reviewed and settled without it. */
  count: number
  pull?: (number: number, head: string) => Partial<PullFile>
  runs?: RunFile[]
}

const user = (login: string, more: object = {}) => ({ login, tokens: [`${login}-token`], ...more })

const worldOf = ({ count, policy = {}, pull = reviewed, runs = [] }: Sweeping, head: string): WorldFile => ({
  now: NOW,
  quirks: { readLag: 0 },
  users: [
    user('dev'),
    {
      login: 'github-actions',
      type: 'Bot',
      tokens: [
        {
          token: 'ghs_sweep',
          kind: 'github-token',
          permissions: {
            contents: 'read',
            'pull-requests': 'write',
            issues: 'write',
            actions: 'write',
            checks: 'read',
            statuses: 'read',
          },
        },
      ],
    },
  ],
  repositories: [
    {
      id: REPO,
      name: REPOSITORY,
      roles: { dev: 'write' },
      branches: {
        main: {
          files: {
            'a.txt': 'one\n',
            '.github/workflows/review.yml': reviewWorkflow,
            '.github/workflows/countersign-sweep.yml': 'on: { schedule: [{ cron: "7 * * * *" }] }\njobs: {}\n',
            '.github/countersign.yml': stringify({ agents: ['claude'], ...policy }),
          },
        },
        topic: { from: 'main', files: { 'a.txt': 'two\n' } },
        ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`topic-${at + 1}`, { from: 'topic' }])),
      },
      workflows: [
        { path: '.github/workflows/review.yml', name: 'Countersign', createdAt: ADDED },
        { path: '.github/workflows/countersign-sweep.yml', name: 'Countersign sweep', createdAt: ADDED },
      ],
      pulls: Array.from({ length: count }, (_, at) => ({
        title: `Change ${at + 1}`,
        author: 'dev',
        createdAt: REVIEWED,
        head: `topic-${at + 1}`,
        ...(head === '' ? {} : pull(at + 1, head)),
      })),
      runs,
    },
  ],
})

/** The world of a sweep; all branches stand on the same commit, whose id a first, small one tells. */
export const sweepWorld = async (sweeping: Sweeping): Promise<WorldFile> => {
  const small = await startGitHub({ world: worldOf({ ...sweeping, count: 1, runs: [] }, '') })
  const head = small.repository().git.branch('topic-1') ?? ''
  await small.stop()
  return worldOf(sweeping, head)
}

/** One sweep, in this process: the same code as the action's, over HTTP. */
export const sweepOnce = async (
  github: GitHub,
  inputs: { since?: string; 'fan-out'?: string; token?: string } = {},
): Promise<{ swept: SweptPulls; log: string }> => {
  const env: Record<string, string> = {
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_API_URL: github.url,
    COUNTERSIGN_PACE: '1000',
    INPUT_TOKEN: 'ghs_sweep',
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  }
  const lines: string[] = []
  const read = readInputs(env)
  const any = pullRunOf({ env, say: line => lines.push(line), stop: new AbortController().signal }, read, 0)
  const swept = await sweep(any, {
    pullRunOf: number => ({ ...any, site: { ...any.site, target: { ...any.site.target, number } } }),
    workflow: read.reviewWorkflow,
    sweepWorkflow: 'countersign-sweep.yml',
    since: read.since,
    fanOut: read.fanOut,
  })
  return { swept, log: lines.join('\n') }
}

/** The runs that were dispatched, by pull. */
export const dispatchedIn = (github: GitHub): string[] =>
  github
    .repository()
    .runs.filter(run => run.event === 'workflow_dispatch')
    .map(run => `#${run.inputs.pull}`)
