import { isTrustedAuthor, isViewer } from '../snapshot/accounts.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Who opened the pull: `automation` = a bot or a listed account; `trusted` by what GitHub says of the author here. */
export const authorOf = (
  { facts }: Pick<Snapshot, 'facts'>,
  automation: string[],
): 'us' | 'automation' | 'trusted' | 'untrusted' => {
  const { author } = facts.pull
  if (author === null) return 'untrusted'
  if (facts.viewer.isBot && isViewer(author, facts.viewer)) return 'us'
  if (author.kind !== 'User' || automation.includes(author.login)) return 'automation'
  return isTrustedAuthor(facts) ? 'trusted' : 'untrusted'
}
