import { answerBody } from '../comments/answer.ts'
import { GitHubError } from '../github/errors.ts'
import { recentRuns } from '../github/workflow-runs.ts'
import { createComment, react } from '../github/writer.ts'
import { type Dispatch, type Dispatched, refusalOf, sendDispatch } from '../github/writer-dispatch.ts'
import { appendMarker } from '../markers/encode.ts'
import type { PullRun } from '../observe/context.ts'
import type { Policy } from '../policy/schema.ts'
import type { Act } from '../snapshot/snapshot.ts'

const TRIES = 3
const PAUSE_MS = 5_000

/** `unanswered` = GitHub failed, and no run shows: nothing is known to be started. */
export type Started = Dispatched | { kind: 'unanswered'; why: string }

/** After a lost answer the runs tell whether it landed: a second run would find nothing to do, and cost a runner all the same. */
const afterFailure = async (pullRun: PullRun, wanted: Dispatch, error: unknown): Promise<Started> => {
  if (!(error instanceof GitHubError) || error.isLimited) throw error
  if (error.landed === 'no') return refusalOf(error, wanted)
  await pullRun.clock.sleep(PAUSE_MS)
  const runs = await recentRuns(pullRun.site, wanted.workflow)
  const found = runs.some(run => run.pull === pullRun.site.target.number && run.state === 'live' && run.onlyOf === null)
  return found ? { kind: 'started', run: null } : { kind: 'unanswered', why: error.message }
}

/** Starts a run, with three tries: what GitHub refuses for a moment it may take a moment later. A rate limit is no refusal: it is thrown. */
export const startRun = async (pullRun: PullRun, wanted: Dispatch): Promise<Dispatched> => {
  for (let tried = 1; ; tried++) {
    const started = await sendDispatch(pullRun.site, wanted).catch(error => afterFailure(pullRun, wanted, error))
    if (started.kind === 'started') return started
    if (tried === TRIES)
      return started.kind === 'refused' ? started : { kind: 'refused', why: started.why, cure: 'the next sweep tries again' }
    pullRun.log(`dispatch  #${pullRun.site.target.number} refused (${tried} of ${TRIES})`)
    await pullRun.clock.sleep(PAUSE_MS * tried)
  }
}

/** Starts a run for a person who waits for it: a refusal is told at once, and only what GitHub failed at is tried again. */
export const startNow = async (pullRun: PullRun, wanted: Dispatch): Promise<Started> => {
  for (let tried = 1; ; tried++) {
    const started = await sendDispatch(pullRun.site, wanted).catch(async (error): Promise<Started> => {
      if (!(error instanceof GitHubError) || error.landed === 'no') return refusalOf(error, wanted)
      return afterFailure(pullRun, wanted, error).catch(() => ({ kind: 'unanswered', why: error.message }))
    })
    if (started.kind !== 'unanswered' || tried === TRIES) return started
    pullRun.log(`dispatch  #${pullRun.site.target.number} failed (${tried} of ${TRIES}): ${started.why}`)
    await pullRun.clock.sleep(PAUSE_MS * tried)
  }
}

/** Shows the people who asked that their requests were seen: display only, and only where nobody did before. */
export const markSeen = async (pullRun: PullRun, acts: Act[]): Promise<void> => {
  for (const { text } of acts) {
    if (text === null || text.reacted.includes('EYES')) continue
    await react(pullRun.site, text.nodeId, 'EYES').catch(error => {
      if (!(error instanceof GitHubError)) throw error
      pullRun.log(`warn  a request of #${pullRun.site.target.number} could not be marked as seen: ${error.message}`)
    })
  }
}

/** The answer to requests that no run can be started for: nobody waits for ever, and the next sweep does not ask again. */
export const giveUp = async (
  pullRun: PullRun,
  { acts, why, policy, repo }: { acts: Act[]; why: string; policy: Policy; repo: number },
): Promise<void> => {
  const marker = {
    kind: 'answer',
    repo,
    pull: pullRun.site.target.number,
    acts: acts.map(act => act.id),
    outcome: 'refused',
    nonce: pullRun.nonce(),
  } as const
  const body = pullRun.scrub(answerBody({ acts, why, policy }))
  await createComment(pullRun.site, appendMarker(body, marker, pullRun.keys))
}
