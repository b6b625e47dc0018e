import {
  closedReply,
  helpReply,
  hintReply,
  invalidReply,
  isServed,
  notServedReply,
  pausedReply,
  refusedDispatchReply,
  statusReply,
} from '../comments/replies.ts'
import { authorOf } from '../decide/author.ts'
import type { AskedText } from '../event.ts'
import { dispatch } from '../github/dispatch.ts'
import { permissionOf } from '../github/runs.ts'
import { addLabel, createComment, react } from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { AnswerMarker } from '../markers/schema.ts'
import { type ParsedRequest, parseRequests } from '../mention/parse.ts'
import { shouldServe } from '../mention/should-serve.ts'
import type { PullRun } from '../observe/context.ts'
import { look, type View } from '../observe/look.ts'
import type { OutcomeKind } from '../rounds/report.ts'

export type MentionReport = { outcome: OutcomeKind; reason: string; view: View }

export type MentionInput = { text: AskedText; action: string; reviewWorkflow: string }

const PREFIX = { comment: 'c', review: 'r', 'review-comment': 't' } as const

export const actIdOf = (text: AskedText): string => `${PREFIX[text.where]}${text.id}`

type Served = { pullRun: PullRun; input: MentionInput; view: View }

const done = (view: View, outcome: OutcomeKind, reason: string): MentionReport => ({ outcome, reason, view })

/** A reply that is posted once however often the event comes: its marker lists the request it answers. */
const reply = async ({ pullRun, input, view }: Served, body: string, more: Partial<AnswerMarker> = {}): Promise<void> => {
  const { facts } = view.snapshot
  const marker: AnswerMarker = {
    kind: 'answer',
    repo: facts.repository.id,
    pull: facts.pull.number,
    acts: [actIdOf(input.text)],
    outcome: 'answered',
    nonce: pullRun.nonce(),
    ...more,
  }
  await createComment(pullRun.site, appendMarker(pullRun.scrub(body), marker, pullRun.keys))
}

const isAnswered = ({ view, input }: Served): boolean => view.snapshot.answered.includes(actIdOf(input.text))

/** Who may ask: a listed bot, or a person with write access now. Everybody else gets nothing and turns nothing red. */
const mayAsk = async ({ pullRun, input, view }: Served): Promise<boolean> => {
  const { author } = input.text
  if (author === null) return false
  if (author.kind !== 'User') return view.policy['trusted-bots'].includes(author.login)
  if (view.policy['automation-accounts'].includes(author.login)) return false
  const permission = pullRun.permissions[author.login] ?? (await permissionOf(pullRun.site, author.login))
  return permission === 'admin' || permission === 'write'
}

/** 👀, then the wake-up. The run that it starts rebuilds what is open and serves it; a lost or repeated one changes nothing. */
const startReview = async (served: Served): Promise<MentionReport> => {
  const { pullRun, input, view } = served
  const { facts } = view.snapshot
  if (facts.pull.state !== 'OPEN') {
    await reply(served, closedReply(view.snapshot), { outcome: 'refused' })
    return done(view, 'skipped', `open: the pull request is ${facts.pull.state.toLowerCase()}`)
  }
  await react(pullRun.site, input.text.nodeId, 'EYES').catch(error =>
    pullRun.log(`warn  the request could not be marked as seen: ${String(error)}`),
  )
  // Only for work of an author without write access: what was asked for is what is reviewed, however often they push.
  const untrusted = authorOf(view.snapshot, view.policy['automation-accounts']) === 'untrusted'
  const inputs = {
    pull: String(facts.pull.number),
    act: actIdOf(input.text),
    ...(untrusted ? { head: facts.pull.head.oid } : {}),
  }
  const started = await dispatch(pullRun.site, { workflow: input.reviewWorkflow, ref: facts.repository.defaultBranch, inputs })
  if (started.kind === 'started')
    return done(
      view,
      'waiting',
      `review of ${facts.pull.head.oid.slice(0, 7)} dispatched${started.run === null ? '' : `, run ${started.run}`}`,
    )
  await reply(served, refusedDispatchReply(started), { outcome: 'refused' })
  return done(view, 'failed', `dispatch refused: ${started.why}; ${started.cure}`)
}

const pause = async (served: Served): Promise<MentionReport> => {
  const { pullRun, view } = served
  await addLabel(pullRun.site, view.policy.labels.pause)
  await reply(served, pausedReply(view.policy), { did: 'paused' })
  return done(view, 'skipped', 'paused on request')
}

const serve = async (request: ParsedRequest, served: Served): Promise<MentionReport> => {
  const { view } = served
  const told = async (body: string, reason: string): Promise<MentionReport> => {
    await reply(served, body)
    return done(view, 'skipped', reason)
  }
  if (request.command === 'invalid') return told(invalidReply(request.why), `not understood: ${request.why}`)
  if (!isServed(request.command))
    return told(notServedReply(request.command, view.policy), `${request.command} is not in this release`)
  switch (request.command) {
    case 'review':
    case 'resume':
      return startReview(served)
    case 'pause':
      return pause(served)
    case 'status':
      return told(statusReply(view), 'status told')
    default:
      return told(helpReply(view.policy), 'help told')
  }
}

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
  if (isAnswered(served)) return done(view, 'skipped', 'the request has its answer')
  if (!(await mayAsk(served))) return done(view, 'skipped', `${text.author?.login ?? 'the author'} has no write access here`)
  const { requests, hint } = parseRequests(text.body, settings)
  const [request] = requests
  if (request !== undefined) return serve(request, served)
  await reply(served, hintReply(hint ?? helpReply(view.policy)))
  return done(view, 'skipped', 'no known command')
}
