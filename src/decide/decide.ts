import type { Policy } from '../policy/schema.ts'
import { isByPerson, openActs } from '../snapshot/acts.ts'
import { lostSince, startsForAct } from '../snapshot/deletions.ts'
import { isMember, unansweredActs } from '../snapshot/panel.ts'
import type { Act, Owner, Snapshot } from '../snapshot/snapshot.ts'
import type { Decision, Objection, RuleReport } from './decision.ts'
import type { Effect } from './effect.ts'
import { type Late, plainRun, type RunFacts } from './late.ts'
import { roundToJoin } from './panel.ts'
import { rules } from './rules/index.ts'
import type { Rule, RuleInput } from './rules/rule.ts'

/** `late` is what rules that are read last need; without it they say `unread`. */
export type DecideInput = { snapshot: Snapshot; policy: Policy; owner: Owner; run?: RunFacts; late?: Late | null }

/** Each act gets at most this many starts, then it is refused with the reasons. */
export const MAX_STARTS_PER_ACT = 3

const isWorn = (snapshot: Snapshot, act: Act): boolean => startsForAct(snapshot, act) >= MAX_STARTS_PER_ACT

/** Whether the objection holds for this run: one that serves a request passes most rules; the bounds of law 3 only for a person. */
const standing = (rule: Rule, objection: Objection | null, acts: Act[]): RuleReport['passed'] => {
  if (objection === null) return 'ok'
  const passes = (rule.forced === 'passes' && acts.length > 0) || (rule.forced === 'passes-for-people' && acts.some(isByPerson))
  return passes ? 'forced' : 'objects'
}

/** People are told why not. A bot is not: it might answer, and so on without end. */
const refusals = (rule: Rule, objection: Objection, acts: Act[]): Effect[] => {
  const people = acts.filter(isByPerson)
  const why = `${objection.evidence}; ${objection.change}`
  return rule.forced === 'refused' && people.length > 0 ? [{ kind: 'post-answer', acts: people, why }] : []
}

/** Markers that this release cannot judge: the pull is left alone. A newer version is passed by force, a signature never. */
const unreadable = ({ snapshot: { unreadable: met } }: DecideInput, acts: Act[]): Decision | null =>
  met === null || (met.why === 'newer-version' && acts.some(isByPerson))
    ? null
    : {
        kind: 'skip',
        rule: 'readable',
        evidence: met.detail,
        change: met.why === 'needs-key' ? 'set the input marker-key' : 'use the newer release of Countersign here',
        effects: [],
        trail: [],
      }

/** What a deletion hid counts as a start, and is not called one. */
const hiddenText = (snapshot: Snapshot, worn: Act[]): string => {
  const lost = Math.max(0, ...worn.map(act => lostSince(snapshot, act)))
  return lost === 0
    ? ''
    : ` (${lost} of our comments were deleted by others since; each counts as one, for it may have told of it)`
}

const wornRefusal = (snapshot: Snapshot, worn: Act[], trail: RuleReport[]): Decision => {
  const hidden = hiddenText(snapshot, worn)
  return {
    kind: 'skip',
    rule: 'act-starts',
    evidence: `${MAX_STARTS_PER_ACT} starts for this request ended without a verdict${hidden}`,
    change: 'mend the cause (the job logs tell), then ask again',
    effects: [
      {
        kind: 'post-answer',
        acts: worn,
        why: `${MAX_STARTS_PER_ACT} starts for it ended without a verdict${hidden}; the job logs say why`,
      },
    ],
    trail,
  }
}

type Winner = { rule: Rule; objection: Objection } | null

const judged = (input: DecideInput, acts: Act[]): { trail: RuleReport[]; winner: Winner } => {
  const ruleInput: RuleInput = { ...input, byPerson: acts.some(isByPerson), run: input.run ?? plainRun, late: input.late ?? null }
  const trail: RuleReport[] = []
  let winner: Winner = null
  for (const rule of rules) {
    if (rule.late && ruleInput.late === null) {
      trail.push({ rule: rule.name, objection: null, passed: 'unread' })
      continue
    }
    const objection = rule.judge(ruleInput)
    const passed = standing(rule, objection, acts)
    trail.push({ rule: rule.name, objection, passed })
    if (passed === 'objects' && objection !== null && winner === null) winner = { rule, objection }
  }
  return { trail, winner }
}

/**
 * A member of a panel joins the round that the others began, with its requests; else the newest act is the occasion. A new round takes
 * along what the rounds that it overtakes were to serve.
 */
const keyFor = (input: DecideInput, acts: Act[]): { acts: Act[]; occasion: string } => {
  const joined = roundToJoin(input)
  const occasion = acts.at(-1)?.id ?? 'first'
  if (joined === null && acts.length > 0 && isMember(input.snapshot)) {
    const along = unansweredActs(input.snapshot).filter(act => act.state.kind === 'answered' || acts.includes(act))
    return { acts: along, occasion }
  }
  if (joined === null) return { acts, occasion }
  return { acts: input.snapshot.acts.filter(act => joined.acts.includes(act.id)), occasion: joined.occasion }
}

/** Rules that speak of this member, or that know by themselves whose turn it is. */
const OWN_RULES = ['panel-undecided', 'cycle-cap', 'no-verdict', 'status-kept']

/** What is the pull's, not a member's, is done once: by the first member of the panel. */
const isOthers = ({ snapshot }: DecideInput, rule: Rule): boolean =>
  isMember(snapshot) && snapshot.panel[0] !== snapshot.reviewer && !OWN_RULES.includes(rule.name)

/** What to do with the pull, and every rule's say. The occasion is the newest act served. Pure; reads nothing. */
export const decide = (input: DecideInput): Decision => {
  const acts = openActs(input.snapshot.acts).filter(act => isByPerson(act) || !isWorn(input.snapshot, act))
  const early = unreadable(input, acts)
  if (early !== null) return early
  const { trail, winner } = judged(input, acts)
  const worn = acts.filter(act => isWorn(input.snapshot, act))
  if (worn.length > 0 && winner?.rule.name !== 'open' && winner?.rule.name !== 'in-progress')
    return wornRefusal(input.snapshot, worn, trail)
  if (winner === null) return { kind: 'review', ...keyFor(input, acts), effects: [], trail }
  const { rule, objection } = winner
  const { action, evidence, change } = objection
  return {
    kind: action,
    rule: rule.name,
    evidence,
    change,
    effects: isOthers(input, rule)
      ? []
      : [...refusals(rule, objection, rule.name === 'open' ? unansweredActs(input.snapshot) : acts), ...objection.effects],
    trail,
  }
}
