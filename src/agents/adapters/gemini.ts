import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from '../process/bounded-output.ts'
import type { Supervised } from '../process/supervise.ts'
import type { Usage } from '../types.ts'
import { type Adapter, type Failure, type Invocation, type Reading, type Start, unknownUsage } from './adapter.ts'
import { amountOf, sumOf } from './amount.ts'
import { classOfError, lastLinesOf } from './error-class.ts'
import { childOf, type JsonEvent, jsonEventsOf, lastObjectOf, textAt } from './json-events.ts'
import { withSchema } from './prompt.ts'

const readTools = ['list_directory', 'read_file', 'grep_search', 'glob']
const writeTools = [...readTools, 'replace', 'write_file']
const vendorUrl = 'https://generativelanguage.googleapis.com'

export const geminiAdapter: Adapter = {
  program: () => 'gemini',
  // It takes seconds to say its version, and no flag we use depends on it.
  triedSince: null,
  prepare: prepareGemini,
  read: readGemini,
  usageOf: ended => usageOfResult(resultOf(ended)),
}

async function prepareGemini({ spec, access, answerSchema, env, prompt }: Start): Promise<Invocation> {
  const folder = join(env.HOME ?? '', '.gemini')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settingsOf(access)))
  const args = [
    ...['-o', 'stream-json', '--skip-trust', '--approval-mode', access === 'write' ? 'auto_edit' : 'plan'],
    ...(spec.model === null ? [] : ['-m', spec.model]),
    ...spec.extraArgs,
  ]
  // Always set, so that no .env of the checkout can point the key elsewhere.
  const baseUrl = env.GOOGLE_GEMINI_BASE_URL ?? vendorUrl
  return {
    args,
    env: { ...env, GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_CLI_NO_RELAUNCH: 'true' },
    input: withSchema(withoutAtPaths(prompt), answerSchema),
    first: 'SIGTERM',
  }
}

/** The CLI reads `@path` into the prompt; a backslash before the sign is how it is told not to. */
const withoutAtPaths = (prompt: string): string => prompt.replace(/(?<!\\)@/g, '\\@')

const settingsOf = (access: Start['access']): object => ({
  security: { auth: { selectedType: 'gemini-api-key' }, disableYoloMode: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 2 },
  advanced: { ignoreLocalEnv: true },
  skills: { enabled: false },
  hooksConfig: { enabled: false },
  tools: { core: access === 'write' ? writeTools : readTools },
})

const resultOf = ({ stdout }: Supervised): JsonEvent | undefined =>
  jsonEventsOf(stdout).findLast(event => event.type === 'result')

function readGemini(ended: Supervised): Reading {
  const result = resultOf(ended)
  const usage = usageOfResult(result)
  const error = errorOf(result, jsonEventsOf(ended.stdout))
  if (error !== null) return { kind: 'failure', ...failureOf(error, ended), usage }
  if (result === undefined || ended.exit.code !== 0) return { ...withoutResult(ended), usage }
  if (result.status !== 'success')
    return { kind: 'failure', result: 'error', text: `it ended as "${textAt(result, 'status')}"`, usage }
  if (ended.stdout.leftOutBytes > 0)
    return { kind: 'failure', result: 'malformed', text: 'the answer is longer than is kept', usage }
  const deltas = jsonEventsOf(ended.stdout).filter(event => event.type === 'message' && event.role === 'assistant')
  return { kind: 'text', text: deltas.map(event => textAt(event, 'content')).join(''), usage }
}

/** The error stands in the result, or, for a broken stream, in an event of its own. */
function errorOf(result: JsonEvent | undefined, events: JsonEvent[]): JsonEvent | null {
  if (result?.status === 'success' && childOf(result, 'error') === null) return null
  return childOf(result, 'error') ?? events.findLast(event => event.type === 'error') ?? childOf(events.at(-1), 'error')
}

/** Its exit code is the HTTP status modulo 256; the status itself stands in the error where there is one. */
function statusOf(error: JsonEvent | null, exitCode: number | null): number | null {
  const stated = amountOf(error?.code)
  if (stated !== null && stated >= 400) return stated
  return exitCode !== null && exitCode > 143 ? exitCode + 256 : null
}

function failureOf(error: JsonEvent, { exit, stderr }: Supervised): Pick<Failure, 'result' | 'text'> {
  const message = textAt(error, 'message') || textAt(error, 'type') || 'no message'
  const detail = /TerminalQuotaError|daily quota|PerDay|billing/i.test(message + textOf(stderr).slice(-20_000)) ? 'quota' : null
  const status = statusOf(error, exit.code)
  return { result: resultOfError(status, message, detail), text: status === null ? message : `${status} ${message}` }
}

function resultOfError(status: number | null, message: string, detail: 'quota' | null): Failure['result'] {
  if (status === 401 || status === 403) return 'auth'
  if (detail === 'quota' && (status === null || status === 429 || status === 400))
    return /safety/i.test(message) ? 'error' : 'quota'
  if (status === 429 || status === 408 || (status !== null && status >= 500)) return 'transient'
  if (/safety|blocked due|prohibited/i.test(message)) return 'error'
  if (/empty response|without a finish reason|INVALID_STREAM|incomplete json/i.test(message)) return 'transient'
  if (status !== null || /ModelNotFound|not found/i.test(message)) return 'error'
  return classOfError(message) ?? 'error'
}

const ownCodes: Record<number, Pick<Failure, 'result' | 'text'>> = {
  41: { result: 'auth', text: 'no key or login is set up' },
  42: { result: 'error', text: 'it got no prompt' },
  55: { result: 'error', text: 'it does not trust the folder' },
}

function withoutResult(ended: Supervised): Failure {
  const { exit, stderr } = ended
  const reported = childOf(lastObjectOf(textOf(stderr)), 'error')
  const own = exit.code === null ? undefined : ownCodes[exit.code]
  if (own !== undefined)
    return { kind: 'failure', result: own.result, text: `${own.text}; ${lastLinesOf(stderr.head)}`, usage: unknownUsage }
  if (reported !== null) return { kind: 'failure', ...failureOf(reported, ended), usage: unknownUsage }
  const said = lastLinesOf(stderr.tail || stderr.head) || 'it printed nothing'
  const result = exit.signal !== null ? 'transient' : (classOfError(said) ?? 'error')
  return { kind: 'failure', result, text: `exit ${exit.signal ?? exit.code} without a result; ${said}`, usage: unknownUsage }
}

function usageOfResult(result: JsonEvent | undefined): Usage {
  const stats = childOf(result, 'stats')
  const models = Object.values(childOf(stats, 'models') ?? {}).filter(
    model => typeof model === 'object' && model !== null,
  ) as JsonEvent[]
  const outputs = models.map(model => model.output_tokens)
  return {
    costUsd: null,
    inputTokens: amountOf(stats?.input_tokens),
    outputTokens:
      models.length > 0 && outputs.every(output => output !== undefined) ? sumOf(outputs) : amountOf(stats?.output_tokens),
  }
}
