import type { Late } from '../decide/late.ts'
import { inSweepOrder, lateObjection } from '../decide/plan-sweep.ts'
import { hasDailyBudget } from '../decide/rules/daily-budget.ts'
import { giveUp, markSeen, startRun } from '../effects/start-run.ts'
import { unlistedOf } from '../github/dispatched-run.ts'
import { GitHubError } from '../github/errors.ts'
import type { PullRun } from '../observe/context.ts'
import { readLateMany } from '../observe/late-many.ts'
import type { Instant } from '../snapshot/ids.ts'
import type { Candidate, Gathered, SweepInput } from './gather.ts'
import { readLive } from './past.ts'

/** GitHub's limit for the jobs of a matrix. */
const MATRIX_LIMIT = 256
const LATE_AT_ONCE = 25
/** So many pulls refused in a row, each three times: the next would be refused as well. */
const REFUSED_IN_A_ROW = 3
/** Dispatches take their time: what the list of runs showed longer ago is asked again before the next one. */
const LIVE_FOR_S = 10
const GIVEN_UP_AFTER_S = 86_400

export type HandedOut = {
  given: Candidate[]
  known: number
  docsSkipped: number
  skipped: number
  deferred: Candidate[]
  refused: { number: number; why: string; cure: string }[]
  answered: number[]
  /** Dispatched, GitHub said, and no run shows. */
  unlisted: number[]
  /** Why nothing more could be given out. */
  cut: string | null
}

type Live = { isLive: (candidate: Candidate) => boolean; at: Instant }

type Handing = { sweepRun: PullRun; input: SweepInput; gathered: Gathered; out: HandedOut; live: Live }

const seeLive = async (sweepRun: PullRun, { workflow }: SweepInput): Promise<Live> => {
  const isLive = await readLive(sweepRun.site, workflow)
  return { isLive, at: sweepRun.api.serverTime() }
}

const lateOf = async ({ sweepRun, gathered }: Handing, chunk: Candidate[]): Promise<Map<number, Late | 'gone'>> => {
  const numbers = chunk.filter(one => one.pull !== null).map(one => one.number)
  if (numbers.length === 0) return new Map()
  const { policy, past, today } = gathered
  const { owner, name } = sweepRun.site.target
  const asker = { runId: sweepRun.run.id, workflow: past.workflowName }
  return readLateMany(sweepRun.api, numbers, { owner, name, policy, asker, day: hasDailyBudget(policy) ? today : null })
}

type Objection = { rule: string; why: string }

const GONE: Objection = { rule: 'closed', why: 'it was closed since the list was read, or is not there any more' }

const objectionTo = ({ pull }: Candidate, late: Late | 'gone' | undefined): Objection | null =>
  pull === null || late === undefined ? null : late === 'gone' ? GONE : lateObjection(pull, late)

/** What the rules that are read last leave of a chunk, in its order. */
const stillDue = async (handing: Handing, chunk: Candidate[]): Promise<Candidate[]> => {
  const { out, sweepRun } = handing
  const late = await lateOf(handing, chunk)
  return chunk.filter(one => {
    const objection = objectionTo(one, late.get(one.number))
    if (objection === null) return true
    if (objection.rule === 'docs-only') out.docsSkipped++
    else if (objection.rule === 'daily-budget') out.deferred.push(one)
    else out.skipped++
    if (objection.rule !== 'docs-only') sweepRun.log(`sweep  #${one.number} → not now  ${objection.rule}: ${objection.why}`)
    return false
  })
}

/** A request that is a day old, and whose run GitHub refuses to start, is answered: nobody waits for ever. */
const giveUpOld = async ({ input, gathered, out }: Handing, { number, acts }: Candidate, why: string): Promise<void> => {
  const pullRun = input.pullRunOf(number)
  const old = acts.filter(act => act.kind !== 'bot-request' && pullRun.api.serverTime() - act.at >= GIVEN_UP_AFTER_S)
  if (old.length === 0) return
  await giveUp(pullRun, { acts: old, why, policy: gathered.policy, repo: gathered.repository })
  out.answered.push(number)
}

