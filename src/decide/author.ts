import { isViewer } from '../snapshot/accounts.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** Associations that GitHub gives to people of the project; others may still have write access, and are asked for live. */
export const TRUSTED_ASSOCIATIONS = ['OWNER', 'MEMBER', 'COLLABORATOR']

/** Who opened the pull: `automation` = a bot or a listed account; `trusted` by what GitHub says of the author here. */
export const authorOf = (
  { facts }: Pick<Snapshot, 'facts'>,
  automation: string[],
): 'us' | 'automation' | 'trusted' | 'untrusted' => {
  const { author, authorAssociation } = facts.pull
  if (author !== null && facts.viewer.isBot && isViewer(author, facts.viewer)) return 'us'
  if (author === null) return 'untrusted'
  if (author.kind !== 'User' || automation.includes(author.login)) return 'automation'
  const permission = facts.permissions[author.login]
  return TRUSTED_ASSOCIATIONS.includes(authorAssociation) || permission === 'admin' || permission === 'write'
    ? 'trusted'
    : 'untrusted'
}
