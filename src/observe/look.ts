import { askedPolicy } from '../decide/asked.ts'
import { type Plan, plan } from '../decide/plan.ts'
import { GitHubError } from '../github/errors.ts'
import { observe } from '../github/observe.ts'
import { permissionOf } from '../github/runs.ts'
import type { Policy } from '../policy/schema.ts'
import { isMember } from '../snapshot/accounts.ts'
import { askersOf } from '../snapshot/acts.ts'
import type { Facts } from '../snapshot/facts.ts'
import type { Login } from '../snapshot/ids.ts'
import { rebuild } from '../snapshot/rebuild.ts'
import { isShort } from '../snapshot/short.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { lockOf, type PullRun, settingsOf, takeSeat } from './context.ts'
import { withOwnWrites } from './own-writes.ts'
import { type OwnerFact, ownerOf } from './owner.ts'
import { policyOf } from './policy.ts'

/** One look at the pull: the snapshot, who holds it, and what follows. `readAtMs` = the runner's clock when the read was sent. */
export type View = { snapshot: Snapshot; policy: Policy; owner: OwnerFact; plan: Plan; readAtMs: number }

export type Mine = { nonce: string | null; lock: number | null }

/** Of a look by a run that holds nothing. */
export const UNHELD: Mine = { nonce: null, lock: null }

/** Whose access must be asked live: the askers of open requests, and an author whom GitHub does not call a member. */
const peopleToAsk = (snapshot: Snapshot, policy: Policy): Login[] => {
  const { author, state } = snapshot.facts.pull
  const unsure =
    state === 'OPEN' && author?.kind === 'User' && !isMember(snapshot.facts) && policy['untrusted-authors'] !== 'review'
  return [...askersOf(snapshot.acts), ...(unsure && author !== null ? [author.login] : [])]
}

const withPermissions = async (pullRun: PullRun, facts: Facts, policy: Policy): Promise<Snapshot> => {
  const settings = settingsOf(pullRun, policy)
  const first = rebuild({ ...facts, permissions: pullRun.permissions }, settings)
  const missing = peopleToAsk(first, policy).filter(login => pullRun.permissions[login] === undefined)
  if (missing.length === 0) return first
  for (const login of new Set(missing)) pullRun.permissions[login] = await permissionOf(pullRun.site, login)
  return rebuild({ ...facts, permissions: pullRun.permissions }, settings)
}

/** With other eyes than the token's, what the token itself wrote is no longer “ours”. */
const seenBy = (facts: Facts, viewer: Facts['viewer'] | undefined): Facts => {
  if (viewer === undefined) return facts
  const other = <T extends { viewerDidAuthor: boolean }>(list: T[]): T[] => list.map(one => ({ ...one, viewerDidAuthor: false }))
  return { ...facts, viewer, comments: other(facts.comments), reviews: other(facts.reviews) }
}

/** Facts → snapshot → owner → plan, for facts that were just read. */
export const viewOf = async (pullRun: PullRun, facts: Facts, look: { mine: Mine; readAtMs: number }): Promise<View> => {
  const written = policyOf(facts)
  const snapshot = await withPermissions(pullRun, withOwnWrites(seenBy(facts, pullRun.viewAs), pullRun.own), written)
  const policy = askedPolicy(written, snapshot)
  const owner = await ownerOf(pullRun.site, snapshot, look.mine)
  return {
    snapshot,
    policy,
    owner,
    plan: plan({ snapshot, policy, owner: owner.owner, run: pullRun.run.facts }),
    readAtMs: look.readAtMs,
  }
}

/** The policy comes with the read: where it gives this reviewer another place in the panel, and so another lock, that one is read. */
const read = async (pullRun: PullRun): Promise<Facts> => {
  for (;;) {
    const lock = lockOf(pullRun)
    const facts = await observe({ api: pullRun.api, target: pullRun.site.target, lock: lock.graphql })
    takeSeat(pullRun, policyOf(facts))
    if (lockOf(pullRun) === lock) return facts
  }
}

/** Reads the pull and says what is to be done. A list that is known to be short is read once more, then the run stops. */
export const look = async (pullRun: PullRun, mine: Mine): Promise<View> => {
  for (let tried = 1; ; tried++) {
    const readAtMs = pullRun.clock.nowMs()
    const view = await viewOf(pullRun, await read(pullRun), { mine, readAtMs })
    if (!isShort(view.snapshot)) return view
    if (tried > 1)
      throw new GitHubError('graphql Observe', {
        status: 200,
        detail: 'a verdict or comment that this reviewer wrote is missing from the list; nothing is decided on half a read',
        landed: 'no',
      })
    await pullRun.clock.sleep(1_000)
  }
}
