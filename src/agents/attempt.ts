import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Adapter, type Start, unknownUsage } from './adapters/adapter.ts'
import { adapters } from './adapters/index.ts'
import { plainPrompt } from './adapters/prompt.ts'
import { withoutDialect } from './adapters/strict-schema.ts'
import { isAtLeast } from './adapters/version.ts'
import { costOf } from './cost.ts'
import { type AgentDeps, meansOf, scratchOf } from './deps.ts'
import { agentEnvironment, makeHome, ownEnvironment } from './environment.ts'
import { findProgram } from './find-program.ts'
import type { Journal } from './journal.ts'
import { type Judged, judgeEnded, judgeReading } from './judge.ts'
import { type Supervised, supervise } from './process/supervise.ts'
import { oneLine, redact } from './redact.ts'
import type { AgentRequest, AgentSpec, Attempt, Usage } from './types.ts'
import { installedVersion } from './versions.ts'

export type AttemptPlan = { spec: AgentSpec; number: number; deadlineMs: number; complaint: string | null }

export type Attempted<T> = {
  attempt: Attempt
  value: { answer: T } | null
  /** The whole error text, for reset times and the next prompt. */
  text: string
}

export type AttemptContext<T> = { request: AgentRequest<T>; deps: AgentDeps; journal: Journal }

/** One supervised attempt in a fresh home that is gone afterwards; never throws for what an agent does. */
export async function runAttempt<T>(plan: AttemptPlan, context: AttemptContext<T>): Promise<Attempted<T>> {
  const { request, deps, journal } = context
  const startedAt = deps.now()
  const brief = request.brief(plan.complaint)
  const prompt = deps.standalone ? brief : plainPrompt(brief)
  const { spec, number, deadlineMs } = plan
  journal.write({
    event: 'start',
    agent: spec.name,
    model: spec.model,
    number,
    purpose: request.purpose,
    promptBytes: Buffer.byteLength(prompt),
    deadlineMs,
  })
  await request.before?.()
  await mkdir(scratchOf(deps), { recursive: true })
  const home = await mkdtemp(join(scratchOf(deps), 'countersign-agent-'))
  try {
    await makeHome(home)
    const outcome = await superviseAgent({ plan, prompt, home }, context)
    return finish(outcome, { plan, startedAt }, context)
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() =>
      deps.log(`agent    "${home}" could not be removed`),
    )
  }
}

type Outcome<T> = { judged: Judged<T>; ended: Supervised | null }
type Prepared = { plan: AttemptPlan; prompt: string; home: string }

async function superviseAgent<T>({ plan, prompt, home }: Prepared, context: AttemptContext<T>): Promise<Outcome<T>> {
  const { request, deps, journal } = context
  const { spec } = plan
  const { kind } = spec
  const adapter = adapters[kind]
  const env = deps.standalone ? ownEnvironment(deps.env) : agentEnvironment(deps.env, { kind, purpose: request.purpose, home })
  const program = findProgram(
    adapter.program(spec),
    env.PATH ?? '',
    deps.standalone || request.purpose === 'verify' ? request.workdir : null,
  )
  if (program.kind !== 'found') return { judged: notFound(spec, program.kind, deps.env.GITHUB_ACTION_REPOSITORY), ended: null }
  const means = meansOf(deps)
  const version =
    adapter.triedSince === null ? null : await installedVersion({ path: program.path, env, cwd: home, stop: request.stop }, means)
  if (version !== null && adapter.triedSince !== null && plan.number === 1 && !isAtLeast(version, adapter.triedSince))
    deps.log(
      `agent    ${kind} ${version.join('.')} is older than ${adapter.triedSince.join('.')}, with which it was tried; expect arguments it does not know`,
    )
  const { purpose, access, workdir, limits } = request
  const answerSchema = withoutDialect(request.answerSchema)
  const promptSchema = deps.standalone ? null : answerSchema
  const start: Start = {
    spec,
    prompt,
    purpose,
    access,
    answerSchema,
    promptSchema,
    budgetUsd: limits.attemptBudgetUsd,
    workdir,
    home,
    env,
    version,
  }
  const invocation = await adapter.prepare(start)
  const ended = await supervise(
    {
      argv: [program.path, ...invocation.args],
      cwd: workdir,
      env: invocation.env,
      input: invocation.input,
      deadlineMs: plan.deadlineMs,
      silenceMs: limits.silenceTimeoutMs,
      graceMs: limits.graceMs,
      first: invocation.first,
      stop: request.stop,
      onStop: cause => journal.write({ event: 'signal', agent: spec.name, number: plan.number, cause, first: invocation.first }),
    },
    means,
  )
  return { judged: judge(ended, adapter, { request, start }), ended }
}

