import type { RequestedReviewers } from '../github/requested-reviewers.ts'
import type { Asked } from '../github/writer-request.ts'
import { lastLineOf, OPENING } from '../markers/text.ts'
import type { Policy } from '../policy/schema.ts'
import type { Facts, ReviewFact } from '../snapshot/facts.ts'
import { type Login, loginOf, type Sha } from '../snapshot/ids.ts'

/** What becomes of one name of the list. */
export type Named = { kind: 'ask'; who: Asked } | { kind: 'not'; name: string; why: string }

export type NamedInput = { facts: Facts; policy: Policy; requested: RequestedReviewers }

/** A review by another account that Countersign runs as names its head in its marker: GitHub moves a review's commit after a force push. */
const isAtHead = ({ commit, body }: ReviewFact, head: Sha): boolean => {
  const { line } = lastLineOf(body)
  return line.startsWith(OPENING) ? line.includes(`"head":"${head}"`) : commit === head
}

const hasAnswered = (login: Login, { reviews, pull }: Facts): boolean =>
  reviews.some(
    review =>
      review.author?.login === login &&
      (review.submittedAt ?? 0) > 0 &&
      review.state !== 'DISMISSED' &&
      isAtHead(review, pull.head.oid),
  )

const user = (name: string, login: Login, { facts, requested }: NamedInput): Named => {
  const not = (why: string): Named => ({ kind: 'not', name, why })
  if (login === facts.pull.author?.login) return not('the author of a pull request cannot review it')
  if (hasAnswered(login, facts)) return not('has answered this head already')
  return requested.users.includes(login) ? not('is asked already') : { kind: 'ask', who: { kind: 'user', name: login } }
}

const team = (name: string, { facts, requested }: NamedInput): Named => {
  const [organisation = '', slug = ''] = name.toLowerCase().split('/')
  const owner = facts.repository.nameWithOwner.split('/')[0]?.toLowerCase()
  const not = (why: string): Named => ({ kind: 'not', name, why })
  if (organisation !== owner) return not(`is a team of another organisation than ${owner}`)
  return requested.teams.includes(slug) ? not('is asked already') : { kind: 'ask', who: { kind: 'team', name: slug } }
}

/** A name of the policy's `reviewers` stands for its login. One without a login is Countersign itself, whom the label asks. */
const oneOf = (name: string, input: NamedInput): Named => {
  const plain = name.replace(/^@/, '')
  if (plain.includes('/')) return team(plain, input)
  const entry = Object.entries(input.policy.reviewers).find(([known]) => known.toLowerCase() === plain.toLowerCase())
  if (entry === undefined) return user(plain, loginOf(plain), input)
  const [known, { login }] = entry
  return login === null
    ? { kind: 'not', name: known, why: 'reviews as Countersign’s own account: the label asks it' }
    : user(known === login ? known : `${known} (${login})`, login, input)
}

/** Every name of the list once: who is asked, and who is not and why. */
export const namedReviewers = (names: readonly string[], input: NamedInput): Named[] => {
  const seen = new Set<string>()
  return names
    .map(name => oneOf(name, input))
    .filter(named => {
      const key = named.kind === 'ask' ? `${named.who.kind} ${named.who.name}` : `not ${named.name.toLowerCase()}`
      return seen.has(key) ? false : seen.add(key)
    })
}
