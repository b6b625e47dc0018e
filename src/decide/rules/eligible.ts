import { loginOf } from '../../snapshot/ids.ts'
import { sameLabel } from '../../snapshot/pause.ts'
import { undecidedRounds } from '../../snapshot/rounds.ts'
import { authorOf } from '../author.ts'
import type { Objection } from '../decision.ts'
import { matchesAny } from '../globs.ts'
import type { Rule, RuleInput } from './rule.ts'

const skip = (evidence: string, change: string): Objection => ({ action: 'skip', evidence, change, effects: [] })

const scopeObjection = ({ snapshot, policy }: RuleInput): Objection | null => {
  const { pull } = snapshot.facts
  const labeled = pull.labels.some(label => sameLabel(label, policy.labels.ask))
  if (policy.review === 'labeled' && !labeled)
    return skip(
      `the policy reviews labeled pull requests only, and the label ${policy.labels.ask} is not on`,
      `add the label ${policy.labels.ask}`,
    )
  // One member's answer uses up nobody's request: the others join the round that was begun for it, until it is decided.
  const isBegun = undecidedRounds(snapshot).length > 0
  const asked = isBegun || (labeled && snapshot.verdicts.length === 0)
  if (policy.review === 'requested' && !asked && (pull.reviewRequest === null || pull.reviewRequest.asCodeOwner))
    return skip(
      'the policy reviews on request only, and no request is open',
      `add the label ${policy.labels.ask}, or ask in a comment`,
    )
  return null
}

const authorObjection = ({ snapshot, policy }: RuleInput): Objection | null => {
  const login = snapshot.facts.pull.author?.login ?? loginOf('ghost')
  const who = authorOf(snapshot, policy['automation-accounts'])
  if (policy['excluded-authors'].includes(login))
    return skip(`the policy excludes the author "${login}"`, 'ask for a review in a comment')
  if (who === 'us' && !policy['own-pulls'])
    return skip('our own account opened this pull request', 'ask for a review in a comment')
  if (who === 'automation' && policy['bot-authors'] !== 'review')
    return skip(
      `the author "${login}" is a bot or an automation account`,
      'a person with write access asks for a review in a comment',
    )
  if (who === 'untrusted' && policy['untrusted-authors'] !== 'review')
    return skip(`the author "${login}" has no write access here`, 'a person with write access asks for a review in a comment')
  return null
}

const branchObjection = ({ snapshot, policy }: RuleInput): Objection | null => {
  const { base, head } = snapshot.facts.pull
  const excluded = [base.ref, head.ref].find(ref => matchesAny(policy['excluded-branches'], ref))
  return excluded === undefined ? null : skip(`the policy excludes the branch "${excluded}"`, 'ask for a review in a comment')
}

export const eligible: Rule = {
  name: 'eligible',
  objects:
    'the policy reviews labeled or requested pull requests only, and this one is not; the pull is our own bot account’s; its author or branch is excluded; its author is a bot or has no write access',
  action: 'skip',
  forced: 'passes',
  forcedText: 'passes',
  judge: input => scopeObjection(input) ?? branchObjection(input) ?? authorObjection(input),
}
