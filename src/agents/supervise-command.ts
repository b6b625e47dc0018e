import { oneLine } from './redact.ts'
import { realAgentDeps, runAgents } from './run-agents.ts'
import { readOptions, type SuperviseOptions, SuperviseUsageError, superviseUsage } from './supervise-options.ts'

import type { AgentOutcome, AgentRequest, AttemptResult } from './types.ts'

export { superviseUsage } from './supervise-options.ts'

/** What the command has of the world. */
export type SuperviseIo = {
  env: Record<string, string | undefined>
  cwd: string
  out: (text: string) => void
  /** Writes one line to standard error. */
  err: (line: string) => void
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stop: AbortSignal
}

/** The exit code of each outcome: those of timeout(1), the shell and sysexits.h where they have one. */
export const superviseExitCodes: Record<AttemptResult, number> = {
  ok: 0,
  error: 1,
  malformed: 65,
  quota: 69,
  transient: 75,
  auth: 77,
  budget: 78,
  timeout: 124,
  cancelled: 130,
  'head-moved': 130,
}
const wrongUse = 2

/** `supervise … -- COMMAND…`: stdin is passed on, the answer goes to stdout, one JSON line with outcome and attempts to stderr. */
export async function runSupervise(argv: string[], io: SuperviseIo): Promise<number> {
  if (argv.includes('--help') && argv.indexOf('--help') < (argv.includes('--') ? argv.indexOf('--') : argv.length)) {
    const codes = Object.entries(superviseExitCodes).map(([result, code]) => `${code} ${result}`)
    io.out(`Usage: ${superviseUsage}\n  Exit codes: ${codes.join(', ')}, ${wrongUse} wrong use.\n`)
    return 0
  }
  try {
    const options = readOptions(argv)
    return await superviseOnce(options, await textOfStdin(io), io)
  } catch (error) {
    if (!(error instanceof SuperviseUsageError)) throw error
    io.err(error.message)
    return wrongUse
  }
}

async function superviseOnce(options: SuperviseOptions, input: string, io: SuperviseIo): Promise<number> {
  const deps = { ...realAgentDeps(io.env, () => {}), standalone: true as const }
  const outcome = await runAgents(requestOf(options, input, io), deps)
  const result = resultOf(outcome)
  if (outcome.kind === 'answered')
    io.out(typeof outcome.value === 'string' ? outcome.value : `${JSON.stringify(outcome.value)}\n`)
  io.err(JSON.stringify({ outcome: result, reason: reasonOf(outcome), attempts: outcome.attempts }))
  return superviseExitCodes[result]
}

function requestOf({ argv, limits, journal, validate }: SuperviseOptions, input: string, io: SuperviseIo): AgentRequest<unknown> {
  return {
    purpose: 'review',
    chain: [{ kind: 'command', name: argv[0] ?? '', model: null, argv, extraArgs: [] }],
    brief: complaint =>
      complaint === null ? input : `${input}\n\nThe last answer was not accepted: ${oneLine(complaint, 1_000)}\n`,
    workdir: io.cwd,
    access: 'write',
    answerSchema: validate === null ? null : {},
    validate: validate ?? (candidate => ({ ok: true, value: candidate })),
    limits,
    stop: io.stop,
    journal,
    secrets: [],
  }
}

function resultOf(outcome: AgentOutcome<unknown>): AttemptResult {
  if (outcome.kind === 'answered') return 'ok'
  return outcome.kind === 'stopped' ? outcome.cause : (outcome.attempts.at(-1)?.result ?? 'error')
}

const reasonOf = (outcome: AgentOutcome<unknown>): string => outcome.attempts.at(-1)?.reason ?? 'stopped before it began'

/** A terminal is not waited for: nobody is typing a prompt there. */
async function textOfStdin({ stdin, stop }: SuperviseIo): Promise<string> {
  if (stdin.isTTY) return ''
  const chunks: Buffer[] = []
  const end = (): void => void (stdin as Partial<{ destroy: () => void }>).destroy?.()
  stop.addEventListener('abort', end, { once: true })
  try {
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  } catch (error) {
    if (!stop.aborted) throw error
  } finally {
    stop.removeEventListener('abort', end)
  }
  return Buffer.concat(chunks).toString('utf8')
}
