import type { FixTask } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import { isClaimable, isTaskOf, tasksOf } from '../snapshot/fixes.ts'
import type { DayUse, Snapshot, Verdict } from '../snapshot/snapshot.ts'
import type { Decision, Objection } from './decision.ts'
import type { Effect } from './effect.ts'
import { escalationEffects } from './escalate.ts'
import { closeEffects, openFindings, reviewToMend, unpushable, wholeList } from './fix-tasks.ts'
import { outOfReach, type PushMeans } from './fork-push.ts'
import type { Plan } from './plan.ts'
import { dailyBudget, dailyObjection } from './rules/daily-budget.ts'

/** What a run of mode `fix` has to do: mend first what any run mends, then one fix of all tasks that may be claimed. */
export type FixPlan =
  | { kind: 'none'; outcome: 'skipped' | 'waiting'; rule: string; why: string; change: string }
  | { kind: 'mend'; why: string }
  | { kind: 'escalate'; rule: string; why: string; effects: Effect[] }
  | { kind: 'fix'; verdict: Verdict; tasks: FixTask[]; all: FixTask[] }

/** `day` = what the repository used today, where the policy bounds that and it was added up. */
export type FixInput = { snapshot: Snapshot; policy: Policy; plan: Plan; day?: DayUse | null }

/** The rules behind `already-reviewed` that bound what is done without a person; a fix is a start like any other. */
const BOUNDS = ['starts', 'pull-budget']

const none = (rule: string, why: string, change: string): FixPlan => ({ kind: 'none', outcome: 'skipped', rule, why, change })

const bounding = ({ trail }: Decision): { rule: string; objection: Objection } | null => {
  for (const { rule, objection } of trail) if (BOUNDS.includes(rule) && objection !== null) return { rule, objection }
  return null
}

const blockedBy = ({ plan }: FixInput): FixPlan | null => {
  const { decision } = plan
  if (plan.kind === 'apply') return { kind: 'mend', why: plan.why }
  if (decision.kind === 'review')
    return none('review', 'a review of this head is due first', 'let the review job run before this one')
  if (decision.rule !== 'already-reviewed') {
    const { rule, evidence, change } = decision
    return { kind: 'none', outcome: decision.kind === 'skip' ? 'skipped' : 'waiting', rule, why: evidence, change }
  }
  return null
}

const boundedBy = (input: FixInput): FixPlan | null => {
  const ofDay = dailyObjection(input, input.day ?? null)
  const found = bounding(input.plan.decision) ?? (ofDay === null ? null : { rule: dailyBudget.name, objection: ofDay })
  if (found === null) return null
  const { rule, objection } = found
  if (objection.action === 'escalate') return { kind: 'escalate', rule, why: objection.evidence, effects: objection.effects }
  return { kind: 'none', outcome: 'waiting', rule, why: objection.evidence, change: objection.change }
}

const GIVEN_UP = 'no fix could be pushed, and none is tried again'

/** Told once: a run that died between the last attempt and its escalation leaves it to the next. */
const givenUp = ({ snapshot, policy }: FixInput, tasks: FixTask[], verdict: Verdict): FixPlan | null => {
  const worn = tasks.filter(task => task.state !== 'done' && task.state !== 'cancelled' && !isClaimable(task))
  if (worn.length === 0) return null
  const told = snapshot.pause.escalations.some(one => one.reason === 'fix-failed' && one.at >= verdict.at)
  const why = `${GIVEN_UP}: ${worn.map(task => task.finding).join(', ')}`
  return told
    ? none('fix-failed', why, 'push a commit, or ask for a review')
    : {
        kind: 'escalate',
        rule: 'fix-failed',
        why,
        effects: [...closeEffects(snapshot, policy), ...escalationEffects(snapshot, 'fix-failed')],
      }
}

/** Why nothing is mended here, whatever is to be mended. */
const barred = ({ snapshot, policy }: FixInput): FixPlan | null => {
  if (policy.fix === 'off') return none('fix', '`fix` is off in the policy', 'set fix: run')
  const unpushed = unpushable(snapshot, policy)
  if (unpushed !== null) return none('fix-forks', unpushed.why, unpushed.change)
  return snapshot.fixes.comments[0]?.edited === true
    ? none('fix-tasks', 'another account edited the list of fixes', 'delete that comment, then ask for a review')
    : null
}

const unreached = (snapshot: Snapshot, push: PushMeans | null): FixPlan | null => {
  const found = push === null ? null : outOfReach(snapshot, push)
  return found === null ? null : none('fix-forks', found.why, found.change)
}

/** Pure, and asked twice: before the lock is taken and under it. `push: null` = asked by a run that will not push itself. */
export const fixPlanOf = (input: FixInput, push: PushMeans | null = null): FixPlan => {
  const { snapshot, policy } = input
  const blocked = barred(input) ?? unreached(snapshot, push) ?? blockedBy(input)
  if (blocked !== null) return blocked
  const verdict = reviewToMend(snapshot)
  if (verdict === null) return none('fix', 'the review of this head cannot be read', 'ask for a review in a comment')
  const { tasks: all } = wholeList(snapshot, policy)
  const own = all.filter(task => isTaskOf(verdict, task))
  const tasks = own.filter(isClaimable)
  if (tasks.length === 0)
    return givenUp(input, own, verdict) ?? none('fix', 'nothing is left to mend at this head', 'push a commit, or ask for a fix')
  return boundedBy(input) ?? { kind: 'fix', verdict, tasks, all }
}

export type AskedFix =
  | { kind: 'refused'; why: string; change: string }
  | { kind: 'accepted'; verdict: number; findings: string[] }

const refused = (why: string, change: string): AskedFix => ({ kind: 'refused', why, change })

/** Whether the findings that a person named can be mended now; none named = all that are open. */
export const askedFix = (input: FixInput, wanted: string[]): AskedFix => {
  const { snapshot } = input
  const blocked = barred(input) ?? blockedBy(input)
  if (blocked !== null && blocked.kind === 'none') return refused(blocked.why, blocked.change)
  const verdict = reviewToMend(snapshot)
  if (verdict === null) return refused('this head has no review', 'ask for a review first')
  const open = openFindings(verdict.marker.findings).map(finding => finding.id)
  if (open.length === 0) return refused('the review of this head leaves no finding open', 'nothing')
  const unknown = wanted.filter(id => !open.includes(id))
  if (unknown.length > 0) return refused(`no open finding has the id ${unknown.join(', ')}`, `name one of ${open.join(', ')}`)
  const findings = wanted.length === 0 ? open : wanted
  const spent = tasksOf(snapshot).filter(task => isTaskOf(verdict, task) && !isClaimable(task))
  const left = findings.filter(id => !spent.some(task => task.finding === id))
  return left.length === 0
    ? refused('an agent tried to mend this at the present head already', 'push a commit, or ask for a review')
    : { kind: 'accepted', verdict: verdict.id, findings: left }
}

/** How many findings a fix run would mend now: what decides whether the second job is started at all. */
export const fixesDue = (input: FixInput): number => {
  const plan = fixPlanOf(input)
  return plan.kind === 'fix' ? plan.tasks.length : plan.kind === 'none' ? 0 : 1
}
