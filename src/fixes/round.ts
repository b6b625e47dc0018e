import { unknownCost } from '../agents/cost.ts'
import { countText } from '../comments/words.ts'
import { type FixPlan, fixPlanOf } from '../decide/fix.ts'
import { apply } from '../effects/apply.ts'
import type { Cost } from '../effects/ending.ts'
import { writeFixTasks } from '../effects/fix-tasks.ts'
import { type Held, LockLost, lookHeld } from '../effects/held.ts'
import type { GitFailure } from '../git/failure.ts'
import type { FixTask } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { recordFailure } from '../rounds/endings.ts'
import { lookUnderLock } from '../rounds/lock.ts'
import { quietReport, type RunReport } from '../rounds/report.ts'
import { quietRound } from '../rounds/round.ts'
import { prepareHead } from '../rounds/work.ts'
import { type FixPush, MAX_FIX_ATTEMPTS } from '../snapshot/fixes.ts'
import type { Sha } from '../snapshot/ids.ts'
import type { DayUse } from '../snapshot/snapshot.ts'
import { claimFix, overtaken } from './claim.ts'
import { patiently } from './patiently.ts'
import { type FixDeps, isSilentPush, type Prepush, type Published, prepareCommit } from './publish.ts'
import { type FixJob, type FixWork, workOnFix } from './work.ts'

type Fix = Extract<FixPlan, { kind: 'fix' }>
type Mended = Extract<FixWork, { kind: 'mended' }>
type Overtaken = { kind: 'overtaken'; why: string }
type Claimed = Omit<FixJob, 'deps'> & { deps: FixDeps; all: FixTask[] }

const FREE = { usd: 0, estimated: false }

/** The list with the claimed tasks changed. */
const withTasks = ({ all, tasks }: Pick<Claimed, 'all' | 'tasks'>, change: (task: FixTask) => FixTask): FixTask[] => {
  const own = new Set(tasks.map(task => `${task.verdict}/${task.finding}`))
  return all.map(task => (own.has(`${task.verdict}/${task.finding}`) ? change(task) : task))
}

export const fixLine = (plan: FixPlan): string =>
  plan.kind === 'fix'
    ? `fix  → mend ${plan.tasks.map(task => task.finding).join(', ')} of review ${plan.verdict.id}`
    : plan.kind === 'mend'
      ? `fix  → ${plan.why}`
      : `fix  → ${plan.kind}  ${plan.rule}: ${plan.why}${plan.kind === 'none' ? `; ${plan.change}` : ''}`

/** The report of a run that mends nothing. */
export const quietFix = (view: View, plan: Exclude<FixPlan, { kind: 'fix' }>): RunReport => {
  const quiet = quietReport(view, view.plan)
  if (plan.kind === 'mend') return quiet
  const outcome = plan.kind === 'escalate' ? 'escalated' : plan.outcome
  const told: RunReport = { ...quiet, outcome, reason: `${plan.rule}: ${plan.why}`, rule: plan.rule }
  return plan.kind === 'none' ? { ...told, change: plan.change } : told
}

const reportOf = (view: View, work: FixWork): RunReport => ({
  ...quietReport(view, view.plan),
  attempts: work.attempts,
  costUsd: work.cost.usd,
  journal: work.journal,
  rule: null,
})

const end = (
  pullRun: PullRun,
  held: Held,
  closing: { job: Claimed; view: View; work: FixWork; reason: string; cut?: boolean },
) => {
  const { job, view, work, reason, cut = false } = closing
  const ending = cut ? 'terminated' : 'continues'
  return apply(pullRun, held, {
    effects: [{ kind: 'write-ending', ending, reason, flagged: false }],
    view,
    claim: job.claim,
    cost: work.cost,
  })
}

