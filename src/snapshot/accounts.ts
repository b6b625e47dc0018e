import type { Actor, Facts } from './facts.ts'
import type { Login } from './ids.ts'
import type { Setter } from './snapshot.ts'

type Viewer = Facts['viewer']

/** Whether the actor is the account this run acts as. A person and an App may share a name; their kinds differ. */
export const isViewer = (actor: Actor, viewer: Viewer): boolean =>
  actor !== null && actor.login === viewer.login && (actor.kind === 'Bot') === viewer.isBot

/** A person: an account of type User that is not listed as automation. */
export const isPerson = (actor: Actor, automation: Login[]): actor is NonNullable<Actor> =>
  actor !== null && actor.kind === 'User' && !automation.includes(actor.login)

/** Who set or removed a label. The viewer's own label acts are never a person's, a personal token's included. */
export const setterOf = (actor: Actor, viewer: Viewer, automation: Login[]): Setter => {
  if (actor === null) return 'unknown'
  if (isViewer(actor, viewer)) return 'us'
  return isPerson(actor, automation) ? 'person' : 'automation'
}

/** Associations that GitHub gives to people of the project; others may still have write access, and are asked for live. */
export const TRUSTED_ASSOCIATIONS = ['OWNER', 'MEMBER', 'COLLABORATOR']

/** Whether the author is one of the project, by what GitHub says of them here or by a live answer about their access. */
export const isTrustedAuthor = ({ pull, permissions }: Pick<Facts, 'pull' | 'permissions'>): boolean => {
  if (pull.author === null) return false
  const permission = permissions[pull.author.login]
  return TRUSTED_ASSOCIATIONS.includes(pull.authorAssociation) || permission === 'admin' || permission === 'write'
}
