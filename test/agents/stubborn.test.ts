import { describe, expect, test } from 'vitest'
import { runAgents } from '../../src/agents/run-agents.ts'
import type { AttemptResult } from '../../src/agents/types.ts'
import { livingWith } from './living.ts'
import { fixture, newWorld } from './world.ts'

type Row = { how: string; results: AttemptResult[]; kind: 'answered' | 'unable'; impatient?: true }

const three = (result: AttemptResult): AttemptResult[] => [result, result, result]

const rows: Row[] = [
  { how: 'answers', results: ['ok'], kind: 'answered' },
  { how: 'ignores-term', results: three('timeout'), kind: 'unable', impatient: true },
  { how: 'zero-when-killed', results: three('timeout'), kind: 'unable', impatient: true },
  { how: 'holds-stdout-silently', results: three('timeout'), kind: 'unable', impatient: true },
  { how: 'dies-unread', results: ['error'], kind: 'unable' },
  { how: 'holds-stdout', results: ['ok'], kind: 'answered' },
  { how: 'floods', results: ['ok'], kind: 'answered' },
  { how: 'fails-twice', results: ['transient', 'transient', 'ok'], kind: 'answered' },
  { how: 'prose', results: three('malformed'), kind: 'unable' },
  { how: 'prose-then-json', results: ['malformed', 'ok'], kind: 'answered' },
  { how: 'auth', results: ['auth'], kind: 'unable' },
  { how: 'quota-on-stdout', results: ['quota'], kind: 'unable' },
  { how: 'quota-exit-zero', results: ['quota'], kind: 'unable' },
  { how: 'error-body', results: three('transient'), kind: 'unable' },
  { how: 'crashes', results: three('transient'), kind: 'unable' },
  { how: 'fails', results: ['error'], kind: 'unable' },
]

describe.concurrent('a stubborn agent is started as often as its result allows, and nothing of it is left', () => {
  test.each(rows)('$how → $results', async ({ how, results, kind, impatient }) => {
    const world = newWorld()
    const request = world.request([world.command(how)], {
      brief: complaint => `Review. ${complaint === null ? '' : 'It was not accepted.'}${'x'.repeat(300_000)}`,
    })
    const limits = impatient ? { ...request.limits, agentTimeoutMs: 300, graceMs: 100 } : request.limits
    const outcome = await runAgents({ ...request, limits }, world.deps)
    expect({ kind: outcome.kind, results: outcome.attempts.map(attempt => attempt.result) }).toEqual({ kind, results })
    expect(world.starts()).toBe(results.length)
    expect(livingWith(world.mark)).toEqual([])
  })

  test('a tree that spawns while it is being killed is gone all the same', async () => {
    const world = newWorld()
    const request = world.request([
      {
        kind: 'command',
        name: 'spawner',
        model: null,
        argv: ['perl', fixture('spawns-while-killed.pl'), world.mark, `${world.folder}/starts`],
        extraArgs: [],
      },
    ])
    const outcome = await runAgents(
      { ...request, limits: { ...request.limits, agentTimeoutMs: 300, graceMs: 200, maxAttempts: 1 } },
      world.deps,
    )
    expect(outcome.attempts.map(attempt => attempt.result)).toEqual(['timeout'])
    expect(livingWith(world.mark)).toEqual([])
  })

  test('an answer that is longer than is kept is no answer, though its end would be one', async () => {
    const world = newWorld()
    const request = world.request([world.command('drowns')])
    const outcome = await runAgents(
      { ...request, limits: { ...request.limits, agentTimeoutMs: 18_000, maxAttempts: 1 } },
      world.deps,
    )
    expect(outcome.attempts[0]).toMatchObject({
      result: 'malformed',
      bytes: { stdout: 27_000_040 },
      reason: expect.stringContaining('more than is kept'),
    })
  })

  test('silence ends an attempt that its deadline would not', async () => {
    const world = newWorld()
    const request = world.request([world.command('silent')])
    const outcome = await runAgents(
      { ...request, limits: { ...request.limits, silenceTimeoutMs: 300, maxAttempts: 1 } },
      world.deps,
    )
    expect(outcome.attempts[0]).toMatchObject({ result: 'timeout', reason: expect.stringContaining('silent') })
    expect(livingWith(world.mark)).toEqual([])
  })

  test('an agent that keeps talking is not silent', async () => {
    const world = newWorld()
    const request = world.request([world.command('chatters')])
    const outcome = await runAgents(
      { ...request, limits: { ...request.limits, agentTimeoutMs: 900, silenceTimeoutMs: 600, maxAttempts: 1 } },
      world.deps,
    )
    expect(outcome.attempts[0]?.reason).toContain('deadline')
  })

  test.each(['cancelled', 'head-moved'] as const)('%s ends the tree, without a retry and without a next agent', async cause => {
    const world = newWorld()
    const stop = new AbortController()
    const request = world.request([world.command('ignores-term'), world.command('answers')], { stop: stop.signal })
    setTimeout(() => stop.abort(cause), 300)
    const outcome = await runAgents(request, world.deps)
    expect(outcome).toMatchObject({ kind: 'stopped', cause, attempts: [{ result: cause }] })
    expect(livingWith(world.mark)).toEqual([])
  })

  test('a run that is stopped before it begins starts nothing', async () => {
    const world = newWorld()
    const outcome = await runAgents(
      world.request([world.command('answers')], { stop: AbortSignal.abort('cancelled') }),
      world.deps,
    )
    expect([outcome.kind, world.starts()]).toEqual(['stopped', 0])
  })
})
