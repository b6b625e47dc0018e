import { isByPerson } from '../../snapshot/acts.ts'
import { isoOf } from '../../snapshot/ids.ts'
import { seatsOf } from '../../snapshot/panel.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import type { Effect } from '../effect.ts'
import { stuckRound } from '../panel.ts'
import { cannotReviewEffects } from '../settle.ts'
import type { Rule } from './rule.ts'

/** Requests that the round took up and that it will not answer any more. */
const refused = (snapshot: Snapshot, ids: string[], why: string): Effect[] => {
  const acts = snapshot.acts.filter(
    act => ids.includes(act.id) && isByPerson(act) && (act.state.kind === 'open' || act.state.kind === 'answered'),
  )
  return acts.length === 0 ? [] : [{ kind: 'post-answer', acts, why }]
}

/** What keeps a member from answering stands in its own status comment, where it has one. */
const named = (snapshot: Snapshot, name: string): string =>
  seatsOf(snapshot).some(({ marker }) => marker.reviewer === name)
    ? `${name} (its status comment says why)`
    : `${name} (its job has not begun)`

export const panelUndecided: Rule = {
  name: 'panel-undecided',
  objects: 'so many members of a panel could not answer that it cannot decide on this head',
  action: 'escalate',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request, with a new round',
  judge: ({ snapshot, policy }) => {
    const stuck = stuckRound({ snapshot, policy })
    if (stuck === null) return null
    const missing = `no answer from ${stuck.dead.map(name => named(snapshot, name)).join(', ')}`
    const { round, word, speaks } = stuck
    const told = snapshot.pause.escalations.some(
      one => one.reason === 'cannot-review' && one.head === round.head && one.at >= round.at,
    )
    const effects = speaks
      ? [
          ...(told ? [] : cannotReviewEffects(snapshot, missing)),
          ...refused(snapshot, round.acts, `the panel cannot decide: ${missing}`),
        ]
      : []
    // Once all is told the pause is what a person reads.
    if (effects.length === 0 && snapshot.pause.live) return null
    const evidence = `the panel cannot decide: ${missing}`
    const next = word.of ?? 'another member'
    const isSoon = word.from > snapshot.facts.observedAt
    // The others wait: whoever has the word tells it.
    if (effects.length === 0 && !told)
      return {
        action: 'wait',
        evidence: `${evidence}; a run of ${next} calls a person${isSoon ? `, from ${isoOf(word.from)} on` : ''}`,
        change: `let ${next} run`,
        effects,
      }
    return {
      action: 'escalate',
      reason: 'cannot-review',
      evidence,
      change: `mend the cause, then remove the label ${policy.labels.pause} or ask for a review`,
      effects,
    }
  },
}
