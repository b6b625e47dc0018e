import { type MentionSettings, parseRequests } from './parse.ts'

/** The part of a webhook event that says whether its text is new. `from` = the body before an edit, where GitHub tells it. */
export type TextEvent = { action: string; from: string | null; body: string | null; senderKind: string }

/**
 * Whether the text of this event asks for the first time: created or submitted by a person, or edited so that it asks
 * and did not before. Bots never do; the caller lets listed ones pass.
 */
export const shouldServe = ({ action, from, body, senderKind }: TextEvent, settings: MentionSettings): boolean => {
  if (senderKind !== 'User' || !parseRequests(body, settings).asks) return false
  if (action === 'created' || action === 'submitted') return true
  return action === 'edited' && from !== null && !parseRequests(from, settings).asks
}
