import { lastLineOf, OPENING } from '../markers/text.ts'
import type { Authored, Facts } from '../snapshot/facts.ts'
import { loginOf } from '../snapshot/ids.ts'
import { rebuild } from '../snapshot/rebuild.ts'
import type { RebuildSettings, Snapshot } from '../snapshot/snapshot.ts'

type Account = { login: string; isBot: boolean }

const isVerdict = ({ body }: Authored): boolean => {
  const { line } = lastLineOf(body)
  return line.startsWith(OPENING) && line.includes('"kind":"verdict"')
}

/** The App that reviewed here last. A person's text never says who that is: anybody can paste a marker. */
const reviewingApp = ({ reviews }: Facts): Account | null => {
  const author = reviews.findLast(review => review.author?.kind === 'Bot' && isVerdict(review))?.author
  return author ? { login: author.login, isBot: true } : null
}

const asViewer = ({ login, isBot }: Account): Facts['viewer'] => ({ login: loginOf(login), id: null, isBot })

const accountOf = (named: string | null): Account | null =>
  named === null ? null : { login: loginOf(named), isBot: named.endsWith('[bot]') }

/**
 * The pull as the account sees it that reviews here: who asks under an own token takes none of its verdicts for ours.
 * It only tells whether the label still asks, so a wrong guess costs one label event.
 */
export const answersOf = (facts: Facts, settings: RebuildSettings, named: string | null): Snapshot => {
  const account = accountOf(named) ?? reviewingApp(facts)
  if (account === null) return rebuild(facts, settings)
  const isBy = ({ author }: Authored): boolean =>
    author !== null && author.login === account.login && (author.kind === 'Bot') === account.isBot
  const seen = <T extends Authored>(list: T[]): T[] => list.map(one => ({ ...one, viewerDidAuthor: isBy(one) }))
  const viewer = asViewer(account)
  return rebuild({ ...facts, viewer, comments: seen(facts.comments), reviews: seen(facts.reviews) }, settings)
}

const WORKFLOW = asViewer({ login: 'github-actions[bot]', isBot: true })

/** Whose eyes tell what a run makes of a request: that account’s, where nobody knows it a bot’s own, else the workflow token’s. */
export const reviewingEyes = (facts: Facts, named: string | null): Facts['viewer'] => {
  const account = accountOf(named) ?? reviewingApp(facts)
  if (account !== null) return asViewer(account)
  return facts.viewer.isBot ? facts.viewer : WORKFLOW
}
