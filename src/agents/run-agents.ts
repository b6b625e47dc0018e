import { type AttemptContext, type Attempted, runAttempt } from './attempt.ts'
import { costOf } from './cost.ts'
import type { AgentDeps } from './deps.ts'
import { openJournal } from './journal.ts'
import { type ChainState, type NextStep, nextStep } from './next-step.ts'
import { resetOf } from './retry-after.ts'
import { stopCauseOf } from './stop-cause.ts'
import type { AgentOutcome, AgentRequest, AgentSpec, Attempt } from './types.ts'

export type { AgentDeps } from './deps.ts'
export { realAgentDeps } from './deps.ts'

type AttemptStep = Extract<NextStep, { kind: 'attempt' }>
type Progress<T> = { state: ChainState; last: Attempted<T> | null; attempts: Attempt[] }

/** Runs the chain until one agent has answered, all are unable, or the run is stopped. Nothing it started is left when it settles. */
export async function runAgents<T>(request: AgentRequest<T>, deps: AgentDeps): Promise<AgentOutcome<T>> {
  const { journal: file, secrets, member = null } = request
  const journal = openJournal({ file, now: deps.now, secrets, warn: deps.log, member })
  const context: AttemptContext<T> = { request, deps, journal }
  const startedMs = deps.now()
  const progress: Progress<T> = { state: beginning(request), last: null, attempts: [] }
  for (;;) {
    progress.state.elapsedMs = deps.now() - startedMs
    const step = nextStep(progress.state)
    const outcome = step.kind === 'attempt' ? await take(step, progress, context) : endOf(step, progress, request)
    if (outcome === null) continue
    journal.write({
      event: 'end',
      kind: outcome.kind,
      attempts: outcome.attempts.length,
      ...(step.kind === 'unable' && { why: step.why }),
    })
    return outcome
  }
}

const beginning = <T>({ chain, limits }: AgentRequest<T>): ChainState => ({
  chainLength: chain.length,
  agent: 0,
  attempts: 0,
  last: null,
  elapsedMs: 0,
  limits,
})

/** Waits, then makes one attempt; an outcome only when the run was stopped before it could start. */
async function take<T>(step: AttemptStep, progress: Progress<T>, context: AttemptContext<T>): Promise<AgentOutcome<T> | null> {
  const { request, deps, journal } = context
  const spec = request.chain[step.agent]
  if (spec === undefined) return { kind: 'unable', attempts: progress.attempts }
  if (step.waitMs > 0) {
    journal.write({ event: 'wait', agent: spec.name, number: step.number, waitMs: step.waitMs })
    deps.log(`agent    ${spec.name} attempt ${step.number} in ${Math.ceil(step.waitMs / 1000)} s`)
    await unlessStopped(deps.sleep(step.waitMs, request.stop), request.stop)
  }
  if (request.stop.aborted) return { kind: 'stopped', cause: stopCauseOf(request.stop), attempts: progress.attempts }
  const complaint = step.stricter ? (progress.last?.text ?? null) : null
  const attempted = await runAttempt({ spec, number: step.number, deadlineMs: step.deadlineMs, complaint }, context)
  progress.attempts.push(attempted.attempt)
  progress.last = attempted
  const { result } = attempted.attempt
  const retryAfterMs = result === 'transient' ? resetOf(attempted.text, deps.now()).waitMs : null
  progress.state = { ...progress.state, agent: step.agent, attempts: step.number, last: { result, retryAfterMs } }
  deps.log(lineOf(attempted.attempt, spec))
  return null
}

/** A sleep that does not end by itself on a stop must not hold the run. */
async function unlessStopped(sleep: Promise<void>, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  let wake = (): void => {}
  const stopped = new Promise<void>(resolve => {
    wake = resolve
  })
  stop.addEventListener('abort', wake, { once: true })
  await Promise.race([sleep, stopped])
  stop.removeEventListener('abort', wake)
}

function endOf<T>(
  step: Exclude<NextStep, AttemptStep>,
  { last, attempts, state }: Progress<T>,
  request: AgentRequest<T>,
): AgentOutcome<T> {
  if (step.kind === 'stopped') return { kind: 'stopped', cause: step.cause, attempts }
  const agent = request.chain[state.agent]
  if (step.kind === 'answered' && last?.value && agent !== undefined)
    return { kind: 'answered', agent, value: last.value.answer, attempts }
  return { kind: 'unable', attempts }
}

function lineOf(attempt: Attempt, spec: AgentSpec): string {
  const cost = costOf(attempt)
  const money = `${cost.estimated ? '~' : ''}${cost.usd.toFixed(2)} USD`
  return `agent    ${spec.name}${spec.model === null ? '' : ` (${spec.model})`} attempt ${attempt.number} → ${attempt.result}  ${attempt.reason}; ${Math.round(attempt.durationMs / 1000)} s, ${money}`
}
