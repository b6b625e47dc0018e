import { PANEL } from '../panel/names.ts'
import { isUnended } from './claims.ts'
import type { Instant } from './ids.ts'
import { decisionAt, isOfOneRun, type RoundKey, seatsOf } from './panel.ts'
import type { Act, Snapshot, Verdict } from './snapshot.ts'

/**
 * What the members of a panel did for one occasion of the present head and base. `overtaken` = a member works on a newer one, or
 * answered in one, or the panel decided one: what this one would come to is not asked any more.
 */
export type Round = RoundKey & { at: Instant; acts: string[]; overtaken: boolean }

type Trace = RoundKey & { at: Instant; acts: string[]; overtakes: boolean }
type Traces = Pick<Snapshot, 'facts' | 'statuses' | 'others' | 'panel' | 'verdicts'>
type Asked = Pick<Act, 'id' | 'at'>

/** The place of an occasion among all requests; of one that is not there any more, by what was done for it. */
const placeOf = ({ occasion, at }: { occasion: string; at: Instant }, asked: Asked[]): number => {
  if (occasion === 'first') return -1
  const known = asked.findIndex(act => act.id === occasion)
  return known >= 0 ? known : asked.filter(act => act.at <= at).length - 0.5
}

type Place = { head: string; base: string | null }

const hereOf = ({ pull: { head, base } }: Snapshot['facts']) => ({ head: head.oid, base: base.ref })
const isIn =
  (here: Place) =>
  (one: Place): boolean =>
    one.head === here.head && one.base === here.base

const tracesOf = (traces: Traces): Trace[] => {
  const { facts, panel, verdicts } = traces
  const here = hereOf(facts)
  const isHere = isIn(here)
  const claims = seatsOf(traces).flatMap(({ marker: { claim, reviewer } }) =>
    claim !== null && isHere(claim) && panel.includes(reviewer) ? [claim] : [],
  )
  return [
    ...claims.map(claim => ({
      ...here,
      occasion: claim.occasion,
      at: claim.since,
      acts: claim.acts,
      overtakes: isUnended(claim),
    })),
    ...verdicts
      .filter(one => isHere(one) && panel.includes(one.reviewer) && !isOfOneRun(one))
      .map(({ occasion, at, acts }) => ({ ...here, occasion, at, acts, overtakes: true })),
  ].sort((a, b) => a.at - b.at)
}

/** The rounds of the present head and base that any member began, the newest trace last. `asked` = all requests, oldest first. */
export const roundsOf = (traces: Traces, asked: Asked[]): Round[] => {
  const all = tracesOf(traces)
  const decided = traces.verdicts.filter(one => one.reviewer === PANEL && isIn(hereOf(traces.facts))(one))
  const overtaking = [...all.filter(one => one.overtakes), ...decided]
  return all
    .filter((one, index) => all.findIndex(two => two.occasion === one.occasion) === index)
    .map(({ overtakes: _, ...one }) => {
      const isNewer = (other: Pick<Trace, 'occasion' | 'at'>): boolean =>
        other.occasion !== one.occasion && placeOf(other, asked) > placeOf(one, asked)
      return { ...one, overtaken: overtaking.some(isNewer) }
    })
}

/** The rounds that may still be decided, the newest last. */
export const undecidedRounds = (snapshot: Pick<Snapshot, 'rounds' | 'verdicts'>): Round[] =>
  snapshot.rounds.filter(round => !round.overtaken && decisionAt(snapshot, round) === undefined)

/** Decisions that a member published after that of a newer round of the same head, on a read that was too old: they never count. */
export const lateDecisions = (verdicts: Verdict[], asked: Asked[]): Verdict[] => {
  const decisions = verdicts.filter(one => one.reviewer === PANEL && one.marker?.publisher !== undefined)
  return decisions.filter(one =>
    decisions.some(
      other =>
        other.id < one.id && other.head === one.head && other.base === one.base && placeOf(other, asked) > placeOf(one, asked),
    ),
  )
}
