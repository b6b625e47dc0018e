import { describe, expect, test } from 'vitest'
import { inSweepOrder, planSweep, type SweepPast, type SweptPull, YOUNG_S } from '../../src/decide/plan-sweep.ts'
import type { FindingState, FixTask } from '../../src/markers/schema.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { Story } from '../snapshot/story.ts'
import { START } from '../snapshot/world.ts'

type Given = { pull?: Partial<SweptPull>; policy?: object; past?: Partial<SweepPast>; runs?: Partial<SweepPast['runs']> }

const HOUR = 3_600

/** The plan in words: a row of the list that was touched an hour ago, of a workflow as old as the story. */
const says = (story: Story, { pull = {}, policy = {}, past = {}, runs = {} }: Given = {}): string => {
  const snapshot = story.wait(HOUR).snapshot()
  const plan = planSweep(
    {
      snapshot,
      policy: { ...defaultPolicy(), ...policy },
      owner: 'unasked',
      isWhole: true,
      hasConflicts: false,
      updatedAt: snapshot.facts.observedAt - HOUR,
      ...pull,
    },
    {
      since: START,
      sweptAt: 0,
      ...past,
      runs: { isLive: false, decidedAt: 0, wokenAt: 0, failures: [], endedAt: 0, endedBadly: false, ...runs },
    },
  )
  if (plan.kind === 'skip') return `${plan.count}: ${plan.why}`
  if (plan.kind === 'unsure') return `unsure: ${plan.why}`
  return [plan.work, ...(plan.fixes > 0 ? [`${plan.fixes} to mend`] : []), ...(plan.isFlag ? ['flagged'] : [])].join(', ')
}

const story = (tell: (story: Story) => unknown = () => null): Story => {
  const told = new Story()
  tell(told)
  return told
}

const BLOCKER: FindingState = { id: 'f1', severity: 'high', blocking: true, path: 'a.ts', line: 1, status: 'new' }
const fixRequested = (told: Story): number => told.verdict('F', { findings: [BLOCKER] })
const approved = (told: Story): number => told.verdict('A')
const tasks = (told: Story, verdict: number, change: Partial<FixTask> = {}): void => {
  const task: FixTask = { verdict, finding: 'f1', state: 'open', attempts: 0, ...change }
  told.comment({
    by: 'us',
    body: 'Fixes',
    marker: { kind: 'fix-tasks', ...told.binding(), reviewer: 'countersign', tasks: [task], pushes: [] },
  })
}
const LOOKED = 'known: a run has looked at it since it was last touched'

describe('a pull that', () => {
  test.each<[string, Story, Given, string]>([
    ['nobody reviewed is taken', story(), {}, 'head'],
    ['has conflicts is taken: GitHub starts no run for it', story(), { pull: { hasConflicts: true } }, 'conflict'],
    ['was reviewed is left', story(approved), {}, 'skipped: already-reviewed'],
    ['got another base after its review is taken', story(told => [approved(told), told.retarget('next')]), {}, 'retarget'],
    ['got commits after its review is taken', story(told => [approved(told), told.push('B')]), {}, 'head'],
    [
      'an earlier sweep has seen is left',
      story(told => [approved(told), told.push('B')]),
      { past: { sweptAt: START + 9 * HOUR } },
      'skipped: nothing has changed since an earlier sweep',
    ],
    [
      'an earlier sweep has seen, and whose run failed, is taken',
      story(told => [approved(told), told.push('B')]),
      { past: { sweptAt: START + 9 * HOUR }, runs: { endedAt: START + 8 * HOUR, endedBadly: true } },
      'head',
    ],
    ['a run works for is left', story(), { runs: { isLive: true } }, 'known: a run waits or works for it'],
    ['a run has decided on since is left', story(), { runs: { decidedAt: START + 2 * HOUR } }, LOOKED],
    [
      'three runs failed on since is left',
      story(),
      { runs: { failures: [START + 9 * HOUR, START + 8 * HOUR, START + 7 * HOUR] } },
      'skipped: 3 runs failed since it was last touched; their logs tell why',
    ],
    [
      'was touched minutes ago is left to its own event',
      story(),
      { pull: { updatedAt: START + HOUR - YOUNG_S + 1 } },
      'known: it was touched less than 15 minutes ago: its own event is given that time',
    ],
    [
      'nobody touched since the workflow was added is left',
      story(),
      { past: { since: START + HOUR } },
      'skipped: nobody has touched it since the workflow was added',
    ],
    [
      'is as old is taken where the policy says so',
      story(),
      { past: { since: START + HOUR }, policy: { backlog: true } },
      'head',
    ],
    ['is as old and asked for is taken', story(told => told.asks()), { past: { since: START + HOUR } }, 'act'],
    ['is a draft is left', story(told => (told.facts.pull.isDraft = true)), {}, 'skipped: draft: the pull request is a draft'],
    ['is longer than its row shows is read whole', story(), { pull: { isWhole: false } }, 'unsure: its lists are longer'],
    ['has a claim: whether its run lives is looked up', story(told => told.claim()), {}, 'unsure: a lock or a claim'],
    ['has the claim of a dead run is taken', story(told => told.claim()), { pull: { owner: 'dead' } }, 'claim'],
    ['has the claim of a living run is left', story(told => told.claim()), { pull: { owner: 'alive' } }, 'known: in-progress'],
    [
      'was cut off too often is handed to a person',
      story(told => told.claim({ recoveries: 2 })),
      { pull: { owner: 'dead' } },
      'claim, flagged',
    ],
    ['a person was half called for is taken', story(told => told.labels('us')), {}, 'escalation'],
  ])('%s', (_, told, given, expected) => expect(says(told, given)).toContain(expected))
})

