import {
  acceptedFixReply,
  closedReply,
  helpReply,
  invalidReply,
  isServed,
  mistypedSkillReply,
  nothingStartedReply,
  notServedReply,
  pausedReply,
  refusedDispatchReply,
  refusedFixReply,
  statusReply,
} from '../comments/replies.ts'
import { authorOf } from '../decide/author.ts'
import { askedFix } from '../decide/fix.ts'
import type { AskedText } from '../event.ts'
import { hasStarted } from '../github/dispatched-run.ts'
import { addLabel, createComment, react } from '../github/writer.ts'
import { dispatch } from '../github/writer-dispatch.ts'
import { appendMarker } from '../markers/encode.ts'
import type { AnswerMarker } from '../markers/schema.ts'
import type { ParsedRequest } from '../mention/parse.ts'
import { mistyped } from '../mention/words.ts'
import type { PullRun } from '../observe/context.ts'
import { knownSkills, namedSkills } from '../observe/known-skills.ts'
import type { View } from '../observe/look.ts'
import { wake } from './wake.ts'

export type MentionReport = { outcome: 'skipped' | 'waiting' | 'failed'; reason: string; view: View }

export type MentionInput = { text: AskedText; action: string; reviewWorkflow: string }

const PREFIX = { comment: 'c', review: 'r', 'review-comment': 't' } as const

export const actIdOf = (text: AskedText): string => `${PREFIX[text.where]}${text.id}`

export type Served = { pullRun: PullRun; input: MentionInput; view: View }

export const done = (view: View, outcome: MentionReport['outcome'], reason: string): MentionReport => ({ outcome, reason, view })

/** A reply that is posted once however often the event comes: its marker lists the request it answers. */
export const reply = async ({ pullRun, input, view }: Served, body: string, more: Partial<AnswerMarker> = {}): Promise<void> => {
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

const OVER = ['served', 'refused', 'closed', 'lost']

/** Listed by an answer of ours, or by a review: the same event once more changes nothing. */
export const isAnswered = ({ view, input }: Served): boolean => {
  const id = actIdOf(input.text)
  const state = view.snapshot.acts.find(act => act.id === id)?.state.kind
  return view.snapshot.answered.includes(id) || (state !== undefined && OVER.includes(state))
}

/** A dispatch that GitHub took and that started nothing is told; the request stays open, for the sweep or the next run. */
const startedReport = async (served: Served, run: number | null): Promise<MentionReport> => {
  const { pullRun, input, view } = served
  const { pull } = view.snapshot.facts
  const head = pull.head.oid.slice(0, 7)
  const expected = { workflow: input.reviewWorkflow, pull: pull.number, run }
  if (await hasStarted(pullRun.site, expected, ms => pullRun.clock.sleep(ms)))
    return done(view, 'waiting', `review of ${head} dispatched${run === null ? '' : `, run ${run}`}`)
  await reply(served, nothingStartedReply(input.reviewWorkflow), { acts: [] })
  return done(view, 'waiting', `GitHub accepted the dispatch of ${input.reviewWorkflow} for ${head}, but shows no run of it`)
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
  if (started.kind === 'started') return startedReport(served, started.run)
  await reply(served, refusedDispatchReply(started), { outcome: 'refused' })
  return done(view, 'failed', `dispatch refused: ${started.why}; ${started.cure}`)
}

/** A skill that was meant and is not there is asked back: the review would be paid for, and not look at what it was asked for. */
const refuseMistyped = async (served: Served, skills: string[]): Promise<MentionReport | null> => {
  const { pullRun, view } = served
  const isNear = mistyped(skills, namedSkills(view.policy)) !== null
  const odd = isNear ? mistyped(skills, await knownSkills(pullRun, view.policy, skills)) : null
  if (odd === null) return null
  await reply(served, mistypedSkillReply(odd, view.policy), { outcome: 'refused' })
  return done(view, 'skipped', `no skill is named ${odd.word}; ${odd.meant} was probably meant`)
}

/** The answer is where the request is kept: whoever reads the pull next, this dispatch's run or a sweep's, finds it open. */
const startFix = async (served: Served, wanted: string[]): Promise<MentionReport> => {
  const { pullRun, input, view } = served
  const asked = askedFix(view, wanted)
  if (asked.kind === 'refused') {
    await reply(served, refusedFixReply(asked), { outcome: 'refused' })
    return done(view, 'skipped', `fix refused: ${asked.why}`)
  }
  const { verdict, findings } = asked
  await reply(served, acceptedFixReply(findings, view.snapshot.facts.pull.head.oid), { fix: { verdict, findings } })
  const started = await wake(pullRun, view, input.reviewWorkflow)
  if (started.kind === 'started') return done(view, 'waiting', `fix of ${findings.join(', ')} dispatched`)
  await reply(served, refusedDispatchReply(started), { outcome: 'refused' })
  return done(view, 'failed', `dispatch refused: ${started.why}; ${started.cure}`)
}

const pause = async (served: Served): Promise<MentionReport> => {
  const { pullRun, view } = served
  await addLabel(pullRun.site, view.policy.labels.pause)
  await reply(served, pausedReply(view.policy), { did: 'paused' })
  return done(view, 'skipped', 'paused on request')
}

export const serve = async (request: ParsedRequest, served: Served): Promise<MentionReport> => {
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
      return (await refuseMistyped(served, request.skills)) ?? startReview(served)
    case 'resume':
      return startReview(served)
    case 'pause':
      return pause(served)
    case 'fix':
      return startFix(served, request.findings)
    case 'status':
      return told(statusReply(view), 'status told')
    default:
      return told(helpReply(view.policy), 'help told')
  }
}
