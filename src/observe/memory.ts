import type { Talk } from '../brief/modes.ts'
import { permissionOf } from '../github/runs.ts'
import type { PriorFinding } from '../review/decision.ts'
import { type Dismissed, type DismissedById, isOpen } from '../review/dismissed.ts'
import { isPerson } from '../snapshot/accounts.ts'
import { isOwnOutput } from '../snapshot/asked.ts'
import type { Login } from '../snapshot/ids.ts'
import { rememberedBy } from '../snapshot/remembered.ts'
import type { OwnThread, Snapshot } from '../snapshot/snapshot.ts'
import type { PullRun } from './context.ts'
import type { View } from './look.ts'

/** What a review knows from before: findings of earlier rounds, what people dismissed, and what they said. */
export type Memory = { prior: PriorFinding[]; dismissed: DismissedById; talk: Talk[] }

/** More people than talk in one review; each costs one request. */
const MOST_PEOPLE = 10
const MOST_REPLIES = 5

const mayWrite = async (pullRun: PullRun, login: Login): Promise<boolean> => {
  const known = pullRun.permissions[login]
  if (known === undefined && Object.keys(pullRun.permissions).length >= MOST_PEOPLE) return false
  const permission = known ?? (await permissionOf(pullRun.site, login))
  pullRun.permissions[login] = permission
  return permission === 'admin' || permission === 'write'
}

/** What people dismissed: by our own records, the verdicts' first, and by requests of people who have write access now. */
export const dismissedNow = async (pullRun: PullRun, snapshot: Snapshot): Promise<DismissedById> => {
  const byId = new Map<string, Dismissed>()
  for (const { id, by } of rememberedBy(snapshot)) if (by !== undefined) byId.set(id, { by, why: '' })
  for (const { finding, by, why, state } of snapshot.dismissals)
    if (state === 'answered' || (await mayWrite(pullRun, by))) byId.set(finding, { by, why })
  return byId
}

const talkIn = async (pullRun: PullRun, thread: OwnThread, { snapshot, policy }: View): Promise<Talk> => {
  const replies: Talk['replies'] = []
  for (const reply of thread.replies.slice(-4 * MOST_REPLIES)) {
    const { author } = reply
    if (!isPerson(author, policy['automation-accounts']) || isOwnOutput(reply, snapshot.facts)) continue
    if (await mayWrite(pullRun, author.login)) replies.push({ by: author.login, body: reply.body })
  }
  const resolvedBy = thread.isResolved && thread.resolvedBy !== snapshot.facts.viewer.login ? thread.resolvedBy : null
  return { finding: thread.finding, resolvedBy, replies: replies.slice(-MOST_REPLIES) }
}

/** Everything remembered for a review that is about to be made; people's access is asked here and for nothing less. */
export const memoryOf = async (pullRun: PullRun, view: View): Promise<Memory> => {
  const dismissed = await dismissedNow(pullRun, view.snapshot)
  const prior = rememberedBy(view.snapshot).map((one): PriorFinding => {
    const by = dismissed.get(one.id)?.by
    return by === undefined || !isOpen(one.status) ? one : { ...one, status: 'accepted-risk', by }
  })
  const open = new Set(prior.filter(one => isOpen(one.status)).map(one => one.id))
  const talk: Talk[] = []
  for (const thread of view.snapshot.threads) if (open.has(thread.finding)) talk.push(await talkIn(pullRun, thread, view))
  return { prior, dismissed, talk: talk.filter(one => one.resolvedBy !== null || one.replies.length > 0) }
}