/** Pushed nothing: the tasks are open once more, or given up, which the next look takes to a person. */
const failed = async (
  pullRun: PullRun,
  held: Held,
  { job, view, work, why, isFinal = false }: { job: Claimed; view: View; work: FixWork; why: string; isFinal?: boolean },
) => {
  const tasks = withTasks(job, task => ({
    ...task,
    state: isFinal || task.attempts >= MAX_FIX_ATTEMPTS ? 'given-up' : 'failed',
    why,
  }))
  pullRun.log(`fix  thrown away: ${why}`)
  const written = await writeFixTasks(pullRun, held, { view, change: { tasks } })
  const after = await end(pullRun, held, { job, view: written, work, reason: `no fix was pushed: ${why}` })
  return { ...reportOf(after, work), outcome: 'failed' as const, reason: `no fix was pushed: ${why}` }
}

const superseded = async (
  pullRun: PullRun,
  held: Held,
  { job, view, work, why }: { job: Claimed; view: View; work: FixWork; why: string },
) => {
  pullRun.log(`fix  withheld: ${why}`)
  const after = await end(pullRun, held, { job, view, work, reason: `superseded: ${why}` })
  return { ...reportOf(after, work), outcome: 'superseded' as const, reason: why }
}

/** The pushes of the list, and this one: `pending` until it is known to have landed. */
const pushesWith = ({ claim, deps }: Claimed, view: View, push: { commit: Sha; pending?: true }): FixPush[] => {
  const others = view.snapshot.fixes.comments[0]?.marker.pushes.filter(({ commit }) => commit !== push.commit) ?? []
  const { observedAt } = view.snapshot.facts
  return [...others, { ...push, parent: claim.head, at: observedAt, silent: isSilentPush(deps, view) }]
}

const pushed = async (
  pullRun: PullRun,
  held: Held,
  { job, view, work, commit }: { job: Claimed; view: View; work: Mended; commit: Sha },
): Promise<RunReport> => {
  const { tasks, deps } = job
  const silent = isSilentPush(deps, view)
  const change = {
    tasks: withTasks(job, task => ({ ...task, state: 'done', why: undefined })),
    pushes: pushesWith(job, view, { commit }),
  }
  const written = await writeFixTasks(pullRun, held, { view, change })
  const reason = `${tasks.length} of ${tasks.length} findings mended by ${work.agent}, pushed as ${commit.slice(0, 7)}`
  const after = await end(pullRun, held, { job, view: written, work, reason })
  return { ...reportOf(after, work), outcome: 'fixed', reason, fix: { commit, silent } }
}

/** The push, again while no answer comes: each further one only where the claim still stands and an earlier one did not land after all. */
const pushOf = (held: Held, { pullRun, claim, deps }: Claimed, made: Prepush): Promise<Published | Overtaken> => {
  const before = async (): Promise<Exclude<Published, GitFailure> | Overtaken | null> => {
    const seen = await lookHeld(pullRun, held)
    if (seen.snapshot.facts.pull.head.oid === made.commit) return { kind: 'pushed' }
    const why = overtaken(seen, claim)
    return why === null ? null : { kind: 'overtaken', why }
  }
  return patiently<Published | Overtaken>(made.push, { pullRun, stop: deps.stop, before })
}

/** The last read, a note of what is about to be pushed, then the push: only on the claimed head, and GitHub checks that once more. */
const conclude = async (held: Held, job: Claimed, work: Mended): Promise<RunReport> => {
  const { pullRun } = job
  const made = await patiently(() => prepareCommit({ ...job, changes: work.changes }), {
    pullRun,
    stop: job.deps.stop,
    before: async () => null,
  })
  const seen = await lookHeld(pullRun, held)
  const why = overtaken(seen, job.claim)
  if (why !== null) return superseded(pullRun, held, { job, view: seen, work, why })
  if ('kind' in made) return broken(pullRun, held, { job, view: seen, work, why: `git: ${made.message}` })
  // A run that dies after its push cannot say so: whoever comes next compares this with the branch.
  const pushes = pushesWith(job, seen, { commit: made.commit, pending: true })
  const view = await writeFixTasks(pullRun, held, { view: seen, change: { pushes } })
  const said = await pushOf(held, job, made)
  if (said.kind === 'pushed') {
    pullRun.log(`push  ${made.commit.slice(0, 7)} on ${job.claim.head.slice(0, 7)}, ${countText(work.changes.length, 'file')}`)
    return pushed(pullRun, held, { job, view, work, commit: made.commit })
  }
  if (said.kind === 'moved')
    return superseded(pullRun, held, { job, view, work, why: 'the branch moved while it was mended; nothing was pushed' })
  if (said.kind === 'overtaken') return superseded(pullRun, held, { job, view, work, why: said.why })
  if (said.kind === 'refused') {
    const why = `GitHub refused the push: ${said.why}`
    // No agent can mend who may push: the next one would be paid for the same refusal.
    return failed(pullRun, held, { job, view, work, why, isFinal: said.because === 'access' })
  }
  return broken(pullRun, held, { job, view, work, why: `git: ${said.message}` })
}

