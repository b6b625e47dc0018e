import { helpReply, hintReply } from '../comments/replies.ts'
import { recordSelfReview } from '../effects/record-self-review.ts'
import { isDismiss, serveDismissals } from '../effects/serve-dismissal.ts'
import { done, isAnswered, type MentionInput, type MentionReport, reply, type Served, serve } from '../effects/serve-request.ts'
import { permissionOf } from '../github/runs.ts'
import { parseRequests } from '../mention/parse.ts'
import { shouldServe } from '../mention/should-serve.ts'
import type { PullRun } from '../observe/context.ts'
import { look } from '../observe/look.ts'
import { selfReviewsOf } from '../snapshot/self-review.ts'

/** Who may ask: a listed bot, or a person with write access now. Everybody else gets nothing and turns nothing red. */
const mayAsk = async ({ pullRun, input, view }: Served): Promise<boolean> => {
  const { author } = input.text
  if (author === null) return false
  if (author.kind !== 'User') return view.policy['trusted-bots'].includes(author.login)
  if (view.policy['automation-accounts'].includes(author.login)) return false
  const permission = pullRun.permissions[author.login] ?? (await permissionOf(pullRun.site, author.login))
  return permission === 'admin' || permission === 'write'
}

/** The same event twice records nothing anew, whatever was pushed in between. */
const isRecorded = ({ view, input }: Served): boolean =>
  selfReviewsOf(view.snapshot.facts, view.policy.mention).some(({ of }) => of === input.text.id)

/** Reads one text and answers it, or wakes the review workflow up. Starts no agent and takes no lock. */
export const mention = async (pullRun: PullRun, input: MentionInput): Promise<MentionReport> => {
  const view = await look(pullRun, { nonce: null, lock: null })
  const served: Served = { pullRun, input, view }
  const { text, action } = input
  const settings = { mention: view.policy.mention }
  const listed = text.author !== null && view.policy['trusted-bots'].includes(text.author.login)
  const senderKind = listed ? 'User' : (text.author?.kind ?? '')
  if (!shouldServe({ action, from: text.from, body: text.body, senderKind }, settings))
    return done(view, 'skipped', 'the text asks for nothing')
  if (isAnswered(served) || isRecorded(served)) return done(view, 'skipped', 'the request has its answer')
  if (!(await mayAsk(served))) return done(view, 'skipped', `${text.author?.login ?? 'the author'} has no write access here`)
  const { requests, hint } = parseRequests(text.body, settings)
  const dismissed = requests.some(isDismiss) ? await serveDismissals(served, requests) : null
  const request = requests.find(one => !isDismiss(one))
  if (request?.command === 'self-review') return recordSelfReview(served)
  if (request !== undefined) return serve(request, served)
  if (dismissed !== null) return dismissed
  await reply(served, hintReply(hint ?? helpReply(view.policy)))
  return done(view, 'skipped', 'no known command')
}
