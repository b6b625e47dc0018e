import type { EndPlan } from '../process/means.ts'
import type { Supervised } from '../process/supervise.ts'
import type { AgentRequest, AgentSpec, AttemptResult, Usage } from '../types.ts'

/** One attempt, as an adapter needs to know it. */
export type Start = {
  spec: AgentSpec
  /** Begins with plain text, so that no CLI takes it for a command of its own. */
  prompt: string
  purpose: AgentRequest<unknown>['purpose']
  access: AgentRequest<unknown>['access']
  answerSchema: object | null
  /** The schema as far as the prompt has to tell it; null for a command whose input is passed on as it is. */
  promptSchema: object | null
  budgetUsd: number | null
  workdir: string
  /** Fresh, ours alone, removed afterwards; HOME and TMPDIR are inside. */
  home: string
  /** The allow-listed environment, HOME and TMPDIR included. */
  env: Record<string, string>
  /** Of the installed CLI; null when it could not be read. */
  version: Version | null
}

export type Version = [major: number, minor: number, patch: number]

/** What is spawned: everything but the program itself, which the supervisor resolves. */
export type Invocation = {
  args: string[]
  env: Record<string, string>
  input: string
  first: EndPlan['first']
}

export type Failure = { kind: 'failure'; result: Exclude<AttemptResult, 'ok'>; text: string; usage: Usage }

/** What a CLI that ended by itself said, before its answer is validated. */
export type Reading =
  | { kind: 'structured'; value: unknown; usage: Usage }
  /** The answer has to be found in text. */
  | { kind: 'text'; text: string; usage: Usage }
  | Failure

export type Adapter = {
  /** The name on the PATH. */
  program: (spec: AgentSpec) => string
  /** The oldest version it was tried with; null = `--version` is not asked. */
  triedSince: Version | null
  /** Writes the files the CLI needs below `home` and says how to start it. */
  prepare: (start: Start) => Promise<Invocation>
  read: (ended: Supervised, start: Start) => Reading
  /** Usage so far of a CLI that we ended ourselves. */
  usageOf: (ended: Supervised) => Usage
}

export const unknownUsage: Usage = { costUsd: null, inputTokens: null, outputTokens: null }