describe('where checks are waited for', () => {
  const policy = { 'wait-for-checks': 'required' } as const
  const later = START + 9 * HOUR

  test('a run that an event began may have found them pending: the pull is taken', () =>
    expect(says(story(), { policy, runs: { decidedAt: later } })).toBe('checks'))

  test('a dispatched run decided after they were read: the pull is left', () =>
    expect(says(story(), { policy, runs: { decidedAt: later, wokenAt: later } })).toBe(LOOKED))

  test('a push of ours on which no check ever begins is taken all the same', () => {
    const told = story(fixRequested).push('B')
    const commit = told.facts.pull.head.oid
    told.comment({
      by: 'us',
      body: 'Fixes',
      marker: {
        kind: 'fix-tasks',
        ...told.binding(),
        reviewer: 'countersign',
        tasks: [],
        pushes: [{ commit, parent: commit, at: told.facts.observedAt, silent: true }],
      },
    })
    expect(says(told, { policy, runs: { decidedAt: later, wokenAt: later } })).toBe('checks')
  })
})

test('a budget of the day is a new one tomorrow', () => {
  const policy = { 'daily-runs': 5 }
  const pull = { updatedAt: START }
  expect(says(story(), { policy, pull, runs: { decidedAt: START + 1 } })).toBe(LOOKED)
  expect(
    says(
      story(told => told.wait(24 * HOUR)),
      { policy, pull, runs: { decidedAt: START + 1 } },
    ),
  ).toBe('head')
})

describe('findings to be mended', () => {
  const policy = { fix: 'run' } as const

  test('that GitHub did not let us write down are written down by the next run', () =>
    expect(says(story(fixRequested), { policy })).toBe('fix, 1 to mend'))

  test.each<[string, Partial<FixTask>, string]>([
    ['that no job took up are taken', {}, 'fix, 1 to mend'],
    ['whose fix failed once are taken', { state: 'failed', attempts: 1 }, 'fix, 1 to mend'],
    ['that are mended are left', { state: 'done', attempts: 1 }, 'skipped: already-reviewed'],
  ])('%s', (_, change, expected) => {
    const told = story()
    tasks(told, fixRequested(told), change)
    expect(says(told, { policy })).toContain(expected)
  })

  test('are left when a run has looked since: then its workflow has no job for them', () => {
    const told = story()
    tasks(told, fixRequested(told))
    expect(says(told, { policy, runs: { decidedAt: START + 9 * HOUR } })).toBe(LOOKED)
  })

  test('are left where fixes are off', () => {
    const told = story()
    tasks(told, fixRequested(told))
    expect(says(told)).toContain('skipped: already-reviewed')
  })
})

test('what people wait for comes first, then what is broken, then what is new; the oldest first', () => {
  const one = (work: Parameters<typeof inSweepOrder>[0]['work'], at: number, number: number) => ({ work, at, number })
  const mixed = [one('head', 5, 1), one('claim', 9, 2), one('fix', 1, 3), one('act', 8, 4), one('act', 7, 5), one('head', 5, 0)]
  expect(mixed.toSorted(inSweepOrder).map(({ number }) => number)).toEqual([5, 4, 2, 3, 0, 1])
})
