import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgentDeps, realAgentDeps } from '../../src/agents/run-agents.ts'
import type { AgentRequest, AgentSpec, Validated } from '../../src/agents/types.ts'
import { freshMark } from './living.ts'

export type Reply = { verdict: string; summary: string }

export const fixture = (name: string): string => new URL(`../fixtures/agents/${name}`, import.meta.url).pathname

export function validateReply(candidate: unknown): Validated<Reply> {
  const { verdict, summary } = (candidate ?? {}) as Record<string, unknown>
  if ((verdict !== 'approve' && verdict !== 'fix_requested') || typeof summary !== 'string')
    return { ok: false, complaint: 'verdict and summary are missing' }
  return { ok: true, value: { verdict, summary } }
}

export type World = {
  mark: string
  folder: string
  log: string[]
  slept: number[]
  deps: AgentDeps
  /** How often the stand-in was started. */
  starts: () => number
  command: (how: string) => AgentSpec
  request: (chain: AgentSpec[], more?: Partial<AgentRequest<Reply>>) => AgentRequest<Reply>
  journal: () => Record<string, unknown>[]
}

/** A folder, a mark and a clock of its own for one test; waiting between attempts takes no time. */
export function newWorld(): World {
  const mark = freshMark()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  const log: string[] = []
  const slept: number[] = []
  const startsFile = join(folder, 'starts')
  const journalFile = join(folder, 'logs', 'pull.attempts.jsonl')
  const linesOf = (file: string): string[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(line => line !== '')
      : []
  const deps: AgentDeps = {
    ...realAgentDeps({ PATH: `${folder}:${process.env.PATH}` }, line => log.push(line)),
    sleep: async ms => void slept.push(ms),
    scratch: folder,
  }
  return {
    mark,
    folder,
    log,
    slept,
    deps,
    starts: () => linesOf(startsFile).length,
    command: how => ({
      kind: 'command',
      name: how,
      model: null,
      argv: ['bash', fixture('stubborn.sh'), how, mark, startsFile],
      extraArgs: [],
    }),
    request: (chain, more = {}) => ({
      purpose: 'review',
      chain,
      brief: complaint => (complaint === null ? 'Review this.' : `Review this. Your last answer was not accepted: ${complaint}`),
      workdir: folder,
      access: 'read',
      answerSchema: { type: 'object' },
      validate: validateReply,
      limits: {
        agentTimeoutMs: 10_000,
        silenceTimeoutMs: null,
        runTimeoutMs: 60_000,
        maxAttempts: 3,
        backoffMs: 5_000,
        graceMs: 300,
        attemptBudgetUsd: null,
      },
      stop: new AbortController().signal,
      journal: journalFile,
      secrets: [],
      ...more,
    }),
    journal: () => linesOf(journalFile).map(line => JSON.parse(line) as Record<string, unknown>),
  }
}
