import { applyRequest } from '../effects/request.ts'
import { wake } from '../effects/wake.ts'
import { requestedReviewers } from '../github/requested-reviewers.ts'
import { permissionOf } from '../github/runs.ts'
import { type PullRun, settingsOf } from '../observe/context.ts'
import { heldUp } from '../observe/held-up.ts'
import { knownSkills } from '../observe/known-skills.ts'
import { look, UNHELD, type View } from '../observe/look.ts'
import { answersOf } from '../request/answers.ts'
import { type Caller, planRequest, type Wanted } from '../request/plan-request.ts'
import { loginOf } from '../snapshot/ids.ts'
import { standingOf } from '../snapshot/standing.ts'

/** `caller: null` = the account whose token it is; `name[bot]` is an App, which a person's account of that name is not. `wakes` = the workflow to start when that is a bot, whose labels start nothing; `reviewsAs` = the account that reviews here, where known. */
export type RequestOrder = { caller: string | null; wanted: Wanted; wakes: string; reviewsAs: string | null }

export type Requested = {
  kind: 'refused' | 'asked' | 'nothing' | 'not-woken'
  /** One line for each thing done, refused or passed over. */
  lines: string[]
  reason: string
  view: View
}

const callerOf = async (pullRun: PullRun, { snapshot }: View, named: string | null): Promise<Caller> => {
  const { viewer } = snapshot.facts
  const login = named === null ? viewer.login : loginOf(named)
  // An installation is no collaborator: what its token may not do, GitHub refuses.
  if (viewer.isBot && login === viewer.login && (named?.endsWith('[bot]') ?? true)) return { login, permission: 'write' }
  return { login, permission: pullRun.permissions[login] ?? (await permissionOf(pullRun.site, login)) }
}

/** A label that a bot set starts no workflow: the review is started by hand. */
const woken = async (
  pullRun: PullRun,
  view: View,
  { order, lines }: { order: RequestOrder; lines: string[] },
): Promise<Requested> => {
  const { viewer } = view.snapshot.facts
  const done: Requested = {
    kind: lines.length > 0 ? 'asked' : 'nothing',
    lines,
    reason: lines.length > 0 ? 'a review is asked for' : 'all of it was asked for already',
    view,
  }
  if (!viewer.isBot || standingOf(view.snapshot, false) !== undefined) return done
  const started = await wake(pullRun, view, order.wakes)
  if (started.kind === 'started') return { ...done, kind: 'asked', lines: [...lines, 'started the review workflow'] }
  return { ...done, kind: 'not-woken', reason: `the review could not be started: ${started.why}; ${started.cure}` }
}

/** Asks for a review: observe → decide → act. Refused or not is known before the first write. */
export const request = async (pullRun: PullRun, order: RequestOrder): Promise<Requested> => {
  const view = await look(pullRun, UNHELD)
  const { wanted } = order
  const plan = planRequest({
    snapshot: view.snapshot,
    answers: answersOf(view.snapshot.facts, settingsOf(pullRun, view.policy), order.reviewsAs),
    policy: view.policy,
    caller: await callerOf(pullRun, view, order.caller),
    wanted,
    requested: wanted.reviewers.length === 0 ? { users: [], teams: [] } : await requestedReviewers(pullRun.site),
    skills: await knownSkills(pullRun, view.policy, wanted.skills),
  })
  if (plan.kind === 'refused') return { kind: 'refused', lines: [], reason: `${plan.why}; ${plan.cure}`, view }
  const asks = plan.labels.includes(view.policy.labels.ask)
  const waits = await heldUp(pullRun, view, { reviewsAs: order.reviewsAs, asks })
  const lines = await applyRequest(pullRun, plan)
  const requested = await woken(pullRun, view, { order, lines })
  const said = [...plan.said.map(text => `not     ${text}`), ...(waits === null ? [] : [`waits   ${waits}`])]
  return {
    ...requested,
    lines: [...requested.lines, ...said],
    reason: waits === null ? requested.reason : `${requested.reason}; ${waits}`,
  }
}
