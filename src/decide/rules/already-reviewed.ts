import { isoOf } from '../../snapshot/ids.ts'
import { decisionAt, isMember, type RoundKey, speakerOf } from '../../snapshot/panel.ts'
import type { Verdict } from '../../snapshot/snapshot.ts'
import { closes } from '../../snapshot/verdicts.ts'
import { mintEffects } from '../fix-tasks.ts'
import type { Rule } from './rule.ts'

const saysOf = ({ edited, decision }: Verdict): string =>
  edited ? 'another account edited the review since, so it counts as fix-requested' : decision

const roundOf = ({ head, occasion }: Verdict, base: string): RoundKey => ({ head, base, occasion })

export const alreadyReviewed: Rule = {
  name: 'already-reviewed',
  objects: 'this reviewer, or its panel, has a verdict for this head and base, and no request is open',
  action: 'skip',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot, policy }) => {
    const { head, base } = snapshot.facts.pull
    const place = { reviewers: [snapshot.reviewer, speakerOf(snapshot)], head: head.oid, base: base.ref }
    const verdict = snapshot.verdicts.findLast(one => closes(one, place))
    if (verdict === undefined) return null
    if (
      isMember(snapshot) &&
      verdict.reviewer === snapshot.reviewer &&
      decisionAt(snapshot, roundOf(verdict, base.ref)) === undefined
    )
      return {
        action: 'skip',
        evidence: `this member of the panel answered head ${head.oid.slice(0, 7)} at ${isoOf(verdict.at)}; the panel decides when all its members have`,
        change: 'the other members answer, or a person asks for a review in a comment',
        effects: [],
      }
    return {
      action: 'skip',
      evidence: `head ${head.oid.slice(0, 7)} was reviewed at ${isoOf(verdict.at)}: ${saysOf(verdict)}`,
      change: 'push a commit, or ask for a review in a comment',
      effects: mintEffects(snapshot, policy),
    }
  },
}
