import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { type StepResult, startStep } from '../../src/runner/run-action.ts'
import { type GitHub, startGitHub } from '../../src/simulator/github.ts'
import type { WorldFile } from '../../src/simulator/world/file.ts'
import { freshDist } from '../harness/fresh-dist.ts'
import { type ActionOptions, stepOptions } from '../harness/step-options.ts'

const agent = join(import.meta.dirname, '../fixtures/agents/scripted-reviewer.mjs')
const repository = 'octo/hello'

/** One open pull request that nobody has reviewed, and an agent that approves it. */
const worldWith = (script: string): WorldFile => ({
  // A list that lags is read again: as often as it lags, not as often as we ask.
  quirks: { readLag: 0 },
  users: [
    { login: 'author' },
    {
      login: 'github-actions',
      type: 'Bot',
      tokens: [
        {
          token: 'ghs_bench',
          kind: 'github-token',
          permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', actions: 'read' },
        },
      ],
    },
  ],
  repositories: [
    {
      name: repository,
      roles: { author: 'write' },
      branches: {
        main: {
          files: {
            'a.txt': 'one\n',
            '.github/countersign.yml': stringify({
              agents: ['scripted'],
              commands: { scripted: { run: [process.execPath, agent, script] } },
            }),
          },
        },
        topic: { from: 'main', files: { 'a.txt': 'two\n' } },
      },
      pulls: [{ title: 'Two', author: 'author', head: 'topic' }],
    },
  ],
})

const run = (github: GitHub, dist: string): Promise<StepResult> => {
  const options: ActionOptions = {
    event: { name: 'workflow_dispatch', payload: { inputs: { pull: '1' }, repository: { full_name: repository } } },
    apiUrl: github.url,
    token: 'ghs_bench',
    repository,
    inputs: { pull: '1' },
    env: { GITHUB_SERVER_URL: github.url, COUNTERSIGN_PACE: '100' },
    timeoutMs: 60_000,
  }
  return startStep(stepOptions({ dist, entry: 'main' }, options)).result
}

const requestsOf = async (github: GitHub, dist: string, outcome: string): Promise<number> => {
  github.requests.clear()
  const step = await run(github, dist)
  if (step.outputs.outcome !== outcome) throw new Error(`Expected the outcome "${outcome}". The log:\n${step.log}`)
  return github.requests.api.length
}

/** API requests (git's own are free): of a whole review, and of a run that then finds nothing to do. */
export const measure = async (): Promise<Record<string, number>> => {
  const dist = await freshDist()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const script = join(folder, 'script.json')
  writeFileSync(script, JSON.stringify({ answers: [{ report: { verdict: 'approve', summary: 'Reads well.', findings: [] } }] }))
  const github = await startGitHub({ world: worldWith(script) })
  try {
    const requestsReview = await requestsOf(github, dist, 'reviewed')
    const requestsIdle = await requestsOf(github, dist, 'skipped')
    return { requestsIdle, requestsReview }
  } finally {
    await github.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
