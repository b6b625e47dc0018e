import { onTestFinished } from 'vitest'
import { type GitHub, type GitHubOptions, type Leftovers, startGitHub } from '../../src/simulator/github.ts'
import type { WorldFile } from '../../src/simulator/world/file.ts'
import { guard } from './guard.ts'

const demandClean = ({ unknownRoutes, unusedFaults, violations, crashes }: Leftovers): void => {
  const [first] = [...crashes, ...violations]
  if (first) throw first
  if (unknownRoutes.length > 0) throw new Error(`Routes that the simulator does not know: ${unknownRoutes.join(', ')}`)
  if (unusedFaults.length > 0) throw new Error(`Faults that never happened: ${unusedFaults.join(', ')}`)
}

/**
 * A GitHub for one test: every request and answer is checked, and the test fails when it stops with unknown routes,
 * unused faults or answers that GitHub would not give.
 */
export async function startGuarded(options: GitHubOptions = {}): Promise<GitHub> {
  const github = await startGitHub({ world: smallWorld(), guard, ...options })
  // With the test itself, not with its file: test files share their modules.
  onTestFinished(async () => demandClean(await github.stop()))
  return github
}

export const workflowFile = `name: Review
run-name: "countersign #\${{ inputs.pull }} \${{ inputs.act }}"
on:
  workflow_dispatch:
    inputs:
      pull: { required: true, type: string }
      act: { type: string }
      head: { type: string }
jobs:
  review: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`

/** The rights that the README gives the review job. */
export const reviewRights = { contents: 'read', 'pull-requests': 'write', issues: 'write', actions: 'read' } as const

/** octo/hello with one pull (#1) by `author`; `dev` may write, `guest` may not; tokens are `<login>-token`. */
export function smallWorld(): WorldFile {
  return {
    // Each test here is about one thing; the lag has its own.
    quirks: { readLag: 0 },
    users: [
      { login: 'octo', type: 'Organization' },
      { login: 'admin', tokens: ['admin-token'] },
      { login: 'dev', tokens: ['dev-token'] },
      { login: 'author', tokens: ['author-token'] },
      { login: 'guest', tokens: ['guest-token'] },
      {
        login: 'github-actions',
        type: 'Bot',
        tokens: [
          { token: 'actions-token', kind: 'github-token', permissions: reviewRights, repositories: ['octo/hello'] },
          {
            token: 'dispatch-token',
            kind: 'github-token',
            permissions: { contents: 'read', actions: 'write', issues: 'write', 'pull-requests': 'write' },
            repositories: ['octo/hello'],
          },
        ],
      },
      {
        login: 'review-app',
        type: 'Bot',
        tokens: [
          {
            token: 'app-token',
            kind: 'app',
            permissions: { ...reviewRights, contents: 'write', checks: 'write', statuses: 'write' },
          },
        ],
      },
    ],
    repositories: [
      {
        name: 'octo/hello',
        roles: { admin: 'admin', dev: 'write', author: 'write' },
        branches: {
          main: { files: { 'README.md': 'hello\n', 'src/app.ts': lines(1, 40), '.github/workflows/review.yml': workflowFile } },
          feature: {
            from: 'main',
            files: { 'src/app.ts': changedApp, 'src/new.ts': 'export const a = 1\nexport const b = 2\n' },
          },
        },
        pulls: [{ number: 1, title: 'Add a feature', body: 'Please look.', author: 'author', head: 'feature' }],
      },
    ],
  }
}

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('')
/** Two hunks: line 5 changed, line 30 replaced by two. */
const changedApp = `${lines(1, 4)}line five\n${lines(6, 29)}line thirty\nline thirty and a half\n${lines(31, 40)}`
