import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { costOf } from '../agents/cost.ts'
import { type AgentDeps, runAgents } from '../agents/run-agents.ts'
import type { AgentOutcome, AgentSpec, Attempt, StopCause, Validated } from '../agents/types.ts'
import { briefFor } from './brief-for.ts'
import type { Cost } from '../effects/ending.ts'
import { digestTree } from '../git/digest-tree.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { chainOf, limitsOf } from '../policy/agents.ts'
import { decideReview, type PriorFinding, type ReviewDecision, type ReviewedFinding, type ReviewMode } from '../review/decision.ts'
import { type Placement, place, placementDefaults } from '../review/placement.ts'
import { readReport, type Report, reportJsonSchema } from '../review/report.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { type GitAccess, prepare, type Prepared } from './prepare.ts'
import { watchHead } from './watch-head.ts'

export type Decided = Extract<ReviewDecision, { kind: 'decided' }>

export type WorkDeps = {
  agents: AgentDeps
  git: Omit<GitAccess, 'scratch' | 'stop'>
  /** A folder of this run; each round works below it. */
  scratch: string
  /** Where journal and verdict files are kept. */
  journals: string
  /** Overrides the policy's chain; empty = the policy's. */
  chain: string[]
  /** Aborted when the run is cancelled. */
  stop: AbortSignal
  secrets: string[]
  watchHeadMs: number
}

type Tried = { attempts: Attempt[]; cost: Cost; journal: string | null }

export type WorkResult =
  | ({
      kind: 'reviewed'
      decided: Decided
      mode: ReviewMode
      summary: string
      placements: Placement<ReviewedFinding>[]
      agent: AgentSpec
      patch: string | null
      unread: string[]
      verdictFile: string
    } & Tried)
  | ({ kind: 'unable'; reason: string } & Tried)
  | ({ kind: 'stopped'; cause: StopCause } & Tried)

type Answer = { report: Report; decided: Decided }

/** The findings that the newest readable verdict of this reviewer left behind: memory between rounds. */
export const priorOf = (snapshot: Snapshot): PriorFinding[] =>
  snapshot.verdicts.findLast(verdict => verdict.reviewer === snapshot.reviewer && verdict.marker !== null)?.marker?.findings ?? []

/** initial = nothing before; convergence = from the second fix-requested head on; rereview between. */
export const modeOf = (snapshot: Snapshot): ReviewMode => {
  if (!snapshot.verdicts.some(verdict => verdict.marker !== null)) return 'initial'
  return snapshot.cycle.count >= 2 ? 'convergence' : 'rereview'
}

const costOfAll = (attempts: Attempt[]): Cost =>
  attempts.map(costOf).reduce((all, one) => ({ usd: all.usd + one.usd, estimated: all.estimated || one.estimated }), { usd: 0, estimated: false })

const noTries = (): Tried => ({ attempts: [], cost: { usd: 0, estimated: false }, journal: null })

const unreadOf = ({ leftOut, diff }: Prepared): string[] => [
  ...(diff.truncated ? ['the diff is longer than what is read; the rest of it was not reviewed'] : []),
  ...leftOut.filter(one => one.reason === 'agent-configuration').map(one => `${one.path} (agent configuration, left out of the agent's copy)`),
]

const whyUnable = (attempts: Attempt[]): string =>
  attempts.length === 0 ? 'no agent could be started' : attempts.map(one => `${one.agent} attempt ${one.number}: ${one.result} (${one.reason})`).join('; ')

const validator =
  (prepared: Prepared, context: { mode: ReviewMode; prior: PriorFinding[]; claim: Claim }) =>
  (candidate: unknown): Validated<Answer> => {
    const report = readReport(candidate)
    if (!report.ok) return report
    const { mode, prior, claim } = context
    const decided = decideReview({ report: report.value, mode, prior, head: claim.head, files: prepared.files })
    return decided.kind === 'malformed' ? { ok: false, complaint: decided.complaint } : { ok: true, value: { report: report.value, decided } }
  }

