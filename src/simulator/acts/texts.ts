import { type Act, actorOf, demand, isInstallation, needs } from '../access.ts'
import { invalid, unprocessable } from '../refusal.ts'
import type { Text } from '../world/types.ts'
import { sameLogin } from '../world/world.ts'

export const bodyLimit = 65_536

type BodyRule = { resource: string; mayBeEmpty?: boolean }

/** Reviews answer plain words, everything else GitHub's detail objects. */
const badBody = ({ resource }: BodyRule, words: string) =>
  resource === 'PullRequestReview'
    ? unprocessable('Unprocessable Entity', [words])
    : invalid({ resource, field: 'body', code: 'custom', message: words })

/** Refuses bodies that GitHub refuses: empty, or over 65,536 characters (fact 22, case 108). */
export function checkBody(body: string, rule: BodyRule): string {
  if (!rule.mayBeEmpty && body.trim() === '') throw badBody(rule, "body can't be blank")
  const length = body.length > bodyLimit ? [...body].length : body.length
  if (length > bodyLimit) throw badBody(rule, `body is too long (maximum is ${bodyLimit} characters)`)
  return body
}

/** A text that the viewer writes now. */
export function newText(act: Act, prefix: string, body: string): Text {
  const { now } = act.world
  return {
    ...act.world.identity(prefix),
    author: actorOf(act),
    body,
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    editor: null,
    reactions: [],
    minimized: null,
  }
}

/** Authors may edit and delete what they wrote, people with write access what others wrote. */
export function demandAuthorship(act: Act, text: Text): void {
  const mine = sameLogin(text.author, actorOf(act))
  demand(act, mine ? needs.comment : needs.editOthers)
}

/** Every edit that changes the text names its editor. */
export function editText(act: Act, text: Text, body: string): void {
  if (text.body === body) return
  text.body = body
  text.updatedAt = act.world.now
  text.editedAt = act.world.now
  text.editor = isInstallation(act.viewer) && !act.world.quirks.botEditor ? null : actorOf(act)
}
