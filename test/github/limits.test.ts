import { describe, expect, test } from 'vitest'
import { rateGate } from '../../src/github/rate-gate.ts'
import { isRateLimited, limitWaitMs } from '../../src/github/retry.ts'

const NOW = 1_800_000_000
const used = (reset: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) })

test.each([
  ['the time GitHub names', { 'retry-after': '7' }, 1, 7_000],
  ['the reset of a used-up limit, and a second', used(NOW + 90), 1, 91_000],
  ['Retry-After before the reset', { ...used(NOW + 90), 'retry-after': '7' }, 1, 7_000],
  ['a second, when the reset is in the past', used(NOW - 500), 1, 1_000],
  ['twice as long, when a reset in the past is named again', used(NOW - 500), 2, 2_000],
  ['no shorter, when no time at all is named time after time', { 'retry-after': '0' }, 5, 16_000],
  ['a minute, when GitHub names no time', {}, 1, 60_000],
  ['twice as long, when it says so again', {}, 2, 120_000],
  [
    'a minute, when the reset belongs to a limit that is not used up',
    { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': String(NOW + 5) },
    1,
    60_000,
  ],
])('a rate limit is waited for: %s', (_, headers, times, waitMs) => {
  expect(limitWaitMs(headers, { serverTime: NOW, times })).toBe(waitMs)
})

test.each([
  [429, '', {}, true],
  [403, 'You have exceeded a secondary rate limit.', {}, true],
  [403, 'API rate limit exceeded for installation.', {}, true],
  [403, 'Resource not accessible by integration', { 'x-ratelimit-remaining': '12' }, false],
  [404, 'Not Found', used(NOW), false],
])('status %d "%s" with %o is a rate limit: %s', (status, detail, headers, expected) => {
  expect(isRateLimited({ status, detail, headers })).toBe(expected)
})

describe('the gate', () => {
  const stage = (patienceMs = 600_000) => {
    const slept: number[] = []
    let nowMs = 0
    const clock = {
      nowMs: () => nowMs,
      sleep: async (ms: number) => {
        slept.push(ms)
        nowMs += ms
      },
    }
    const stop = new AbortController()
    return { slept, stop, gate: rateGate({ clock, patienceMs, stop: stop.signal, log: () => {} }) }
  }

  test('closes before GitHub has to refuse, and only for the limit that is used up', async () => {
    const { gate, slept } = stage()
    gate.note('graphql', used(NOW + 30), NOW)
    await gate.opened('core', 'read')
    expect(slept).toEqual([])
    await gate.opened('graphql', 'read')
    expect(slept).toEqual([31_000])
  })

  test('closes for everything after a secondary limit', async () => {
    const { gate, slept } = stage()
    gate.close('core', { headers: { 'retry-after': '20' }, serverTime: NOW, times: 1 })
    await gate.opened('graphql', 'read')
    expect(slept).toEqual([20_000])
  })

  test('sends nothing and ends the run where the wait is longer than all waits together may be', async () => {
    const { gate, slept } = stage(100_000)
    gate.close('core', { headers: { 'retry-after': '60' }, serverTime: NOW, times: 1 })
    await gate.opened('core', 'read')
    gate.close('core', { headers: { 'retry-after': '60' }, serverTime: NOW, times: 2 })
    await expect(gate.opened('core', 'read')).rejects.toThrow(/rate limit is used up for 60 s more, and this run waits no longer/)
    expect(slept).toEqual([60_000])
  })

  test('does not hold up a run that is being stopped', async () => {
    const { gate, stop, slept } = stage()
    gate.close('core', { headers: { 'retry-after': '60' }, serverTime: NOW, times: 1 })
    stop.abort()
    await expect(gate.opened('core', 'read')).rejects.toThrow(/rate limit/)
    expect(slept).toEqual([])
  })
})
