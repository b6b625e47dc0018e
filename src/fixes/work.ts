import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runAgents } from '../agents/run-agents.ts'
import { stopCauseOf } from '../agents/stop-cause.ts'
import type { AgentOutcome, Attempt, StopCause } from '../agents/types.ts'
import { buildFixBrief } from '../brief/fix-brief.ts'
import { countText } from '../comments/words.ts'
import type { Cost } from '../effects/ending.ts'
import type { GitFailure } from '../git/failure.ts'
import { type IgnoreFile, ignoredPaths, ignoreFilesOf } from '../git/ignored-paths.ts'
import { changesSince, type Manifest, manifestOf, type TreeChange, withContents } from '../git/tree-changes.ts'
import type { Claim, FixTask } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { chainOf, limitsOf } from '../policy/agents.ts'
import { costOfAll, whyUnable } from '../rounds/ask.ts'
import { briefPullOf } from '../rounds/brief-for.ts'
import type { Prepared } from '../rounds/prepare.ts'
import { withTimeLeft } from '../rounds/time-left.ts'
import { watchHead } from '../rounds/watch-head.ts'
import { WATCH_HEAD_MS, type WorkDeps } from '../rounds/work.ts'
import type { Verdict } from '../snapshot/snapshot.ts'
import { findingsOfTasks, reviewText } from './finding-texts.ts'
import { MOST_BYTES, MOST_FILES, scopeComplaint } from './scope.ts'
import { verify } from './verify.ts'

type Tried = { attempts: Attempt[]; cost: Cost; journal: string | null }

export type FixWork =
  | ({ kind: 'mended'; changes: TreeChange[]; agent: string } & Tried)
  /** The agent ended without a fix that may be pushed: that is this attempt's end. */
  | ({ kind: 'rejected'; why: string } & Tried)
  | ({ kind: 'stopped'; cause: StopCause } & Tried)
  /** Something other than agent and fix failed. */
  | ({ kind: 'broken'; why: string } & Tried)

/** `startedMs` = when the run began, by the agents' clock: all that it starts share one `run-timeout`. */
export type FixTime = WorkDeps & { startedMs: number }

export type FixJob = {
  pullRun: PullRun
  claim: Claim
  view: View
  verdict: Verdict
  tasks: FixTask[]
  prepared: Prepared | GitFailure
  deps: FixTime
}

type ReadyJob = Omit<FixJob, 'prepared'> & { prepared: Prepared; journal: string; stop: AbortSignal }

const briefOf = (job: ReadyJob, complaint: string | null): string => {
  const { pullRun, view, claim, prepared, verdict, tasks } = job
  const { policy } = view
  return buildFixBrief({
    nonce: pullRun.nonce(),
    pull: briefPullOf({ view, claim }),
    findings: findingsOfTasks(pullRun, view, { verdict, tasks }),
    review: reviewText(view, verdict),
    files: prepared.files,
    conventions: prepared.conventions,
    protectedPaths: policy['protected-paths'],
    withheld: policy['excluded-paths'],
    complaint: complaint ?? tasks.find(task => task.why !== undefined)?.why ?? null,
  })
}

/** Each attempt begins with the files as they are at the head: what one that was cut off left behind is gone. */
const afresh = ({ prepared, claim, view }: ReadyJob): (() => Promise<void>) => {
  let first = true
  return async () => {
    if (!first) {
      await rm(prepared.copy, { recursive: true, force: true })
      const exported = await prepared.repository.exportTree(claim.head, prepared.copy, { exclude: view.policy['excluded-paths'] })
      if (exported.kind === 'git-failed') throw new Error(exported.message)
    }
    first = false
  }
}

const askAgents = (job: ReadyJob): Promise<AgentOutcome<string>> => {
  const { view, deps, pullRun, prepared, stop, journal } = job
  return runAgents<string>(
    {
      purpose: 'fix',
      access: 'write',
      chain: chainOf(view.policy, deps.chain, pullRun.reviewer),
      brief: complaint => briefOf(job, complaint),
      before: afresh(job),
      workdir: prepared.copy,
      answerSchema: null,
      validate: text => ({ ok: true, value: String(text) }),
      limits: withTimeLeft(limitsOf(view.policy), deps),
      stop,
      journal,
      secrets: deps.secrets,
    },
    deps.agents,
  )
}

/** The copy before an agent saw it. */
type Before = { manifest: Manifest; rules: IgnoreFile[] }

