import { expect, test } from 'vitest'
import { sweepSummary } from '../../src/comments/sweep.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import { sweepOutcome } from '../../src/modes/sweep.ts'
import type { Fault } from '../../src/simulator/faults.ts'
import { status, verdict } from '../markers/sample.ts'
import { startGuarded } from '../simulator/start.ts'
import { dispatchedIn, type PullFile, type RunFile, type Sweeping, sweepOnce, sweepWorld } from './sweeping.ts'

const EARLY = '2026-05-05T07:00:00Z'
const ASKED = '2026-05-05T08:00:00Z'

const comments = (count: number, createdAt: string) =>
  Array.from({ length: count }, (_, at) => ({ author: 'dev', createdAt, body: `Thought ${at}` }))
const request = { author: 'dev', createdAt: ASKED, body: '@countersign review' }

/** More comments than its row shows: the first five and the last twenty. */
const shows = (): Partial<PullFile> => ({ updatedAt: ASKED, comments: [...comments(30, EARLY), request] })
const hides = (): Partial<PullFile> => ({ updatedAt: ASKED, comments: [...comments(8, EARLY), request, ...comments(25, ASKED)] })

const run = (
  conclusion: 'success' | 'failure' | 'skipped',
  [from, to]: [string, string],
  more: Partial<RunFile> = {},
): RunFile => ({
  workflow: 'review.yml',
  name: 'Countersign #1',
  actor: 'github-actions',
  createdAt: `2026-05-05T${from}:00Z`,
  attempts: [{ updatedAt: `2026-05-05T${to}:00Z`, status: 'completed', conclusion }],
  ...more,
})
const swept = (from: string): RunFile =>
  run('success', [from, `${from.slice(0, 3)}59`], { workflow: 'countersign-sweep.yml', name: 'Sweep', event: 'schedule' })

const sweptWith = async (sweeping: Omit<Sweeping, 'count'>, faults: Fault[] = []) =>
  startGuarded({ world: await sweepWorld({ count: 1, ...sweeping }), faults })

const counted = async (sweeping: Omit<Sweeping, 'count'>) => (await sweepOnce(await sweptWith(sweeping))).swept.counts

test.each([
  [
    'that its row hides, and its run failed after the last sweep had seen it',
    hides,
    [swept('08:30'), run('failure', ['08:20', '08:40'])],
  ],
  ['that its row hides, and its run failed before', hides, [run('failure', ['08:20', '08:21']), swept('10:00')]],
  ['that its row hides, and its run only waited', hides, [run('success', ['08:20', '11:30']), swept('11:40')]],
  ['that its row shows, and no run is known of', shows, [swept('10:00')]],
])('a request on a long pull %s is dispatched again', async (_, pull, runs) =>
  expect(await counted({ pull, runs })).toMatchObject({ dispatched: 1 }),
)

test('a long pull without anything to do is read again only when something has happened to it', async () => {
  const pull = (): Partial<PullFile> => ({ updatedAt: ASKED, draft: true, comments: comments(30, EARLY) })
  const requests = async (runs: RunFile[]) => (await sweepOnce(await sweptWith({ pull, runs }))).swept.requests
  const idle = await requests([swept('10:00')])
  expect(await requests([])).toBe(idle + 1)
  expect(await requests([run('success', ['08:20', '08:25']), swept('10:00')])).toBe(idle)
  expect(await requests([run('failure', ['08:20', '08:25']), swept('10:00')])).toBe(idle + 1)
})

const newer = (many: number): RunFile[] =>
  Array.from({ length: many }, () => run('success', ['09:10', '09:11'], { name: 'Countersign #77', event: 'issue_comment' }))

test.each([120, 1_000])(
  'a run that failed since the last sweep is found behind %i newer ones, or everything is read anew',
  async many => {
    const runs = [run('failure', ['08:20', '08:40']), swept('08:30'), ...newer(many)]
    expect(await counted({ pull: hides, runs })).toMatchObject({ dispatched: 1 })
  },
)

test('as long as all runs since the last sweep are listed, a long pull without one is not read again', async () => {
  const github = await sweptWith({ pull: hides, runs: [swept('08:30'), ...newer(120)] })
  await sweepOnce(github)
  expect(github.requests.all.map(({ operation }) => operation)).not.toContain('Observe')
})

