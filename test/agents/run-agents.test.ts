import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runAgents } from '../../src/agents/run-agents.ts'
import type { AgentSpec } from '../../src/agents/types.ts'
import { fixture, newWorld, type World } from './world.ts'

const claude: AgentSpec = { kind: 'claude', name: 'claude', model: 'claude-sonnet-4-5', argv: [], extraArgs: [] }
const clean = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 2,
  total_cost_usd: 0.25,
  structured_output: { verdict: 'approve', summary: 'fine' },
}

/** Puts a claude on the PATH that answers with this envelope. */
function withClaude(world: World, envelope: Record<string, unknown>, exit = 0): void {
  copyFileSync(fixture('claude-stub.sh'), join(world.folder, 'claude'))
  chmodSync(join(world.folder, 'claude'), 0o755)
  writeFileSync(join(world.folder, 'envelope'), JSON.stringify(envelope))
  writeFileSync(join(world.folder, 'exit'), String(exit))
}

const seen = (world: World, file: string): string => readFileSync(join(world.folder, file), 'utf8')
const results = (outcome: { attempts: { agent: string; result: string }[] }) =>
  outcome.attempts.map(({ agent, result }) => `${agent} ${result}`)

describe.concurrent('a chain of agents', () => {
  test('falls back to the next agent, whose report alone is used', async () => {
    const world = newWorld()
    withClaude(world, { ...clean, is_error: true, api_error_status: 429, result: 'You have reached your API usage limits.' }, 1)
    const outcome = await runAgents(world.request([claude, world.command('answers')]), world.deps)
    expect(results(outcome)).toEqual(['claude quota', 'answers ok'])
    expect(outcome).toMatchObject({ kind: 'answered', agent: { name: 'answers' }, value: { verdict: 'approve' } })
  })

  test('ends at our own budget, even with exit 0 and another agent left', async () => {
    const world = newWorld()
    withClaude(world, { ...clean, subtype: 'error_max_budget_usd', is_error: true, errors: ['Reached maximum budget ($2)'] })
    const outcome = await runAgents(world.request([claude, world.command('answers')]), world.deps)
    expect([outcome.kind, results(outcome), world.starts()]).toEqual(['unable', ['claude budget'], 1])
    expect(outcome.attempts[0]?.reason).toContain('our own spend limit')
  })

  test('all unable: the outcome holds the reason of every attempt', async () => {
    const world = newWorld()
    const outcome = await runAgents(
      world.request([world.command('auth'), world.command('quota-on-stdout'), { ...claude, kind: 'gemini', name: 'gemini' }]),
      world.deps,
    )
    expect(outcome.kind).toBe('unable')
    expect(outcome.attempts.map(attempt => attempt.reason)).toEqual([
      expect.stringContaining('401 Unauthorized'),
      expect.stringContaining('resets 8:50pm'),
      expect.stringMatching(/"gemini" was not found .*setup@.*agents: gemini/),
    ])
  })

  test('waits as the vendor asks, and longer each time by itself', async () => {
    const world = newWorld()
    await runAgents(world.request([world.command('fails-twice')]), world.deps)
    expect(world.slept).toEqual([5_000, 10_000])
  })

  test('asks again with the complaint when an answer was malformed', async () => {
    const world = newWorld()
    const complaints: (string | null)[] = []
    const brief = (complaint: string | null) => {
      complaints.push(complaint)
      return 'Review this.'
    }
    await runAgents(world.request([world.command('prose')], { brief }), world.deps)
    expect(complaints).toEqual([null, expect.stringContaining('no JSON object'), expect.stringContaining('no JSON object')])
  })
})

