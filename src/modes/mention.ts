import { helpReply } from '../comments/replies.ts'
import { askedFix } from '../decide/fix.ts'
import { recordSelfReview } from '../effects/record-self-review.ts'
import { type Beside, serveBeside } from '../effects/serve-beside.ts'
import { isDismiss, serveDismissals } from '../effects/serve-dismissal.ts'
import { serveAsk } from '../effects/serve-request.ts'
import { actIdOf, besideIdOf, done, isAnswered, type MentionInput, type MentionReport, type Served } from '../effects/served.ts'
import { permissionOf } from '../github/runs.ts'
import { type ParsedMentions, parseRequests } from '../mention/parse.ts'
import { shouldServe } from '../mention/should-serve.ts'
import { askIn, fixIn, isAsk, takenOf } from '../mention/taken.ts'
import { leftAlone, lookForText } from '../observe/asked-text.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { selfReviewsOf } from '../snapshot/self-review.ts'

/** Who may ask: a listed bot, or a person with write access now. Everybody else gets nothing and turns nothing red. */
const mayAsk = async (pullRun: PullRun, { author }: MentionInput['text'], { policy }: View): Promise<boolean> => {
  if (author === null) return false
  if (author.kind !== 'User') return policy['trusted-bots'].includes(author.login)
  if (policy['automation-accounts'].includes(author.login)) return false
  const permission = pullRun.permissions[author.login] ?? (await permissionOf(pullRun.site, author.login))
  return permission === 'admin' || permission === 'write'
}

/** The same event twice records nothing anew, whatever was pushed in between. */
const isRecorded = ({ view, input }: Served): boolean =>
  selfReviewsOf(view.snapshot.facts, view.policy.mention).some(({ of }) => of === input.text.id)

/** What is answered at once, apart from the review where one is asked for too. */
const besideOf = ({ requests, hint }: ParsedMentions, view: View): Beside => {
  const findings = fixIn(requests)
  const canFix = findings !== null && askedFix(view, findings).kind === 'accepted'
  const { taken, left } = takenOf(requests, canFix)
  const told = taken.filter(one => !isAsk(one) && !isDismiss(one) && one.command !== 'self-review')
  return { requests: told, left, taken, hint: requests.length === 0 ? (hint ?? helpReply(view.policy)) : hint }
}

const hasWords = ({ requests, left, hint }: Beside): boolean => requests.length > 0 || left.length > 0 || hint !== null

/** Each part of the text once, in order: what is dismissed and recorded, what is answered at once, and last the one review. */
const serveAll = async (served: Served, asked: ParsedMentions): Promise<MentionReport[]> => {
  const { view, input } = served
  const beside = besideOf(asked, view)
  const asks = beside.taken.some(isAsk)
  const isDone = isAnswered(served)
  const apart = { ...served, listed: asks ? besideIdOf(input.text) : actIdOf(input.text) }
  const isTold = asks ? view.snapshot.answered.includes(apart.listed) : isDone
  const reports: MentionReport[] = []
  if (asked.requests.some(isDismiss) && !isDone) reports.push(await serveDismissals(served, asked.requests))
  if (asked.requests.some(({ command }) => command === 'self-review') && !isTold && !isRecorded(served))
    reports.push(await recordSelfReview(apart))
  if (hasWords(beside) && !isTold) reports.push(await serveBeside(apart, beside))
  if (asks && !isDone) reports.push(await serveAsk(served, askIn(beside.taken)?.skills ?? []))
  return reports
}

/** Reads one text and answers it, or wakes the review workflow up. Starts no agent and takes no lock. */
export const mention = async (pullRun: PullRun, told: MentionInput): Promise<MentionReport> => {
  const { view, now } = await lookForText(pullRun, told.text)
  if (now.kind !== 'own') return done(view, 'skipped', leftAlone(now, told.text))
  const input = { ...told, text: { ...told.text, body: now.body } }
  const { text, action } = input
  const settings = { mention: view.policy.mention }
  const listed = text.author !== null && view.policy['trusted-bots'].includes(text.author.login)
  const senderKind = listed ? 'User' : (text.author?.kind ?? '')
  if (!shouldServe({ action, from: text.from, body: text.body, senderKind }, settings))
    return done(view, 'skipped', 'the text asks for nothing')
  const asked = parseRequests(text.body, settings)
  if (!(await mayAsk(pullRun, text, view)))
    return done(view, 'skipped', `${text.author?.login ?? 'the author'} has no write access here`)
  const reports = await serveAll({ pullRun, input, view, listed: actIdOf(text) }, asked)
  const last = reports.at(-1)
  if (last === undefined) return done(view, 'skipped', 'the request has its answer')
  const worst = reports.find(({ outcome }) => outcome === 'failed') ?? last
  return done(view, worst.outcome, [...new Set(reports.map(({ reason }) => reason))].join('; '))
}
