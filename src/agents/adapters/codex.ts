import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Supervised } from '../process/supervise.ts'
import type { Usage } from '../types.ts'
import { type Adapter, type Failure, type Invocation, type Reading, type Start, unknownUsage } from './adapter.ts'
import { amountOf } from './amount.ts'
import { endedBySignal } from './ended-by-signal.ts'
import { classOfError, lastLinesOf } from './error-class.ts'
import { childOf, type JsonEvent, jsonEventsOf, textAt } from './json-events.ts'
import { withSchema } from './prompt.ts'
import { isStrictSchema } from './strict-schema.ts'

const vendorUrl = 'https://api.openai.com/v1'
/** A stalled stream is given up after this; the vendor's own default. */
const streamIdleMs = 300_000

export const codexAdapter: Adapter = {
  program: () => 'codex',
  triedSince: [0, 171, 0],
  prepare: prepareCodex,
  read: readCodex,
  usageOf: ended => usageOfEvents(jsonEventsOf(ended.stdout)),
}

async function prepareCodex({ spec, access, answerSchema, workdir, env, prompt }: Start): Promise<Invocation> {
  const home = env.HOME ?? workdir
  const native = isStrictSchema(answerSchema)
  const schemaFile = join(home, 'answer-schema.json')
  if (native) await writeFile(schemaFile, JSON.stringify(answerSchema))
  const args = [
    ...['exec', '--json', '--ephemeral', '--skip-git-repo-check', '--ignore-user-config', '--ignore-rules'],
    ...['-s', access === 'write' ? 'workspace-write' : 'read-only', '-C', workdir],
    // By itself the writable sandbox opens the temporary folders too, and with them other jobs' files.
    ...(access === 'write'
      ? ['exclude_slash_tmp=true', 'exclude_tmpdir_env_var=true'].flatMap(value => ['-c', `sandbox_workspace_write.${value}`])
      : []),
    ...(spec.model === null ? [] : ['-m', spec.model]),
    ...(native ? ['--output-schema', schemaFile] : []),
    // No instruction files, skills, web or tools of the checkout; commands do not inherit our environment.
    ...[
      'project_doc_max_bytes=0',
      'skills.include_instructions=false',
      'shell_environment_policy.inherit="core"',
      'web_search="disabled"',
    ].flatMap(value => ['-c', value]),
    ...['unbounded_connection_retries', 'hooks', 'plugins', 'apps', 'multi_agent'].flatMap(name => ['--disable', name]),
    ...providerArgs(env.OPENAI_BASE_URL ?? vendorUrl),
    ...spec.extraArgs,
  ]
  const { OPENAI_API_KEY: openaiKey, OPENAI_BASE_URL: _url, ...rest } = env
  const key = env.CODEX_API_KEY ?? openaiKey
  return {
    args,
    env: { ...rest, CODEX_HOME: home, ...(key !== undefined && { CODEX_API_KEY: key }) },
    input: native ? prompt : withSchema(prompt, answerSchema),
    first: 'SIGTERM',
  }
}

/** Retries can be set low only inside a provider entry, and only there is a base URL obeyed. */
function providerArgs(baseUrl: string): string[] {
  const entry = `{name="countersign",base_url=${JSON.stringify(baseUrl)},env_key="CODEX_API_KEY",wire_api="responses",request_max_retries=1,stream_max_retries=1,stream_idle_timeout_ms=${streamIdleMs}}`
  return ['-c', 'model_provider="countersign"', '-c', `model_providers.countersign=${entry}`]
}

function readCodex(ended: Supervised): Reading {
  const events = jsonEventsOf(ended.stdout)
  const usage = usageOfEvents(events)
  const failed = events.findLast(event => event.type === 'turn.failed')
  const completed = events.findLast(event => event.type === 'turn.completed')
  if (failed !== undefined) return { kind: 'failure', ...failureOf(textAt(childOf(failed, 'error'), 'message')), usage }
  if (completed === undefined) return { ...withoutEnd(ended, events), usage }
  const { code, signal } = ended.exit
  if (code !== 0)
    return {
      kind: 'failure',
      result: signal === null ? 'error' : 'transient',
      text: `a finished turn, but exit ${signal ?? code}`,
      usage,
    }
  // After its own retries earlier, partial messages are there too: the last one counts.
  const message = events.map(event => childOf(event, 'item')).findLast(item => item?.type === 'agent_message')
  return { kind: 'text', text: textAt(message, 'text'), usage }
}

function failureOf(message: string): Pick<Failure, 'result' | 'text'> {
  const text = message === '' ? 'the turn failed without a message' : message
  if (/content_filter/.test(text)) return { result: 'error', text }
  if (/max_output_tokens/.test(text)) return { result: 'malformed', text }
  if (/context window|ran out of room|does not exist or you do not have access/i.test(text)) return { result: 'error', text }
  return {
    result:
      classOfError(text) ?? (/connection failed|stream closed|idle timeout|transport error/i.test(text) ? 'transient' : 'error'),
    text,
  }
}

function withoutEnd({ exit, stderr }: Supervised, events: JsonEvent[]): Failure {
  const error = textAt(
    events.findLast(event => event.type === 'error'),
    'message',
  )
  const said = error || lastLinesOf(stderr.tail || stderr.head) || 'it printed nothing'
  const isUsage = exit.code === 2 || /unexpected argument|output schema file|codex home/i.test(said)
  const result = isUsage ? 'error' : endedBySignal(exit) ? 'transient' : (classOfError(said) ?? 'error')
  return {
    kind: 'failure',
    result,
    text: `exit ${exit.signal ?? exit.code} without an end of the turn; ${said}`,
    usage: unknownUsage,
  }
}

function usageOfEvents(events: JsonEvent[]): Usage {
  const usage = childOf(
    events.findLast(event => event.type === 'turn.completed'),
    'usage',
  )
  return { costUsd: null, inputTokens: amountOf(usage?.input_tokens), outputTokens: amountOf(usage?.output_tokens) }
}
