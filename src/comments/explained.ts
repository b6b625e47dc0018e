import { type Action, actionOf } from '../decide/action.ts'
import type { RuleReport } from '../decide/decision.ts'
import { effectLine } from '../decide/effect.ts'
import type { Plan } from '../decide/plan.ts'
import type { Policy } from '../policy/schema.ts'
import { isoOf } from '../snapshot/ids.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { SINCE } from './words.ts'

export type ExplainInput = { snapshot: Snapshot; policy: Policy; plan: Plan }

/** What a run would do, as plain data: the answer of `explain --json`. */
export type Explained = {
  pull: string
  head: string
  base: string
  reviewer: string
  action: Action
  reason: string
  change: string | null
  would: string[]
  rules: { rule: string; says: RuleReport['passed']; action: string | null; evidence: string | null; change: string | null }[]
  cycle: {
    count: number
    max: number
    since: { why: keyof typeof SINCE; at: string | null }
    verdicts: { review: number; head: string; decision: string; at: string; edited: boolean }[]
  }
  openRequests: { id: string; kind: string; by: string; at: string }[]
}

const ruleOf = ({ rule, passed, objection }: RuleReport): Explained['rules'][number] => ({
  rule,
  says: passed,
  action: objection?.action ?? null,
  evidence: objection?.evidence ?? null,
  change: objection?.change ?? null,
})

const cycleOf = ({ snapshot, policy }: ExplainInput): Explained['cycle'] => ({
  count: snapshot.cycle.count,
  max: policy['max-cycles'],
  since: { why: snapshot.cycle.since.why, at: snapshot.cycle.since.at === 0 ? null : isoOf(snapshot.cycle.since.at) },
  verdicts: snapshot.cycle.counted.map(one => ({
    review: one.id,
    head: one.head,
    decision: one.decision,
    at: isoOf(one.at),
    edited: one.edited,
  })),
})

export const explainedOf = (input: ExplainInput): Explained => {
  const { snapshot, plan } = input
  const { repository, pull } = snapshot.facts
  const { decision } = plan
  return {
    pull: `${repository.nameWithOwner}#${pull.number}`,
    head: pull.head.oid,
    base: pull.base.ref,
    reviewer: snapshot.reviewer,
    action: actionOf(plan),
    reason: plan.why,
    change: decision.kind === 'review' ? null : decision.change,
    would: plan.kind === 'apply' ? plan.effects.map(effectLine) : [],
    rules: decision.trail.map(ruleOf),
    cycle: cycleOf(input),
    openRequests: snapshot.acts
      .filter(act => act.state.kind === 'open' || act.state.kind === 'needs-permission')
      .map(act => ({ id: act.id, kind: act.kind, by: act.by, at: isoOf(act.at) })),
  }
}

const said = (rule: Explained['rules'][number]): string => {
  if (rule.says === 'ok') return 'no objection'
  if (rule.says === 'unread') return 'not read'
  return rule.says === 'forced' ? `passed for a request: ${rule.evidence}` : `${rule.action}: ${rule.evidence}`
}

/** The rule table in plain text, one rule a row, with what would change an objection below it. */
export const ruleRows = ({ rules }: Explained): string[] => {
  const width = Math.max(4, ...rules.map(rule => rule.rule.length))
  return rules.flatMap((rule, index) => [
    `${String(index + 1).padStart(3)}  ${rule.rule.padEnd(width)}  ${said(rule)}`,
    ...(rule.says === 'objects' && rule.change !== null ? [`${' '.repeat(width + 7)}to change it: ${rule.change}`] : []),
  ])
}

export const cycleLine = ({ cycle }: Explained): string[] => [
  `cycle ${cycle.count} of ${cycle.max}, counted since ${SINCE[cycle.since.why]}${cycle.since.at === null ? '' : ` (${cycle.since.at})`}`,
  ...cycle.verdicts.map(
    one =>
      `     ${one.head.slice(0, 7)}  ${one.decision}${one.edited ? ' (edited by another)' : ''}  ${one.at}  review ${one.review}`,
  ),
]
