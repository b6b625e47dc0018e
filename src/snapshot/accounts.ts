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
