import type { Instant } from '../snapshot/ids.ts'

/** One entry of the `agents` chain as the policy names it. */
export type AgentSpec = {
  /** `command` runs `argv` with the brief on stdin; the others are the CLIs of that name. */
  kind: 'claude' | 'codex' | 'gemini' | 'command'
  /** The name people see: the CLI's, or the policy's name for a command. */
  name: string
  model: string | null
  /** Only for `command`: program and arguments, never through a shell. */
  argv: string[]
  /** Further arguments, already checked against the adapter's allow-list. */
  extraArgs: string[]
}

/** Durations in milliseconds, money in USD. */
export type Limits = {
  agentTimeoutMs: number
  silenceTimeoutMs: number | null
  runTimeoutMs: number
  maxAttempts: number
  backoffMs: number
  graceMs: number
  attemptBudgetUsd: number | null
}

/** The result of one attempt: design.md §7. `cancelled` and `head-moved` end the chain without a next agent. */
export type AttemptResult =
  | 'ok'
  | 'timeout'
  | 'transient'
  | 'malformed'
  | 'auth'
  | 'quota'
  | 'budget'
  | 'error'
  | 'cancelled'
  | 'head-moved'

/** `null` = the CLI did not say, or said something that is no finite number ≥ 0. Unknown, never zero. */
export type Usage = { costUsd: number | null; inputTokens: number | null; outputTokens: number | null }

export type Attempt = {
  agent: string
  /** The member of a panel that the agent answered for. */
  member?: string
  model: string | null
  /** 1 for the first try of this agent. */
  number: number
  result: AttemptResult
  /** One line for people, secrets removed. */
  reason: string
  startedAt: Instant
  durationMs: number
  exit: { code: number | null; signal: string | null }
  bytes: { stdout: number; stderr: number }
  usage: Usage
  /** How the child's descendants were proven gone. */
  isolation: string
}

export type Validated<T> = { ok: true; value: T } | { ok: false; complaint: string }

export type StopCause = 'cancelled' | 'head-moved'

export type AgentRequest<T> = {
  purpose: 'review' | 'opinion' | 'fix' | 'verify'
  chain: AgentSpec[]
  /** The prompt; called anew for each attempt, with the complaint about the last malformed answer. */
  brief: (complaint: string | null) => string
  /** Makes the folder ready anew; awaited before each attempt. */
  before?: () => Promise<void>
  /** The folder the agent works in: an exported copy without git and without agent configuration. */
  workdir: string
  access: 'read' | 'write'
  /** JSON Schema of the answer, for CLIs that take one and for the prompt. `null` = the answer is free text (fixes). */
  answerSchema: object | null
  validate: (candidate: unknown) => Validated<T>
  limits: Limits
  /** Aborted with a StopCause as its reason. */
  stop: AbortSignal
  /** The attempts file; one JSON line an event. `null` = none. */
  journal: string | null
  /** The member of a panel that is asked: said in each line of the journal. */
  member?: string | null
  /** Values that must never reach a log, journal or comment. */
  secrets: string[]
}

/** Only the answering agent's value is used. */
export type AgentOutcome<T> =
  | { kind: 'answered'; agent: AgentSpec; value: T; attempts: Attempt[] }
  | { kind: 'unable'; attempts: Attempt[] }
  | { kind: 'stopped'; cause: StopCause; attempts: Attempt[] }