/** New files that git ignores at the head are no change, as in any checkout; what the head itself has always is one. */
const changesOf = async (
  job: ReadyJob,
  { manifest, rules }: Before,
): Promise<{ changes: TreeChange[]; ignored: number } | GitFailure> => {
  const { pullRun, prepared, deps } = job
  const all = await changesSince(manifest, prepared.copy)
  const tracked = new Set(prepared.leftOut.map(({ path }) => path))
  const added = all.flatMap(({ path, how }) => (how === 'added' && !tracked.has(path) ? [path] : []))
  // In a folder that nothing the agent started has ever seen.
  const place = { dir: join(deps.scratch, pullRun.nonce()), outer: deps.git.outer, stop: job.stop }
  const ignored = await ignoredPaths(place, rules, added)
  if (!(ignored instanceof Set)) return ignored
  if (ignored.size > 0) pullRun.log(`fix  left out ${countText(ignored.size, 'new file')} that .gitignore names`)
  const changes = all.filter(({ path }) => !ignored.has(path))
  const isJudgedByCount = changes.length > MOST_FILES
  return { changes: isJudgedByCount ? changes : await withContents(changes, prepared.copy, MOST_BYTES), ignored: ignored.size }
}

const judged = async (job: ReadyJob, before: Before, tried: Tried & { agent: string }): Promise<FixWork> => {
  const { view, prepared } = job
  const { policy } = view
  // Read into memory before anything of the project runs: what is judged here is what is pushed.
  const found = await changesOf(job, before)
  if ('kind' in found && job.stop.aborted) return { kind: 'stopped', cause: stopCauseOf(job.stop), ...tried }
  if ('kind' in found) return { kind: 'rejected', why: `git could not tell which files are ignored: ${found.message}`, ...tried }
  const { changes, ignored } = found
  const why = scopeComplaint(changes, {
    protectedPaths: policy['protected-paths'],
    allowLockFiles: policy['allow-lock-files'],
    conventions: policy.conventions,
    excluded: policy['excluded-paths'],
    leftOut: prepared.leftOut,
    ignored,
  })
  if (why !== null) return { kind: 'rejected', why, ...tried }
  const verified = await verify(job, prepared.copy)
  const all = { ...tried, attempts: [...tried.attempts, ...verified.attempts] }
  if (verified.kind === 'stopped') return { kind: 'stopped', cause: verified.cause, ...all }
  return verified.kind === 'failed' ? { kind: 'rejected', why: verified.why, ...all } : { kind: 'mended', changes, ...all }
}

const mend = async (job: ReadyJob): Promise<FixWork> => {
  const { copy } = job.prepared
  const manifest = await manifestOf(copy)
  const before = { manifest, rules: await ignoreFilesOf(manifest, copy) }
  const outcome = await askAgents(job)
  const tried = { attempts: outcome.attempts, cost: costOfAll(outcome.attempts), journal: job.journal }
  if (outcome.kind === 'stopped') return { kind: 'stopped', cause: outcome.cause, ...tried }
  if (outcome.kind === 'unable') return { kind: 'rejected', why: whyUnable(outcome.attempts), ...tried }
  return judged(job, before, { ...tried, agent: outcome.agent.name })
}

/** Has an agent mend the claimed head in a copy of its files, and judges what it left there; the head is watched meanwhile. */
export const workOnFix = async (job: FixJob): Promise<FixWork> => {
  const { pullRun, claim, view, deps, prepared } = job
  const nothing: Tried = { attempts: [], cost: { usd: 0, estimated: false }, journal: null }
  if (deps.stop.aborted) return { kind: 'stopped', cause: 'cancelled', ...nothing }
  if (prepared.kind === 'git-failed') return { kind: 'broken', why: `git: ${prepared.message}`, ...nothing }
  if (prepared.head !== claim.head) return { kind: 'stopped', cause: 'head-moved', ...nothing }
  await mkdir(deps.journals, { recursive: true })
  const { number } = view.snapshot.facts.pull
  const journal = join(deps.journals, `${number}-${pullRun.reviewer}-${claim.head}.fix.attempts.jsonl`)
  const moved = new AbortController()
  const watch = watchHead(
    { repository: prepared.repository, number, head: claim.head, clock: pullRun.clock, everyMs: WATCH_HEAD_MS, stop: deps.stop },
    () => moved.abort('head-moved'),
  )
  return mend({ ...job, prepared, journal, stop: AbortSignal.any([deps.stop, moved.signal]) }).finally(watch.end)
}
