import { expect, test } from 'vitest'
import { readInputs } from '../../src/inputs.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import { readDay } from '../../src/observe/day.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import type { Fault } from '../../src/simulator/faults.ts'
import type { GitHub } from '../../src/simulator/github.ts'
import { pullRunOf } from '../../src/wiring.ts'
import { status } from '../markers/sample.ts'
import { startGuarded } from '../simulator/start.ts'
import { sweepOnce, sweepWorld } from './sweeping.ts'

const TODAY = '2026-05-05T08:00:00Z'
const policy = { 'daily-runs': 2 }

const comments = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ author: 'dev', createdAt: TODAY, body: `Thought ${at}` }))

/** Two starts today, told by a comment that a row of the list does not show. */
const busy = () => {
  const starts = { ...status().starts, life: 2, perDay: { '2026-05-05': 2 } }
  const marker = status({ repo: 900, pull: 1, starts })
  const body = appendMarker('Countersign', marker, { current: null, previous: null })
  const ours = { author: 'github-actions', createdAt: TODAY, body }
  return { updatedAt: TODAY, draft: true, comments: [...comments(8), ours, ...comments(25)] }
}
const pull = (number: number) => (number === 1 ? busy() : { updatedAt: TODAY })

/** It saw everything: what nobody has touched since is not read for another reason. */
const swept = {
  workflow: 'countersign-sweep.yml',
  event: 'schedule',
  actor: 'github-actions',
  createdAt: '2026-05-05T10:00:00Z',
  attempts: [{ status: 'completed' as const, conclusion: 'success' as const }],
}

const started = async (faults: Fault[] = []): Promise<GitHub> =>
  startGuarded({ world: await sweepWorld({ count: 2, pull, policy, runs: [swept] }), faults })

const used = async (github: GitHub) => {
  const env = { GITHUB_REPOSITORY: 'octo/hello', GITHUB_API_URL: github.url, COUNTERSIGN_PACE: '1000', INPUT_TOKEN: 'ghs_sweep' }
  const lines: string[] = []
  const outside = { env, say: (line: string) => void lines.push(line), stop: new AbortController().signal }
  const use = await readDay(pullRunOf(outside, readInputs(env), 2), { ...defaultPolicy(), ...policy })
  return { runs: use.runs, log: lines.join('\n') }
}

test('a sweep counts what long pulls used today, and leaves what is over the budget', async () => {
  const github = await started()
  expect((await sweepOnce(github)).swept.counts).toMatchObject({ dispatched: 0, deferred: 1 })
})

test('without a budget nobody reads them for that', async () => {
  const reads = async (budget: object) => {
    const github = await startGuarded({ world: await sweepWorld({ count: 1, pull: busy, runs: [swept], policy: { ...budget } }) })
    await sweepOnce(github)
    return github.requests.all.filter(({ operation }) => operation === 'Observe').length
  }
  expect([await reads({}), await reads(policy)]).toEqual([0, 1])
})

test('a run counts what long pulls used today', async () => {
  expect(await used(await started())).toEqual({ runs: 2, log: '' })
})

test('what cannot be read is said, and the rest counted', async () => {
  const broken: Fault = { on: 'Observe', times: 9, effect: { kind: 'answer', status: 500 } }
  const { runs, log } = await used(await started([broken]))
  expect(runs).toBe(0)
  expect(log).toContain('#1 could not be read')
})