const start = async (handing: Handing, candidate: Candidate): Promise<void> => {
  const { input, gathered, out, sweepRun } = handing
  if (sweepRun.api.serverTime() - handing.live.at >= LIVE_FOR_S) handing.live = await seeLive(sweepRun, input)
  if (handing.live.isLive(candidate)) return void out.known++
  const pullRun = input.pullRunOf(candidate.number)
  const [act] = candidate.acts
  const inputs = { pull: String(candidate.number), ...(act === undefined ? {} : { act: act.id }) }
  const started = await startRun(pullRun, { workflow: input.workflow, ref: gathered.defaultBranch, inputs })
  if (started.kind === 'refused') {
    out.refused.push({ number: candidate.number, why: started.why, cure: started.cure })
    await giveUpOld(handing, candidate, `the run could not be started: ${started.why}; ${started.cure}`)
    return
  }
  out.given.push(candidate)
  pullRun.log(`dispatch  #${candidate.number} → ${candidate.work}  ${candidate.why}`)
  await markSeen(pullRun, candidate.acts)
}

const isHopeless = ({ out }: Handing): boolean => out.given.length === 0 && out.refused.length >= REFUSED_IN_A_ROW

const takeChunk = async (handing: Handing, chunk: Candidate[], limit: number): Promise<void> => {
  const { out } = handing
  for (const [at, candidate] of chunk.entries()) {
    if (out.given.length >= limit || isHopeless(handing)) out.deferred.push(candidate)
    else if (handing.input.fanOut === 'matrix') out.given.push(candidate)
    else
      await start(handing, candidate).catch(error => {
        out.deferred.push(...chunk.slice(at))
        throw error
      })
  }
}

/** The list of runs alone tells the next sweep what is under way, and may be seconds old: this sweep ends when it shows its own. */
const seeListed = async ({ sweepRun, input, out }: Handing, since: Instant): Promise<void> => {
  const expected = { workflow: input.workflow, pulls: out.given.map(one => one.number), since }
  try {
    out.unlisted = await unlistedOf(sweepRun.site, expected, sweepRun.clock.sleep)
    for (const number of out.unlisted) sweepRun.log(`warn  GitHub took the dispatch of #${number}, and lists no run for it yet`)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    sweepRun.log(`warn  the dispatched runs could not be looked for: ${error.message}`)
  }
}

const onlyLimited = (error: unknown): GitHubError => {
  if (error instanceof GitHubError && error.isLimited) return error
  throw error
}

/** Gives the work out, in order, up to the limit; what is left is said, and seen again by the next sweep. */
export const handOut = async (sweepRun: PullRun, input: SweepInput, gathered: Gathered): Promise<HandedOut> => {
  const out: HandedOut = {
    given: [],
    known: 0,
    docsSkipped: 0,
    skipped: 0,
    deferred: [],
    refused: [],
    answered: [],
    unlisted: [],
    cut: null,
  }
  if (gathered.candidates.length === 0) return out
  // A run that is started now would stand before the same limit.
  if (gathered.cut !== null) return { ...out, deferred: gathered.candidates.toSorted(inSweepOrder) }
  // Another sweep may have started runs since the list was read.
  const live = await seeLive(sweepRun, input).catch(onlyLimited)
  if (live instanceof GitHubError) return { ...out, deferred: gathered.candidates.toSorted(inSweepOrder), cut: live.message }
  const handing = { sweepRun, input, gathered, out, live }
  const due = gathered.candidates.filter(one => !live.isLive(one)).sort(inSweepOrder)
  out.known = gathered.candidates.length - due.length
  const limit = input.fanOut === 'matrix' ? MATRIX_LIMIT : gathered.policy['max-dispatches']
  let at = 0
  try {
    while (at < due.length && out.given.length < limit && !isHopeless(handing)) {
      const chunk = await stillDue(handing, due.slice(at, at + LATE_AT_ONCE))
      at += LATE_AT_ONCE
      await takeChunk(handing, chunk, limit)
    }
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    out.cut = error.message
    sweepRun.log(`warn  the sweep is cut short: ${error.message}`)
  }
  out.deferred.push(...due.slice(at))
  // Of what is left the next sweep sees again what has no verdict yet; with any other this one is not complete.
  const isFull = input.fanOut === 'matrix' && out.given.length >= MATRIX_LIMIT
  if (isFull && out.deferred.some(one => !one.isNew))
    out.cut ??= `the matrix is full with ${MATRIX_LIMIT} pull requests, and the next sweep takes the others`
  if (input.fanOut === 'dispatch') await seeListed(handing, live.at)
  return out
}
