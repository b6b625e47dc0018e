import { expect, it } from 'vitest'
import { patiently } from '../../src/fixes/patiently.ts'
import { type GitFailure, gitFailure } from '../../src/git/failure.ts'
import type { PullRun } from '../../src/observe/context.ts'

/** A clock that passes only while somebody sleeps or a server is asked. */
const asking = async (answers: (string | GitFailure)[], { msEach = 0, stopAt = 99 } = {}) => {
  const stop = new AbortController()
  const seen: (string | number)[] = []
  let nowMs = 0
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms
    seen.push(ms)
    if (seen.length >= stopAt) stop.abort()
  }
  const pullRun = { clock: { nowMs: () => nowMs, sleep }, log: () => {} } as unknown as PullRun
  const ask = async (): Promise<string | GitFailure> => {
    nowMs += msEach
    seen.push('asked')
    return answers.shift() ?? 'too often'
  }
  return { end: await patiently(ask, { pullRun, stop: stop.signal, before: async () => null }), seen }
}

const silent = gitFailure('unreachable', 'git push failed')
const late = gitFailure('timeout', 'git push did not end')

it('asks three times at most, after 5 and 30 seconds', async () => {
  expect(await asking([silent, late, 'done'])).toEqual({ end: 'done', seen: ['asked', 5_000, 'asked', 30_000, 'asked'] })
  expect((await asking([silent, silent, silent])).end).toBe(silent)
})

it.each(['denied', 'error', 'missing', 'stopped'] as const)('takes %s for an answer', async why =>
  expect((await asking([gitFailure(why, 'no'), 'done'])).seen).toEqual(['asked']),
)

it('begins no try more than ten minutes after the first, and none once the run is told to stop', async () => {
  expect((await asking([late, late, 'done'], { msEach: 300_000 })).seen).toEqual(['asked', 5_000, 'asked'])
  expect((await asking([silent, 'done'], { stopAt: 2 })).end).toBe(silent)
})