test('a dead claim in the midst of a long list is taken up when its run has failed', async () => {
  const by = { run: { id: '77', attempt: 1 }, nonce: 'n9' }
  const nothing = { lastVerdict: null, lastComment: null }
  const ending = { kind: 'terminated' as const, at: 1_777_888_900, reason: 'cut off', ...by, ...nothing }
  const on = { base: 'main', occasion: 'first' as const, acts: [], role: 'single' as const, job: null, lock: 4 }
  const rest = { since: 1_777_888_800, recoveries: 0, expires: null, flagged: false, ending }
  const pull = (_: number, head: string) => {
    const marker = status({ repo: 900, pull: 1, claim: { ...by, ...on, ...rest, head: head as never } })
    const body = appendMarker('Countersign', marker, { current: null, previous: null })
    const ours = { author: 'github-actions', createdAt: EARLY, body }
    return { updatedAt: ASKED, comments: [...comments(8, EARLY), ours, ...comments(30, ASKED)] }
  }
  const runs = [run('failure', ['07:58', '08:01']), swept('10:00')]
  expect(await counted({ pull, runs })).toMatchObject({ dispatched: 1, flagged: 1 })
})

const ANSWERED = '2026-05-05T10:30:00Z'

/** Two of three members have answered, and what they wrote of themselves is hidden in the midst of the list. */
const answered = (_: number, head: string): Partial<PullFile> => {
  const keys = { current: null, previous: null }
  const on = { repo: 900, pull: 1 }
  const told = (['anna', 'cleo'] as const).map((reviewer, at) => {
    const answer = verdict({ ...on, reviewer, role: at === 0 ? 'anchor' : 'enricher', nonce: `n${at}`, head: head as never })
    return {
      comment: {
        author: 'github-actions',
        createdAt: ANSWERED,
        body: appendMarker('Countersign', status({ ...on, reviewer }), keys),
      },
      review: {
        author: 'github-actions',
        createdAt: ANSWERED,
        submittedAt: ANSWERED,
        commit: head,
        body: appendMarker('Good.', answer, keys),
      },
    }
  })
  return {
    updatedAt: ANSWERED,
    comments: [...comments(8, EARLY), ...told.map(one => one.comment), ...comments(30, ANSWERED)],
    reviews: told.map(one => one.review),
  }
}

test('a member that never begins is missed on a long pull too, when its time is over, and not looked for without end', async () => {
  const panel = ['anna', 'ben', 'cleo']
  const reviewers = Object.fromEntries(panel.map(name => [name, { agents: ['claude'] }]))
  const looked = run('success', ['10:35', '10:36'])
  const sweepAtNoon = async (timeout: number, before: string) => {
    const policy = { panel, reviewers, 'enrich-timeout': timeout }
    const github = await sweptWith({ pull: answered, policy, runs: [swept(before), looked] })
    const { counts } = (await sweepOnce(github)).swept
    return [counts.dispatched, github.requests.all.some(({ operation }) => operation === 'Observe')]
  }
  expect(await sweepAtNoon(7_200, '11:45')).toEqual([0, true])
  expect(await sweepAtNoon(3_600, '11:15')).toEqual([1, true])
  // An earlier sweep has seen that its time was over, and has started the run.
  expect(await sweepAtNoon(1_800, '11:45')).toEqual([0, false])
})

test('a new head of a long pull that waited for its checks is taken when they have ended, though no one touched it', async () => {
  const pull = () => ({ updatedAt: ASKED, comments: comments(30, EARLY) })
  const runs = [swept('10:00')]
  expect(await counted({ pull, runs })).toMatchObject({ dispatched: 0, skipped: 1 })
  expect(await counted({ pull, runs, policy: { 'wait-for-checks': 'required' } })).toMatchObject({ dispatched: 1 })
})

test('runs that GitHub skipped, as for labels of no interest, are no failures and no reason to read a long pull again', async () => {
  const skipped = Array.from({ length: 3 }, () => run('skipped', ['08:00', '08:01'], { event: 'issue_comment' }))
  const open = (): Partial<PullFile> => ({ updatedAt: ASKED, comments: comments(3, EARLY) })
  expect(await counted({ pull: open, runs: [...skipped, swept('07:30')] })).toMatchObject({ dispatched: 1 })
  const idle = await sweptWith({
    pull: () => ({ ...open(), draft: true, comments: comments(30, EARLY) }),
    runs: [...skipped, swept('10:00')],
  })
  await sweepOnce(idle)
  expect(idle.requests.all.map(({ operation }) => operation)).not.toContain('Observe')
})

test('a pull that cannot be read makes the sweep red, so that the next one reads it', async () => {
  const broken: Fault = { on: 'Observe', times: 9, effect: { kind: 'answer', status: 500 } }
  const github = await sweptWith({ pull: shows }, [broken])
  const first = (await sweepOnce(github)).swept
  expect(first).toMatchObject({ counts: { dispatched: 0, deferred: 1 }, unreadable: [1] })
  expect(sweepOutcome(first)).toBe('failed')
  expect(sweepSummary(first)).toContain('could not be read: #1. So this sweep is not counted')
  github.faults.end()
  const second = (await sweepOnce(github)).swept
  expect([sweepOutcome(second), dispatchedIn(github)]).toEqual(['waiting', ['#1']])
})