function judge<T>(
  ended: Supervised,
  adapter: Adapter,
  { request, start }: { request: AgentRequest<T>; start: Start },
): Judged<T> {
  if (ended.cause === 'unstartable') {
    const reason = `"${adapter.program(start.spec)}" could not be started: ${ended.unstartable ?? 'unknown'} (the prompt, ${start.prompt.length} characters, goes by stdin)`
    return { result: 'error', reason, text: reason, usage: nothingSpent }
  }
  if (ended.cause !== 'exit') return judgeEnded(ended.cause, ended, adapter.usageOf(ended))
  return withinBudget(judgeReading(adapter.read(ended, start), ended, { validate: request.validate, start }), start)
}

/** A CLI without a spend limit of its own: an attempt that failed and spent it all is the end, as with the others; an answer is paid for and stands. */
function withinBudget<T>(judged: Judged<T>, { spec, budgetUsd }: Start): Judged<T> {
  if (judged.result === 'ok' || budgetUsd === null || judged.usage.inputTokens === null) return judged
  const { usd } = costOf({ usage: judged.usage, model: spec.model, agent: spec.kind })
  if (usd < budgetUsd) return judged
  return {
    ...judged,
    result: 'budget',
    reason: `our own spend limit of ${budgetUsd} USD was reached (about ${usd.toFixed(2)}): ${judged.reason}`,
  }
}

/** Nothing was started, so nothing was spent: the one zero that is a fact. */
const nothingSpent: Usage = { costUsd: 0, inputTokens: 0, outputTokens: 0 }

function notFound(spec: AgentSpec, kind: 'missing' | 'relative', action = 'countersign/countersign'): Judged<never> {
  const program = spec.kind === 'command' ? (spec.argv[0] ?? '') : spec.kind
  const cure =
    spec.kind !== 'command'
      ? `add a step before this one: "uses: ${action}/setup@v0" with "agents: ${spec.kind}"`
      : kind === 'relative'
        ? "give an absolute path or a program on the PATH: a relative path would be the pull request's own file"
        : 'install it in a step before this one, or give its absolute path'
  const reason = `"${program}" was not found on the PATH; ${cure}`
  return { result: 'error', reason, text: reason, usage: nothingSpent }
}

function finish<T>(
  { judged, ended }: Outcome<T>,
  { plan, startedAt }: { plan: AttemptPlan; startedAt: number },
  context: AttemptContext<T>,
): Attempted<T> {
  const { request, deps, journal } = context
  const { spec, number } = plan
  const attempt: Attempt = {
    agent: spec.name,
    model: spec.model,
    number,
    result: judged.result,
    reason: oneLine(redact(judged.reason, request.secrets)),
    startedAt: Math.floor(startedAt / 1000),
    durationMs: ended?.durationMs ?? deps.now() - startedAt,
    exit: ended?.exit ?? { code: null, signal: null },
    bytes: { stdout: ended?.stdout.bytes ?? 0, stderr: ended?.stderr.bytes ?? 0 },
    usage:
      ended === null || ended.durationMs === 0 || request.purpose === 'verify' ? nothingSpent : (judged.usage ?? unknownUsage),
    isolation: ended?.isolation ?? 'not started',
  }
  journal.write({ event: 'outcome', ...attempt, cost: costOf(attempt) })
  if (judged.result === 'ok') return { attempt, value: { answer: judged.value }, text: '' }
  return { attempt, value: null, text: judged.text }
}
