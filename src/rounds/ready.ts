import type { Late } from '../decide/late.ts'
import { needsLate, plan } from '../decide/plan.ts'
import { minutesWithoutChecks } from '../decide/rules/checks.ts'
import { hasDailyBudget } from '../decide/rules/daily-budget.ts'
import type { GitFailure } from '../git/failure.ts'
import type { PullRun } from '../observe/context.ts'
import { readDay } from '../observe/day.ts'
import { readLate } from '../observe/late.ts'
import type { View } from '../observe/look.ts'
import type { Sha } from '../snapshot/ids.ts'
import type { Prepared } from './prepare.ts'
import { prepareHead, type WorkDeps } from './work.ts'

/**
 * A head made ready for an agent, with what the last rules need, and for which head and base that was read. `unchecked` = it is a
 * push of ours, so many minutes old, on which no check has begun.
 */
export type Ready = { prepared: Prepared | GitFailure; late: Late; head: Sha; base: string; unchecked: number | null }

const lateOf = async (pullRun: PullRun, { policy }: View, prepared: Prepared | GitFailure | null): Promise<Late> => {
  const { run, api, site } = pullRun
  const diff = prepared?.kind === 'prepared' ? { patch: prepared.patch, files: prepared.changed } : { patch: null, files: null }
  const day = hasDailyBudget(policy) ? await readDay(pullRun, policy) : null
  const asker = { runId: run.id, workflow: run.workflow }
  return readLate({ api, target: site.target, policy, asker, known: { ...diff, day } })
}

const judged = ({ run }: PullRun, view: View, late: Late): View => {
  const { snapshot, policy, owner } = view
  return { ...view, plan: plan({ snapshot, policy, owner: owner.owner, run: run.facts, late }) }
}

/** The plan with the checks and linked issues of the head, where the policy asks for them; its patch is not read. */
export const withChecks = async (pullRun: PullRun, view: View): Promise<View> =>
  needsLate(view.plan) ? judged(pullRun, view, await lateOf(pullRun, view, null)) : view

/** Fetched and read for this very head and base. */
const isFor = ({ snapshot: { facts } }: View, known: Ready): boolean =>
  known.head === facts.pull.head.oid && known.base === facts.pull.base.ref

/** A diff that git could not bring has no fingerprint: the rest of the rules still speak. */
const makeReady = async (pullRun: PullRun, view: View, deps: WorkDeps): Promise<Ready> => {
  const { head, base } = view.snapshot.facts.pull
  const prepared = await prepareHead(pullRun, view, deps)
  const late = await lateOf(pullRun, view, prepared)
  const unchecked = minutesWithoutChecks({ snapshot: view.snapshot, policy: view.policy, late })
  if (unchecked !== null) pullRun.log(`checks  no check has begun on our own push of ${unchecked} minutes ago: going on without`)
  return { prepared, late, head: head.oid, base: base.ref, unchecked }
}

/**
 * The plan with the rules that are read last, and the head made ready. What is `known` for the same head and base is used again:
 * the rules are asked before the lock is taken, so that a pull that only waits is never written on, and once more under it.
 */
export const readied = async (
  pullRun: PullRun,
  view: View,
  { deps, known }: { deps: WorkDeps; known: Ready | null },
): Promise<{ view: View; ready: Ready | null }> => {
  if (!needsLate(view.plan)) return { view, ready: known }
  const ready = known !== null && isFor(view, known) ? known : await makeReady(pullRun, view, deps)
  return { view: judged(pullRun, view, ready.late), ready }
}
