import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentDeps } from '../agents/run-agents.ts'
import type { AgentOutcome, AgentSpec, Attempt, StopCause } from '../agents/types.ts'
import { defaultDiffBytes } from '../brief/build-brief.ts'
import { diffSection } from '../brief/diff-section.ts'
import { countText } from '../comments/words.ts'
import type { Cost } from '../effects/ending.ts'
import { digestTree } from '../git/digest-tree.ts'
import type { GitFailure } from '../git/failure.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { PANEL } from '../panel/names.ts'
import type { ReviewedFinding, ReviewMode } from '../review/decision.ts'
import { type Placement, place, placementDefaults } from '../review/placement.ts'
import { isMember } from '../snapshot/panel.ts'
import type { Verdict } from '../snapshot/snapshot.ts'
import { ask, costOfAll, type Decided, whyUnable } from './ask.ts'
import { askSecond, type OpinionGiven } from './opinion-work.ts'
import { askPanel, type PanelWork } from './panel-work.ts'
import { type GitAccess, type Prepared, prepare } from './prepare.ts'
import { modeOf, questionOf } from './question.ts'
import { watchHead } from './watch-head.ts'

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
}

/** One request of git's own protocol, which costs nothing of the API's budget. */
export const WATCH_HEAD_MS = 20_000

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
      /** Who said what, where the run asked a panel. */
      panel: PanelWork | null
      /** A member's word on the review of another; `null` = a review of its own. */
      opinion: OpinionGiven | null
    } & Tried)
  | ({ kind: 'unable'; reason: string } & Tried)
  | ({ kind: 'stopped'; cause: StopCause } & Tried)
  /** Something other than the agents failed: nothing is said about the head. */
  | ({ kind: 'broken'; reason: string } & Tried)

const noTries = (): Tried => ({ attempts: [], cost: { usd: 0, estimated: false }, journal: null })

/** What nobody read, in words for the review: parts of the diff that were not shown, and what the agent's copy lacks. */
const unreadOf = ({ files, leftOut, diff }: Prepared, withheld: readonly string[]): string[] => [
  ...(diff.truncated ? ['the diff is longer than what is read; the rest of it was not reviewed'] : []),
  ...diffSection(files, { maxBytes: defaultDiffBytes, withheld }).unread.map(({ path, why }) => `${path}: ${why}`),
  ...leftOut
    .filter(one => one.reason === 'agent-configuration')
    .map(one => `${one.path}: agent configuration, left out of the agent's copy`),
]

export type Job = { pullRun: PullRun; claim: Claim; view: View; deps: WorkDeps; prepared: Prepared; journal: string }

/** Asks while the head is watched: a push cancels the attempt. */
const watched = async <T>(job: Job, asking: (stop: AbortSignal) => Promise<T>): Promise<T> => {
  const { pullRun, claim, view, deps, prepared } = job
  const moved = new AbortController()
  const onMoved = (): void => {
    pullRun.log(`watch  the head moved from ${claim.head.slice(0, 7)}: the attempt is cancelled`)
    moved.abort('head-moved')
  }
  const { repository } = prepared
  const { number } = view.snapshot.facts.pull
  const watch = watchHead(
    { repository, number, head: claim.head, clock: pullRun.clock, everyMs: WATCH_HEAD_MS, stop: deps.stop },
    onMoved,
  )
  return asking(AbortSignal.any([deps.stop, moved.signal])).finally(watch.end)
}

/** Git's own answer, which may be ahead of the API's; where git gives none, the API's read before publishing decides alone. */
const isHeadElsewhere = async ({ prepared, claim, view }: Job): Promise<boolean> => {
  const at = await prepared.repository.remoteHead(`refs/pull/${view.snapshot.facts.pull.number}/head`)
  return at.kind === 'at' && at.sha !== null && at.sha !== claim.head
}

/** What an answer comes to, whoever gave it: the same for one reviewer and for a panel. */
export type Told = {
  decided: Decided
  summary: string
  agent: AgentSpec
  answer: unknown
  panel: PanelWork | null
  opinion: OpinionGiven | null
}

