import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentDeps } from '../agents/run-agents.ts'
import type { AgentOutcome, AgentSpec, Attempt, StopCause } from '../agents/types.ts'
import { defaultDiffBytes } from '../brief/build-brief.ts'
import { diffSection } from '../brief/diff-section.ts'
import { SKILL_BOUNDS } from '../brief/own-skills.ts'
import { countText } from '../comments/words.ts'
import type { Cost } from '../effects/ending.ts'
import { digestTree } from '../git/digest-tree.ts'
import type { GitFailure } from '../git/failure.ts'
import type { Claim } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { memoryOf } from '../observe/memory.ts'
import { chainOf, limitsOf } from '../policy/agents.ts'
import type { ReviewedFinding, ReviewMode } from '../review/decision.ts'
import { type Placement, place, placementDefaults } from '../review/placement.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { type Answer, ask, costOfAll, type Decided, type Question, whyUnable } from './ask.ts'
import { briefFor } from './brief-for.ts'
import { type GitAccess, type Prepared, prepare } from './prepare.ts'
import { requestedSkills, skillsFor } from './skills-for.ts'
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
    } & Tried)
  | ({ kind: 'unable'; reason: string } & Tried)
  | ({ kind: 'stopped'; cause: StopCause } & Tried)
  /** Something other than the agents failed: nothing is said about the head. */
  | ({ kind: 'broken'; reason: string } & Tried)

/** initial = nothing of this reviewer before; convergence = after two fix-requested heads in a row; rereview between. */
export const modeOf = (snapshot: Snapshot): ReviewMode => {
  if (!snapshot.verdicts.some(verdict => verdict.reviewer === snapshot.reviewer && verdict.marker !== null)) return 'initial'
  return snapshot.cycle.count >= 2 ? 'convergence' : 'rereview'
}

const noTries = (): Tried => ({ attempts: [], cost: { usd: 0, estimated: false }, journal: null })

/** What nobody read, in words for the review: parts of the diff that were not shown, and what the agent's copy lacks. */
const unreadOf = ({ files, leftOut, diff }: Prepared, withheld: readonly string[]): string[] => [
  ...(diff.truncated ? ['the diff is longer than what is read; the rest of it was not reviewed'] : []),
  ...diffSection(files, { maxBytes: defaultDiffBytes, withheld }).unread.map(({ path, why }) => `${path}: ${why}`),
  ...leftOut
    .filter(one => one.reason === 'agent-configuration')
    .map(one => `${one.path}: agent configuration, left out of the agent's copy`),
]

type Job = { pullRun: PullRun; claim: Claim; view: View; deps: WorkDeps; prepared: Prepared; journal: string }

/** Asks the agents while the head is watched: a push cancels the attempt. */
const askWatched = async ({ pullRun, claim, view, deps, prepared, journal }: Job): Promise<AgentOutcome<Answer>> => {
  const { snapshot, policy } = view
  const { repository, copy, files } = prepared
  const { defaultBranch } = snapshot.facts.repository
  const skills = await skillsFor({
    policy,
    labels: snapshot.facts.pull.labels,
    requested: requestedSkills(view, claim),
    read: paths => repository.readBranch({ ref: `refs/heads/${defaultBranch}`, paths, ...SKILL_BOUNDS }),
    log: pullRun.log,
  })
  const memory = await memoryOf(pullRun, view)
  const { prior, dismissed } = memory
  const moved = new AbortController()
  const onMoved = (): void => {
    pullRun.log(`watch  the head moved from ${claim.head.slice(0, 7)}: the attempt is cancelled`)
    moved.abort('head-moved')
  }
  const watch = watchHead(
    {
      repository,
      number: snapshot.facts.pull.number,
      head: claim.head,
      clock: pullRun.clock,
      everyMs: WATCH_HEAD_MS,
      stop: deps.stop,
    },
    onMoved,
  )
  const [mode, nonce] = [modeOf(snapshot), randomUUID()]
  const question: Question = {
    head: claim.head,
    files,
    copy,
    mode,
    prior,
    dismissed,
    brief: complaint => briefFor({ view, claim, prepared, mode, memory, skills, nonce, complaint }),
    chain: chainOf(policy, deps.chain, pullRun.reviewer),
    limits: limitsOf(policy),
    stop: AbortSignal.any([deps.stop, moved.signal]),
    journal,
    secrets: deps.secrets,
  }
  return ask(question, deps.agents).finally(watch.end)
}

/** Git's own answer, which may be ahead of the API's; where git gives none, the API's read before publishing decides alone. */
const isHeadElsewhere = async ({ prepared, claim, view }: Job): Promise<boolean> => {
  const at = await prepared.repository.remoteHead(`refs/pull/${view.snapshot.facts.pull.number}/head`)
  return at.kind === 'at' && at.sha !== null && at.sha !== claim.head
}

const reviewed = async (
  job: Job,
  outcome: Extract<AgentOutcome<Answer>, { kind: 'answered' }>,
  tried: Tried,
): Promise<WorkResult> => {
  const { prepared, view, journal } = job
  const digest = await digestTree(prepared.copy)
  if (digest.hash !== prepared.digest)
    return { kind: 'unable', reason: `${outcome.agent.name} changed the files it was to read; its review is void`, ...tried }
  if (await isHeadElsewhere(job)) return { kind: 'stopped', cause: 'head-moved', ...tried }
  const { decided, report } = outcome.value
  const reported = decided.findings.filter(finding => finding.reported)
  const { policy } = view
  const options = { ...placementDefaults, floor: policy['inline-floor'], cap: policy['max-inline'] }
  const verdictFile = journal.replace('.attempts.jsonl', '.verdict.json')
  await writeFile(verdictFile, `${job.pullRun.scrub(JSON.stringify({ decision: decided.decision, report }, null, 2))}\n`)
  return {
    kind: 'reviewed',
    decided,
    mode: modeOf(view.snapshot),
    summary: report.summary,
    placements: place(reported, prepared.files, options),
    agent: outcome.agent,
    patch: prepared.patch,
    unread: unreadOf(prepared, policy['excluded-paths']),
    verdictFile,
    ...tried,
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
  { claim, view, prepared }: { claim: Claim; view: View; prepared: Prepared | GitFailure },
  deps: WorkDeps,
): Promise<WorkResult> => {
  if (deps.stop.aborted) return { kind: 'stopped', cause: 'cancelled', ...noTries() }
  if (prepared.kind === 'git-failed') return { kind: 'broken', reason: `git: ${prepared.message}`, ...noTries() }
  if (prepared.head !== claim.head) return { kind: 'stopped', cause: 'head-moved', ...noTries() }
  await mkdir(deps.journals, { recursive: true })
  const { number } = view.snapshot.facts.pull
  const journal = join(deps.journals, `${number}-${pullRun.reviewer}-${claim.head}.attempts.jsonl`)
  const job: Job = { pullRun, claim, view, deps, prepared, journal }
  const outcome = await askWatched(job)
  const tried: Tried = { attempts: outcome.attempts, cost: costOfAll(outcome.attempts), journal }
  if (outcome.kind === 'stopped') return { kind: 'stopped', cause: outcome.cause, ...tried }
  if (outcome.kind === 'unable') return { kind: 'unable', reason: whyUnable(outcome.attempts), ...tried }
  return reviewed(job, outcome, tried)
}
