import type { Actor, Facts } from './facts.ts'
import type { Login } from './ids.ts'
import type { Setter } from './snapshot.ts'

type Viewer = Facts['viewer']

/** Whether the actor is the account this run acts as. A person and an App may share a name; their kinds differ. */
export const isViewer = (actor: Actor, viewer: Viewer): boolean =>
  actor !== null && actor.login === viewer.login && (actor.kind === 'Bot') === viewer.isBot

/** The token that Actions gives a run: GitHub starts no runs for what it pushes or merges, and it reaches no other repository. */
export const isWorkflowToken = (viewer: Viewer): boolean => viewer.isBot && viewer.login === 'github-actions'

/** A person: an account of type User that is not listed as automation. */
export const isPerson = (actor: Actor, automation: Login[]): actor is NonNullable<Actor> =>
  actor !== null && actor.kind === 'User' && !automation.includes(actor.login)

/** Who set or removed a label. The viewer's own label acts are never a person's, a personal token's included. */
export const setterOf = (actor: Actor, viewer: Viewer, automation: Login[]): Setter => {
  if (actor === null) return 'unknown'
  if (isViewer(actor, viewer)) return 'us'
  return isPerson(actor, automation) ? 'person' : 'automation'
}

/** Associations that stand for access; a collaborator may have been let in to read, so all others are asked for live. */
const TRUSTED_ASSOCIATIONS = ['OWNER', 'MEMBER']

/** Whether GitHub's word for the author tells of write access by itself; that of a collaborator does where nobody can be let in to read. */
export const isMember = ({ pull, repository }: Pick<Facts, 'pull' | 'repository'>): boolean =>
  TRUSTED_ASSOCIATIONS.includes(pull.authorAssociation) ||
  (pull.authorAssociation === 'COLLABORATOR' && !repository.isInOrganization)

/** Whether the author is one of the project, by what GitHub says of them here or by a live answer about their access. */
export const isTrustedAuthor = (facts: Pick<Facts, 'pull' | 'repository' | 'permissions'>): boolean => {
  const { author } = facts.pull
  if (author === null) return false
  const permission = facts.permissions[author.login]
  return isMember(facts) || permission === 'admin' || permission === 'write'
}
