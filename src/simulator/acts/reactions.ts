import { type Act, actorOf, demand, type Need } from '../access.ts'
import { found } from '../refusal.ts'
import type { Reaction, ReactionContent, Text } from '../world/types.ts'
import { sameLogin } from '../world/world.ts'

/** One reaction per account and content: `created: false` = it was there already, an atomic test-and-set (fact 17). */
export function addReaction(
  act: Act,
  text: Text,
  wanted: { content: ReactionContent; need: Need },
): { reaction: Reaction; created: boolean } {
  demand(act, wanted.need)
  const user = actorOf(act)
  const known = text.reactions.find(reaction => reaction.content === wanted.content && sameLogin(reaction.user, user))
  if (known) return { reaction: known, created: false }
  const reaction: Reaction = { ...act.world.identity('REA'), content: wanted.content, user, createdAt: act.world.now }
  text.reactions.push(reaction)
  return { reaction, created: true }
}

/** By its id: once, then 404 (fact 17). Nobody takes another's reaction away. */
export function deleteReaction(act: Act, text: Text, wanted: { id: number; need: Need }): void {
  demand(act, wanted.need)
  const reaction = found(text.reactions.find(known => known.id === wanted.id && sameLogin(known.user, actorOf(act))))
  text.reactions = text.reactions.filter(known => known !== reaction)
}

/** GraphQL's way: the viewer's own reaction of that content. */
export function removeOwnReaction(act: Act, text: Text, wanted: { content: ReactionContent; need: Need }): Reaction {
  demand(act, wanted.need)
  const user = actorOf(act)
  const reaction = found(text.reactions.find(known => known.content === wanted.content && sameLogin(known.user, user)))
  text.reactions = text.reactions.filter(known => known !== reaction)
  return reaction
}
