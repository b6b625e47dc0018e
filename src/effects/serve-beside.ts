import {
  acceptedFixReply,
  helpReply,
  hintReply,
  invalidReply,
  leftReply,
  pausedReply,
  refusedFixReply,
  statusReply,
} from '../comments/replies.ts'
import type { Place } from '../comments/words.ts'
import { askedFix } from '../decide/fix.ts'
import { addLabel } from '../github/writer.ts'
import type { AnswerMarker } from '../markers/schema.ts'
import type { ParsedRequest } from '../mention/parse.ts'
import { fixIn } from '../mention/taken.ts'
import { placeOf } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { tellFailedStart } from './serve-request.ts'
import { done, type MentionReport, reply, type Served } from './served.ts'
import { startNow } from './start-run.ts'
import { wakingOf } from './wake.ts'

/** What is answered at once. `left` = commands of the text that cannot be done beside what is taken. */
export type Beside = { requests: ParsedRequest[]; left: ParsedRequest[]; taken: ParsedRequest[]; hint: string | null }

/** The answer to one command: what is said, what its marker adds, and the log's word for it. */
type Word = { body: string; reason: string; more?: Partial<AnswerMarker> }

const refused: Partial<AnswerMarker> = { outcome: 'refused' }

/** The answer is where the request is kept: whoever reads the pull next, this dispatch's run or a sweep's, finds it open. */
const fixWord = (view: View, wanted: string[]): Word => {
  const asked = askedFix(view, wanted)
  if (asked.kind === 'refused') return { body: refusedFixReply(asked), reason: `fix refused: ${asked.why}`, more: refused }
  const { verdict, findings } = asked
  const body = acceptedFixReply(findings, view.snapshot.facts.pull.head.oid)
  return { body, reason: `fix of ${findings.join(', ')} asked for`, more: { fix: { verdict, findings } } }
}

const wordOn = (request: ParsedRequest, view: View, place: Place): Word => {
  switch (request.command) {
    case 'invalid':
      return { body: invalidReply(request, view.policy), reason: `not understood: ${request.why}`, more: refused }
    case 'pause':
      return { body: pausedReply(view.policy), reason: 'paused on request', more: { did: 'paused' } }
    case 'status':
      return { body: statusReply(view, place), reason: 'status told' }
    default:
      return { body: helpReply(view.policy), reason: 'help told' }
  }
}

const leftReason = (left: ParsedRequest[]): string => `not done beside it: ${left.map(({ command }) => command).join(', ')}`

const wordsOf = ({ requests, left, taken, hint }: Beside, view: View, place: Place): Word[] => {
  const others = new Map(requests.map(request => [request.command === 'fix' ? 'fix' : JSON.stringify(request), request]))
  const fix = fixIn(requests)
  return [
    ...[...others.values()].map(request => (request.command === 'fix' ? fixWord(view, fix ?? []) : wordOn(request, view, place))),
    ...(left.length === 0
      ? []
      : [{ body: leftReply({ left, taken, policy: view.policy }), reason: leftReason(left), more: refused }]),
    ...(hint === null ? [] : [{ body: hintReply(hint), reason: 'no known command' }]),
  ]
}

/** Answers in one comment everything of a text that no review is needed for. */
export const serveBeside = async (served: Served, beside: Beside): Promise<MentionReport> => {
  const { pullRun, view, input } = served
  const words = wordsOf(beside, view, placeOf(pullRun))
  if (beside.requests.some(({ command }) => command === 'pause')) await addLabel(pullRun.site, view.policy.labels.pause)
  const more: Partial<AnswerMarker> = Object.assign({}, ...words.map(word => word.more))
  await reply(served, words.map(({ body }) => body).join('\n\n'), more)
  const reason = words.map(word => word.reason).join('; ')
  if (more.fix === undefined) return done(view, 'skipped', reason)
  const started = await startNow(pullRun, wakingOf(view, input.reviewWorkflow))
  return started.kind === 'started' ? done(view, 'waiting', `${reason}, dispatched`) : tellFailedStart(served, started)
}