const reviewed = async (job: Job, told: Told, tried: Tried): Promise<WorkResult> => {
  const { prepared, view, journal } = job
  const { decided, summary, agent, panel, opinion } = told
  const digest = await digestTree(prepared.copy)
  if (digest.hash !== prepared.digest)
    return { kind: 'unable', reason: `${agent.name} changed the files it was to read; its review is void`, ...tried }
  if (await isHeadElsewhere(job)) return { kind: 'stopped', cause: 'head-moved', ...tried }
  const reported = decided.findings.filter(finding => finding.reported)
  const { policy } = view
  const options = { ...placementDefaults, floor: policy['inline-floor'], cap: policy['max-inline'] }
  const verdictFile = journal.replace('.attempts.jsonl', '.verdict.json')
  const kept = JSON.stringify({ decision: decided.decision, report: told.answer }, null, 2)
  await writeFile(verdictFile, `${job.pullRun.scrub(kept)}\n`)
  return {
    kind: 'reviewed',
    decided,
    mode: modeOf(view.snapshot),
    summary,
    placements: place(reported, prepared.files, options),
    agent,
    patch: prepared.patch,
    unread: unreadOf(prepared, policy['excluded-paths']),
    verdictFile,
    panel,
    opinion,
    ...tried,
  }
}

/** `why` = a better reason than that of the attempts, where nobody could answer. */
export type Asked = { told: Told | null; outcome: AgentOutcome<unknown>; why: string | null }

const asked = async (job: Job, stop: AbortSignal): Promise<Asked> => {
  const { reviewer } = job.pullRun
  const outcome = await ask(await questionOf(job, { reviewer, judged: null, stop }), job.deps.agents)
  if (outcome.kind !== 'answered') return { told: null, outcome, why: null }
  const { decided, report } = outcome.value
  return {
    told: { decided, summary: report.summary, agent: outcome.agent, answer: report, panel: null, opinion: null },
    outcome,
    why: null,
  }
}

/** The head made ready before it is claimed: what the last rules need comes with it. The folder is this round's own. */
export const prepareHead = async (pullRun: PullRun, view: View, deps: WorkDeps): Promise<Prepared | GitFailure> => {
  const scratch = join(deps.scratch, pullRun.nonce())
  await mkdir(scratch, { recursive: true })
  const prepared = await prepare(view, { ...deps.git, scratch, stop: deps.stop })
  if (prepared.kind === 'prepared') {
    const { files, diff, mergeBase } = prepared
    pullRun.log(`diff  ${countText(files.length, 'file')}, ${diff.bytes.length} bytes, against ${mergeBase.slice(0, 7)}`)
  }
  return prepared
}

/** Everything between the claim and the last read: brief, the supervised agents, the decision by code, placement. */
export const work = async (
  pullRun: PullRun,
  { claim, view, prepared, primary }: { claim: Claim; view: View; prepared: Prepared | GitFailure; primary: Verdict | null },
  deps: WorkDeps,
): Promise<WorkResult> => {
  if (deps.stop.aborted) return { kind: 'stopped', cause: 'cancelled', ...noTries() }
  if (prepared.kind === 'git-failed') return { kind: 'broken', reason: `git: ${prepared.message}`, ...noTries() }
  if (prepared.head !== claim.head) return { kind: 'stopped', cause: 'head-moved', ...noTries() }
  await mkdir(deps.journals, { recursive: true })
  const { number } = view.snapshot.facts.pull
  const journal = join(deps.journals, `${number}-${pullRun.reviewer}-${claim.head}.attempts.jsonl`)
  const job: Job = { pullRun, claim, view, deps, prepared, journal }
  const { told, outcome, why } = await watched(job, stop => {
    if (primary !== null) return askSecond(job, primary, stop)
    return pullRun.reviewer === PANEL ? askPanel(job, stop) : asked(job, stop)
  })
  const attempts = isMember(view.snapshot)
    ? outcome.attempts.map(attempt => ({ ...attempt, member: pullRun.reviewer }))
    : outcome.attempts
  const tried: Tried = { attempts, cost: costOfAll(attempts), journal }
  if (told !== null) return reviewed(job, told, tried)
  if (outcome.kind === 'stopped') return { kind: 'stopped', cause: outcome.cause, ...tried }
  return { kind: 'unable', reason: why ?? whyUnable(outcome.attempts), ...tried }
}