type Job = { pullRun: PullRun; claim: Claim; view: View; deps: WorkDeps; prepared: Prepared; journal: string }

const ask = async ({ pullRun, claim, view, deps, prepared, journal }: Job): Promise<AgentOutcome<Answer>> => {
  const { snapshot, policy } = view
  const context = { mode: modeOf(snapshot), prior: priorOf(snapshot), claim }
  const moved = new AbortController()
  const watch = watchHead(
    { repository: prepared.repository, number: snapshot.facts.pull.number, head: claim.head, everyMs: deps.watchHeadMs },
    () => {
      pullRun.log(`watch  the head moved from ${claim.head.slice(0, 7)}: the attempt is cancelled`)
      moved.abort('head-moved')
    },
  )
  const nonce = randomUUID()
  try {
    return await runAgents(
      {
        purpose: 'review',
        chain: chainOf(policy, deps.chain, pullRun.reviewer),
        brief: complaint => briefFor({ view, claim, prepared, mode: context.mode, prior: context.prior, nonce, complaint }),
        workdir: prepared.copy,
        access: 'read',
        answerSchema: reportJsonSchema,
        validate: validator(prepared, context),
        limits: limitsOf(policy),
        stop: AbortSignal.any([deps.stop, moved.signal]),
        journal,
        secrets: deps.secrets,
      },
      deps.agents,
    )
  } finally {
    watch.end()
  }
}

const reviewed = async (job: Job, outcome: Extract<AgentOutcome<Answer>, { kind: 'answered' }>, tried: Tried): Promise<WorkResult> => {
  const { prepared, view, journal } = job
  const digest = await digestTree(prepared.copy)
  if (digest.hash !== prepared.digest) return { kind: 'unable', reason: `${outcome.agent.name} changed the files it was to read; its review is void`, ...tried }
  const { decided, report } = outcome.value
  const reported = decided.findings.filter(finding => finding.reported)
  const { policy } = view
  const options = { ...placementDefaults, floor: policy['inline-floor'], cap: policy['max-inline'] }
  const verdictFile = journal.replace('.attempts.jsonl', '.verdict.json')
  await writeFile(verdictFile, `${JSON.stringify({ decision: decided.decision, report }, null, 2)}\n`)
  return {
    kind: 'reviewed',
    decided,
    mode: modeOf(view.snapshot),
    summary: report.summary,
    placements: place(reported, prepared.files, options),
    agent: outcome.agent,
    patch: prepared.patch,
    unread: unreadOf(prepared),
    verdictFile,
    ...tried,
  }
}

/** Everything between the claim and the last read: fetch, export, brief, the supervised agents, the decision by code, placement. */
export const work = async (pullRun: PullRun, { claim, view }: { claim: Claim; view: View }, deps: WorkDeps): Promise<WorkResult> => {
  const scratch = join(deps.scratch, claim.nonce)
  await mkdir(scratch, { recursive: true })
  await mkdir(deps.journals, { recursive: true })
  const prepared = await prepare(claim, view, { ...deps.git, scratch, stop: deps.stop })
  if (prepared.kind === 'git-failed')
    return deps.stop.aborted ? { kind: 'stopped', cause: 'cancelled', ...noTries() } : { kind: 'unable', reason: `git: ${prepared.message}`, ...noTries() }
  pullRun.log(`diff  ${prepared.files.length} files, ${prepared.diff.bytes.length} bytes, against ${prepared.mergeBase.slice(0, 7)}`)
  const { number } = view.snapshot.facts.pull
  const journal = join(deps.journals, `${number}-${pullRun.reviewer}-${claim.head}.attempts.jsonl`)
  const job: Job = { pullRun, claim, view, deps, prepared, journal }
  const outcome = await ask(job)
  const tried: Tried = { attempts: outcome.attempts, cost: costOfAll(outcome.attempts), journal }
  if (outcome.kind === 'stopped') return { kind: 'stopped', cause: outcome.cause, ...tried }
  if (outcome.kind === 'unable') return { kind: 'unable', reason: whyUnable(outcome.attempts), ...tried }
  return reviewed(job, outcome, tried)
}
