import type { Supervised } from '../process/supervise.ts'
import type { Usage } from '../types.ts'
import { type Adapter, type Failure, type Invocation, type Reading, type Start, unknownUsage } from './adapter.ts'
import { amountOf, sumOf } from './amount.ts'
import { endedBySignal } from './ended-by-signal.ts'
import { classOfError, lastLinesOf } from './error-class.ts'
import { childOf, type JsonEvent, jsonEventsOf, textAt } from './json-events.ts'
import { isAtLeast } from './version.ts'

const readTools = 'Read,Grep,Glob'
const writeTools = `${readTools},Edit,Write`
const maxTurns = 60
/** Ours rule: one retry of the CLI's own covers a blip without hiding an outage from us. */
const ownRetries = 1

export const claudeAdapter: Adapter = {
  program: () => 'claude',
  triedSince: [2, 1, 197],
  prepare: async start => invocationOf(start),
  read: readClaude,
  usageOf: ended => usageOfResult(resultOf(ended)),
}

function invocationOf({ spec, access, answerSchema, budgetUsd, version, env, prompt }: Start): Invocation {
  const args = [
    ...['-p', '--output-format', 'stream-json', '--verbose', '--no-session-persistence'],
    // Nothing of the checkout configures the agent: no settings, hooks, servers, instruction files.
    ...[
      '--setting-sources',
      '',
      '--strict-mcp-config',
      ...(version === null || isAtLeast(version, [2, 1, 300]) ? ['--restricted'] : []),
    ],
    ...[
      '--tools',
      access === 'write' ? writeTools : readTools,
      '--permission-mode',
      access === 'write' ? 'acceptEdits' : 'dontAsk',
    ],
    ...['--max-turns', String(maxTurns)],
    ...(spec.model === null ? [] : ['--model', spec.model]),
    ...(budgetUsd === null ? [] : ['--max-budget-usd', String(budgetUsd)]),
    ...(answerSchema === null ? [] : ['--json-schema', JSON.stringify(answerSchema)]),
    ...spec.extraArgs,
  ]
  const set = {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Without it `@/any/file` in a title or a diff is read from disk into the prompt.
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_MAX_RETRIES: String(ownRetries),
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CONFIG_DIR: `${env.HOME}/.claude`,
  }
  return { args, env: { ...env, ...set }, input: prompt, first: 'SIGINT' }
}

const resultOf = ({ stdout }: Supervised): JsonEvent | undefined =>
  jsonEventsOf(stdout).findLast(event => event.type === 'result')

function readClaude(ended: Supervised): Reading {
  const result = resultOf(ended)
  if (result === undefined) return withoutResult(ended)
  const usage = usageOfResult(result)
  const failure = failureOf(result)
  if (failure !== null) return { kind: 'failure', ...failure, usage }
  const { code, signal } = ended.exit
  if (code !== 0)
    return {
      kind: 'failure',
      result: signal === null ? 'error' : 'transient',
      text: `a clean answer, but exit ${signal ?? code}`,
      usage,
    }
  if (result.num_turns === 0)
    return { kind: 'failure', result: 'malformed', text: 'the prompt was taken for a command: no model was asked', usage }
  if (result.structured_output !== undefined && result.structured_output !== null)
    return { kind: 'structured', value: result.structured_output, usage }
  return { kind: 'text', text: textAt(result, 'result'), usage }
}

function withoutResult({ exit, stderr, stdout }: Supervised): Failure {
  const said = lastLinesOf(stderr.head) || lastLinesOf(stdout.head) || 'it printed nothing'
  const isUsage = /unknown option|not valid JSON|Input must be/.test(said)
  const proven = isUsage
    ? 'error'
    : endedBySignal(exit)
      ? 'transient'
      : (classOfError(said) ?? (exit.code === 0 ? 'malformed' : 'error'))
  return {
    kind: 'failure',
    result: proven,
    text: `exit ${exit.signal ?? exit.code} without a result; ${said}`,
    usage: unknownUsage,
  }
}

type Found = Pick<Failure, 'result' | 'text'>

/** Subtypes are limits of ours and of the CLI's; they are read first, since they come with any exit code. */
function failureOf(event: JsonEvent): Found | null {
  const subtype = textAt(event, 'subtype')
  const errors = Array.isArray(event.errors) ? event.errors.filter(error => typeof error === 'string').join('; ') : ''
  const text = textAt(event, 'result') || errors || subtype
  if (subtype === 'error_max_budget_usd' || event.terminal_reason === 'budget_exhausted')
    return { result: 'budget', text: errors || text }
  if (subtype === 'error_max_structured_output_retries') return { result: 'malformed', text }
  if (subtype === 'error_max_turns') return { result: 'error', text }
  if (subtype === 'error_during_execution') return { result: 'transient', text: `interrupted: ${text}` }
  if (event.is_error === true || subtype.startsWith('error')) return { result: apiFailureOf(event, text), text }
  return null
}

function apiFailureOf(event: JsonEvent, text: string): Failure['result'] {
  const status = amountOf(event.api_error_status)
  if (status === 401 || status === 403 || /Not logged in|Invalid API key|Failed to authenticate/.test(text)) return 'auth'
  if (/credit balance|spend limit|usage limit|hit your (?:\w+ )?limit/i.test(text)) return 'quota'
  if (status !== null && (status === 429 || status === 408 || status >= 500)) return 'transient'
  if (status !== null || event.terminal_reason === 'prompt_too_long' || event.stop_reason === 'refusal') return 'error'
  if (/output token maximum/.test(text)) return 'malformed'
  return classOfError(text) ?? (/connection|unable to connect/i.test(text) ? 'transient' : 'error')
}

function usageOfResult(event: JsonEvent | undefined): Usage {
  if (event === undefined) return unknownUsage
  const models = Object.values(childOf(event, 'modelUsage') ?? {}).filter(
    model => typeof model === 'object' && model !== null,
  ) as JsonEvent[]
  const usage = childOf(event, 'usage')
  const inputOf = (model: JsonEvent) =>
    sumOf([model.inputTokens, model.cacheReadInputTokens ?? 0, model.cacheCreationInputTokens ?? 0])
  const own = sumOf([usage?.input_tokens, usage?.cache_read_input_tokens ?? 0, usage?.cache_creation_input_tokens ?? 0])
  return {
    costUsd: amountOf(event.total_cost_usd),
    inputTokens: models.length > 0 ? sumOf(models.map(inputOf)) : own,
    outputTokens: models.length > 0 ? sumOf(models.map(model => model.outputTokens)) : amountOf(usage?.output_tokens),
  }
}
