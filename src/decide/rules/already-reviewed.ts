import { isoOf } from '../../snapshot/ids.ts'
import type { Rule } from './rule.ts'

export const alreadyReviewed: Rule = {
  name: 'already-reviewed',
  objects: 'this reviewer has a verdict for this head and base, and no request is open',
  then: 'skip',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot }) => {
    const { head, base } = snapshot.facts.pull
    const verdict = snapshot.verdicts.findLast(
      one => one.reviewer === snapshot.reviewer && one.head === head.oid && (one.base === null || one.base === base.ref),
    )
    if (verdict === undefined) return null
    return {
      then: 'skip',
      evidence: `head ${head.oid.slice(0, 7)} was reviewed at ${isoOf(verdict.at)}: ${verdict.edited ? 'edited since, counted as fix-requested' : verdict.decision}`,
      change: 'push a commit, or ask for a review in a comment',
      effects: [],
    }
  },
}
