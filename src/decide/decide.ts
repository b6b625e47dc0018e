import type { Policy } from '../policy/schema.ts'
import { openActs } from '../snapshot/acts.ts'
import type { Act, Owner, Snapshot } from '../snapshot/snapshot.ts'
import type { Decision, Objection, RuleReport } from './decision.ts'
import type { Effect } from './effect.ts'
import { rules } from './rules/index.ts'
import type { Rule, RuleInput } from './rules/rule.ts'

export type DecideInput = { snapshot: Snapshot; policy: Policy; owner: Owner }

/** Each act gets at most this many starts, then it is refused with the reasons. */
export const MAX_STARTS_PER_ACT = 3

const newestOf = (acts: Act[]): string => acts.reduce<Act | null>((best, act) => (best === null || act.at >= best.at ? act : best), null)?.id ?? 'first'

const isWorn = (snapshot: Snapshot, act: Act): boolean => (snapshot.statuses[0]?.marker.startsPerAct[act.id] ?? 0) >= MAX_STARTS_PER_ACT

/** Whether the objection holds for this run: a run that serves a request passes most rules. */
const standing = (rule: Rule, objection: Objection | null, forced: boolean): RuleReport['passed'] => {
  if (objection === null) return 'ok'
  return forced && rule.forced === 'passes' ? 'forced' : 'objects'
}

const refusals = (rule: Rule, objection: Objection, acts: Act[]): Effect[] =>
  rule.forced === 'refused' && acts.length > 0 ? [{ kind: 'post-answer', acts, why: `${objection.evidence}; ${objection.change}` }] : []

const unreadable = ({ snapshot }: DecideInput): Decision | null =>
  snapshot.unreadable === null
    ? null
    : {
        kind: 'skip',
        rule: 'readable',
        evidence: snapshot.unreadable.detail,
        change: snapshot.unreadable.why === 'needs-key' ? 'set the input marker-key' : 'use the newer release of Countersign here',
        effects: [],
        trail: [],
      }

const wornRefusal = (worn: Act[], trail: RuleReport[]): Decision => ({
  kind: 'skip',
  rule: 'act-starts',
  evidence: `${MAX_STARTS_PER_ACT} starts for this request ended without a verdict`,
  change: 'mend the cause (the job logs tell), then ask again',
  effects: [{ kind: 'post-answer', acts: worn, why: `${MAX_STARTS_PER_ACT} starts ended without a verdict; the job logs tell why` }],
  trail,
})

/** What to do with the pull, and every rule's say. Pure; reads nothing. */
export const decide = (input: DecideInput): Decision => {
  const acts = openActs(input.snapshot.acts)
  const forced = acts.length > 0
  const early = unreadable(input)
  if (early !== null && !(forced && input.snapshot.unreadable?.why === 'newer-version')) return early
  const ruleInput: RuleInput = { ...input, forced }
  const trail: RuleReport[] = []
  let winner: { rule: Rule; objection: Objection } | null = null
  for (const rule of rules) {
    const objection = rule.judge(ruleInput)
    const passed = standing(rule, objection, forced)
    trail.push({ rule: rule.name, objection, passed })
    if (passed === 'objects' && objection !== null && winner === null) winner = { rule, objection }
  }
  const worn = acts.filter(act => isWorn(input.snapshot, act))
  if (worn.length > 0 && winner?.rule.name !== 'open' && winner?.rule.name !== 'in-progress') return wornRefusal(worn, trail)
  if (winner === null) return { kind: 'review', acts, occasion: newestOf(acts), effects: [], trail }
  const { rule, objection } = winner
  const { then, evidence, change } = objection
  return { kind: then, rule: rule.name, evidence, change, effects: [...refusals(rule, objection, acts), ...objection.effects], trail }
}
