import {
  closedReply,
  mistypedSkillReply,
  nothingStartedReply,
  refusedDispatchReply,
  unansweredDispatchReply,
} from '../comments/replies.ts'
import { authorOf } from '../decide/author.ts'
import { hasStarted } from '../github/dispatched-run.ts'
import { react } from '../github/writer.ts'
import type { Dispatch } from '../github/writer-dispatch.ts'
import { mistyped } from '../mention/words.ts'
import { knownSkills, namedSkills } from '../observe/known-skills.ts'
import { actIdOf, done, type MentionReport, reply, type Served } from './served.ts'
import { type Started, startNow } from './start-run.ts'
import { wakingOf } from './wake.ts'

/** Told once, however often the event comes; the request stays open, for the sweep or the next run. */
const tellUnstarted = async (served: Served, body: string): Promise<void> => {
  const id = `${actIdOf(served.input.text)}/unstarted`
  if (!served.view.snapshot.answered.includes(id)) await reply(served, body, { acts: [id] })
}

/** A dispatch that GitHub took and that started nothing is told. */
const startedReport = async (served: Served, run: number | null): Promise<MentionReport> => {
  const { pullRun, input, view } = served
  const { pull } = view.snapshot.facts
  const head = pull.head.oid.slice(0, 7)
  const expected = { workflow: input.reviewWorkflow, pull: pull.number, run }
  if (await hasStarted(pullRun.site, expected, ms => pullRun.clock.sleep(ms)))
    return done(view, 'waiting', `review of ${head} dispatched${run === null ? '' : `, run ${run}`}`)
  await tellUnstarted(served, nothingStartedReply(input.reviewWorkflow))
  return done(view, 'waiting', `GitHub accepted the dispatch of ${input.reviewWorkflow} for ${head}, but shows no run of it`)
}

/** What a person hears of a start that came to nothing: a refusal ends the request, a failure of GitHub's leaves it open. */
export const tellFailedStart = async (served: Served, started: Exclude<Started, { kind: 'started' }>): Promise<MentionReport> => {
  const { view, input } = served
  if (started.kind === 'unanswered') {
    await tellUnstarted(served, unansweredDispatchReply(started.why, input.reviewWorkflow))
    return done(view, 'failed', `dispatch failed: ${started.why}; the request stays open`)
  }
  await reply(served, refusedDispatchReply(started), { outcome: 'refused' })
  return done(view, 'failed', `dispatch refused: ${started.why}; ${started.cure}`)
}

const dispatchFor = ({ input, view }: Served): Dispatch => {
  const plain = wakingOf(view, input.reviewWorkflow)
  // Only for work of an author without write access: what was asked for is what is reviewed, however often they push.
  const untrusted = authorOf(view.snapshot, view.policy['automation-accounts']) === 'untrusted'
  const head = untrusted ? { head: view.snapshot.facts.pull.head.oid } : {}
  return { ...plain, inputs: { ...plain.inputs, act: actIdOf(input.text), ...head } }
}

/** 👀, then the wake-up. The run that it starts rebuilds what is open and serves it; a lost or repeated one changes nothing. */
const startReview = async (served: Served): Promise<MentionReport> => {
  const { pullRun, input, view } = served
  const { pull } = view.snapshot.facts
  if (pull.state !== 'OPEN') {
    await reply(served, closedReply(view.snapshot), { outcome: 'refused' })
    return done(view, 'skipped', `open: the pull request is ${pull.state.toLowerCase()}`)
  }
  await react(pullRun.site, input.text.nodeId, 'EYES').catch(error =>
    pullRun.log(`warn  the request could not be marked as seen: ${String(error)}`),
  )
  const started = await startNow(pullRun, dispatchFor(served))
  return started.kind === 'started' ? startedReport(served, started.run) : tellFailedStart(served, started)
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

/** One review for all that a text asks of it. */
export const serveAsk = async (served: Served, skills: string[]): Promise<MentionReport> =>
  (await refuseMistyped(served, skills)) ?? startReview(served)
