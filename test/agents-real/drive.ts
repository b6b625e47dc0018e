import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { realAgentDeps, runAgents } from '../../src/agents/run-agents.ts'
import type { AgentRequest, Attempt } from '../../src/agents/types.ts'
import { type Hostile, makeHostile } from './hostile-checkout.ts'
import { type Cli, installed } from './install.ts'
import { listeningMeans, settled } from './record.ts'

const answer = z.strictObject({ summary: z.string(), findings: z.array(z.strictObject({ path: z.string(), title: z.string() })) })
const goodAnswer = { summary: 'One problem found.', findings: [{ path: 'src/a.js', title: 'Off by one' }] }

export type Api = { port: number; log: () => Promise<{ key: string; tools: string[]; body: string }[]>; close: () => void }

/** The stand-in for the vendors as a process of its own, so that nothing here blocks it. */
export async function startApi(): Promise<Api> {
  const file = new URL('model-api.mjs', import.meta.url).pathname
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ANSWER: JSON.stringify(goodAnswer) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const port = Number(line.split(' ')[1])
  const log = async () => (await (await fetch(`http://127.0.0.1:${port}/log`)).json()) as Awaited<ReturnType<Api['log']>>
  return { port, log, close: () => child.kill('SIGTERM') }
}

export type Drive = { cli: Cli; scenario: string; api: Api; deadlineMs: number }
export type Driven = {
  attempt: Attempt
  key: string
  hostile: Hostile
  written: boolean
  heard: { stdout: string; stderr: string }
}

let serial = 0
const models: Record<Cli, string> = { claude: 'claude-sonnet-4-5', codex: 'gpt-5.1-codex', gemini: 'gemini-2.5-pro' }

/** One attempt of one real CLI against one scenario, in a hostile checkout, without a network beyond the stand-in. */
export async function drive({ cli, scenario, api, deadlineMs }: Drive): Promise<Driven> {
  const key = `${cli}${serial++}`
  const base = join(new URL('../..', import.meta.url).pathname, '.build/agents-runs')
  mkdirSync(base, { recursive: true })
  const folder = mkdtempSync(join(base, 'run-'))
  const hostile = makeHostile(join(folder, 'tree'), `http://127.0.0.1:${api.port}/s/ok~${key}elsewhere`)
  const target = targetOf(scenario, hostile.folder, key)
  const path = scenario.startsWith('write-') ? `write.${Buffer.from(target).toString('base64url')}` : scenario
  const url = scenario === 'refused' ? 'http://127.0.0.1:9' : `http://127.0.0.1:${api.port}/s/${path}~${key}`
  const urls = { ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: `${url}/v1`, GOOGLE_GEMINI_BASE_URL: url }
  const keys = { ANTHROPIC_API_KEY: 'local-key', OPENAI_API_KEY: 'local-key', GEMINI_API_KEY: 'local-key' }
  const bait = { GITHUB_TOKEN: 'bait-token', INPUT_TOKEN: 'bait-token', ACTIONS_RUNTIME_TOKEN: 'bait-token' }
  const deps = realAgentDeps(
    { PATH: `${installed(cli)}:${process.env.PATH}`, LANG: process.env.LANG, ...urls, ...keys, ...bait },
    () => {},
  )
  const { means, heard } = listeningMeans()
  const outcome = await runAgents(requestOf({ cli, scenario }, hostile.folder, deadlineMs), { ...deps, scratch: folder, means })
  const [attempt] = outcome.attempts
  if (attempt === undefined) throw new Error(`${cli} was not started`)
  const ran = existsSync(hostile.ran)
  const written = existsSync(target)
  for (const path of [folder, target]) rmSync(path, { recursive: true, force: true })
  if (ran) throw new Error(`${cli} ran configuration of the checkout in scenario ${scenario}`)
  const { stdout, stderr } = heard()
  return { attempt, key, hostile, written, heard: { stdout: settled(stdout, folder), stderr: settled(stderr, folder) } }
}

/** Where the model tries to write. */
function targetOf(scenario: string, folder: string, key: string): string {
  if (scenario === 'write-temporary') return join(tmpdir(), `countersign-${process.pid}-${key}.txt`)
  return join(folder, scenario === 'write-outside' ? '../outside.txt' : 'src/inside.txt')
}

function requestOf(
  { cli, scenario }: Pick<Drive, 'cli' | 'scenario'>,
  workdir: string,
  agentTimeoutMs: number,
): AgentRequest<z.infer<typeof answer>> {
  return {
    purpose: 'review',
    chain: [{ kind: cli, name: cli, model: models[cli], argv: [], extraArgs: [] }],
    brief: () => '/help me: review the change. Mentioned by @someone, see @/etc/hostname and @src/a.js.',
    workdir,
    access: scenario === 'write-denied' || !scenario.startsWith('write-') ? 'read' : 'write',
    answerSchema: z.toJSONSchema(answer),
    validate: candidate => {
      const read = answer.safeParse(candidate)
      return read.success ? { ok: true, value: read.data } : { ok: false, complaint: read.error.message }
    },
    limits: {
      agentTimeoutMs,
      silenceTimeoutMs: null,
      runTimeoutMs: 600_000,
      maxAttempts: 1,
      backoffMs: 0,
      graceMs: 2_000,
      attemptBudgetUsd: 2,
    },
    stop: new AbortController().signal,
    journal: null,
    secrets: ['local-key'],
  }
}