const broken = async (
  pullRun: PullRun,
  held: Held,
  { job, view, work, why }: { job: Claimed; view: View; work: FixWork; why: string },
) => {
  const after = await end(pullRun, held, { job, view, work, reason: why, cut: true })
  const outcome = job.deps.stop.aborted ? ('terminated' as const) : ('failed' as const)
  return { ...reportOf(after, work), outcome, reason: why, cutOff: true }
}

const concludeWork = async (held: Held, job: Claimed, work: FixWork): Promise<RunReport> => {
  const { pullRun } = job
  if (work.kind === 'mended') return conclude(held, job, work)
  const view = await lookHeld(pullRun, held)
  if (work.kind === 'stopped' && work.cause === 'cancelled') {
    const why = 'the run was cancelled while the agent worked'
    return { ...(await broken(pullRun, held, { job, view, work, why })), outcome: 'terminated' }
  }
  const why = overtaken(view, job.claim)
  if (why !== null) return superseded(pullRun, held, { job, view, work, why })
  if (work.kind === 'rejected') return failed(pullRun, held, { job, view, work, why: work.why })
  return broken(pullRun, held, {
    job,
    view,
    work,
    why: work.kind === 'broken' ? work.why : 'the head was seen to move, and is back',
  })
}

const claimAndFix = async (pullRun: PullRun, held: Held, { view, plan, deps }: { view: View; plan: Fix; deps: FixDeps }) => {
  const prepared = await prepareHead(pullRun, view, deps)
  const { claim, view: taken } = await claimFix(pullRun, held, { view, verdict: plan.verdict })
  let cost: Cost = FREE
  try {
    const tasks = plan.tasks.map((task): FixTask => ({ ...task, state: 'claimed', attempts: task.attempts + 1 }))
    const all = withTasks(plan, task => tasks.find(one => one.finding === task.finding) ?? task)
    const written = await writeFixTasks(pullRun, held, { view: taken, change: { tasks: all } })
    const job: Claimed = { pullRun, claim, view: written, verdict: plan.verdict, tasks, all, prepared, deps }
    cost = unknownCost
    const work = await workOnFix(job)
    cost = work.cost
    return await concludeWork(held, job, work)
  } catch (error) {
    if (!(error instanceof LockLost)) await recordFailure(pullRun, held, { claim, cost, error })
    throw error
  }
}

/** One fix under the lock: read in full, mend what any run mends, or claim, have an agent work, judge, push, and close the claim. */
export const fixRound = async (
  pullRun: PullRun,
  held: Held,
  { deps, day }: { deps: FixDeps; day: DayUse | null },
): Promise<RunReport> => {
  const view = await lookUnderLock(pullRun, held)
  const plan = fixPlanOf({ ...view, day }, deps.push)
  if (plan.kind === 'fix') return claimAndFix(pullRun, held, { view, plan, deps })
  pullRun.log(`${fixLine(plan)} (under the lock)`)
  if (plan.kind === 'mend') return quietRound(pullRun, held, view)
  if (plan.kind === 'none') return quietFix(view, plan)
  return quietFix(await apply(pullRun, held, { effects: plan.effects, view, claim: null, cost: FREE }), plan)
}
