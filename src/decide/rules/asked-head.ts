import { openActs } from '../../snapshot/acts.ts'
import type { Act } from '../../snapshot/snapshot.ts'
import { authorOf } from '../author.ts'
import type { Objection } from '../decision.ts'
import type { Rule, RuleInput } from './rule.ts'

/** A request's own dispatch has started its run by then, or was lost. */
const LOST_AFTER_S = 900

const refuse = (acts: Act[], why: string): Objection => ({
  action: 'skip',
  evidence: why,
  change: 'look at the new commits and ask again',
  effects: [{ kind: 'post-answer', acts, why: `${why}; look at the present head and ask again` }],
})

const short = (sha: string): string => sha.slice(0, 7)

const judge = ({ snapshot, policy, run }: RuleInput): Objection | null => {
  const { pull, observedAt } = snapshot.facts
  const acts = openActs(snapshot.acts)
  if (
    acts.length === 0 ||
    authorOf(snapshot, policy['automation-accounts']) !== 'untrusted' ||
    policy['untrusted-authors'] === 'review'
  )
    return null
  if (run.head === pull.head.oid) return null
  if (run.head !== null)
    return refuse(acts, `the request was made at ${short(run.head)}, and the head has moved to ${short(pull.head.oid)} since`)
  const lost = acts.filter(act => observedAt - act.at >= LOST_AFTER_S)
  if (lost.length > 0) return refuse(lost, 'the run that was to serve the request at the commit it was made for was lost')
  return {
    action: 'wait',
    evidence: 'a request for the work of an author without write access is served by the run that was started for that commit',
    change: 'wait for that run',
    effects: [],
  }
}

export const askedHead: Rule = {
  name: 'asked-head',
  objects: 'a request is open for an author without write access, and this run was not started for the present head',
  action: 'wait / skip',
  forced: 'waits',
  forcedText: 'waits for its own run; refused when the head moved',
  judge,
}