describe.concurrent('the start of an agent', () => {
  test('gives it the prompt on stdin, beginning with plain text, and nothing of it in an argument', async () => {
    const world = newWorld()
    withClaude(world, clean)
    await runAgents(world.request([claude], { brief: () => '/clear @/etc/passwd SECRET-WORD' }), world.deps)
    expect(seen(world, 'prompt')).toBe('Please do the following.\n\n/clear @/etc/passwd SECRET-WORD')
    expect(seen(world, 'args')).not.toContain('SECRET-WORD')
  })

  test('is read-only and takes no configuration from the checkout', async () => {
    const world = newWorld()
    withClaude(world, clean)
    await runAgents(world.request([claude]), world.deps)
    const args = seen(world, 'args').split('\n')
    const next = (name: string) => args[args.indexOf(name) + 1]
    expect([next('--tools'), next('--permission-mode'), next('--setting-sources'), next('--model')]).toEqual([
      'Read,Grep,Glob',
      'dontAsk',
      '',
      'claude-sonnet-4-5',
    ])
    expect(args).toEqual(expect.arrayContaining(['--strict-mcp-config', '--restricted', '--no-session-persistence']))
    expect(seen(world, 'env')).toMatch(/^CLAUDE_CODE_DISABLE_ATTACHMENTS=1$/m)
  })

  test('for a fix has the CLI’s own edit tools', async () => {
    const world = newWorld()
    withClaude(world, clean)
    await runAgents(world.request([claude], { purpose: 'fix', access: 'write' }), world.deps)
    expect(seen(world, 'args')).toContain('Read,Grep,Glob,Edit,Write\n--permission-mode\nacceptEdits')
  })

  test('drops a flag that an older version does not know', async () => {
    const world = newWorld()
    withClaude(world, clean)
    writeFileSync(join(world.folder, 'claude'), seen(world, 'claude').replace('2.1.332', '2.1.197'))
    await runAgents(world.request([claude]), world.deps)
    expect(seen(world, 'args')).not.toContain('--restricted')
  })

  test('gives it a home that is gone afterwards', async () => {
    const world = newWorld()
    withClaude(world, clean)
    await runAgents(world.request([claude]), world.deps)
    const home = /^HOME=(.*)$/m.exec(seen(world, 'env'))?.[1] ?? ''
    expect([home.startsWith(world.folder), existsSync(home)]).toEqual([true, false])
    expect(readdirSync(world.folder).filter(name => name.startsWith('countersign-agent-'))).toEqual([])
  })
})

describe.concurrent('the journal', () => {
  test('has a line for each event, with bytes, usage, cost and duration', async () => {
    const world = newWorld()
    withClaude(world, clean)
    await runAgents(world.request([world.command('fails-twice'), claude], { secrets: ['Too Many Requests'] }), {
      ...world.deps,
      now: () => 1_796_000_000_000,
    })
    const events = world.journal()
    expect(events.map(({ event, number }) => `${event} ${number ?? ''}`.trim())).toEqual([
      'start 1',
      'outcome 1',
      'wait 2',
      'start 2',
      'outcome 2',
      'wait 3',
      'start 3',
      'outcome 3',
      'end',
    ])
    expect(events[1]).toMatchObject({
      at: '2026-11-30T00:53:20.000Z',
      result: 'transient',
      reason: expect.stringContaining('429 ***'),
      bytes: { stdout: 0, stderr: 27 },
      usage: { costUsd: null },
      cost: { usd: 0.5, estimated: true },
      durationMs: expect.any(Number),
    })
  })

  test('says in each line which member of a panel was asked, and of one reviewer alone nothing', async () => {
    const world = newWorld()
    withClaude(world, clean)
    await runAgents(world.request([claude], { member: 'anna' }), world.deps)
    await runAgents(world.request([claude]), world.deps)
    expect(world.journal().map(({ event, member }) => `${event} ${member}`)).toEqual([
      ...['start anna', 'outcome anna', 'end anna'],
      ...['start undefined', 'outcome undefined', 'end undefined'],
    ])
  })

  test('tells the signal when we ended it', async () => {
    const world = newWorld()
    const request = world.request([world.command('silent')])
    await runAgents({ ...request, limits: { ...request.limits, agentTimeoutMs: 300, maxAttempts: 1 } }, world.deps)
    expect(world.journal().find(({ event }) => event === 'signal')).toMatchObject({ cause: 'deadline', first: 'SIGTERM' })
  })

  test('that cannot be written is said once and stops nothing', async () => {
    const world = newWorld()
    const outcome = await runAgents(
      world.request([world.command('fails-twice')], { journal: '/etc/hostname/no/journal' }),
      world.deps,
    )
    expect(outcome.kind).toBe('answered')
    expect(world.log.filter(line => line.startsWith('journal'))).toHaveLength(1)
  })
})
