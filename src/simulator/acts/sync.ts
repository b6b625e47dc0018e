import type { Act } from '../access.ts'
import { send } from '../webhooks.ts'
import type { Pull, Repository } from '../world/types.ts'
import { fullName, pullsOf } from '../world/world.ts'
import { moveThreads } from './outdate.ts'
import { record } from './timeline.ts'

const isHead = (repository: Repository, pull: Pull) => pull.head.repository?.toLowerCase() === fullName(repository).toLowerCase()

/** Where the head branch stands now; null = deleted, with its fork or alone. */
export function headNow(act: Act, pull: Pull): string | null {
  const repository = pull.head.repository === null ? null : act.world.repository(pull.head.repository)
  return repository?.git.branch(pull.head.ref) ?? null
}

/** Brings every pull that looks at this repository up to its branches; answers nothing new when nothing moved. */
export function syncPulls(act: Act): void {
  for (const base of act.world.repositories) {
    const inBase: Act = { ...act, repository: base }
    for (const pull of pullsOf(base)) {
      if (isHead(act.repository, pull)) syncHead(inBase, pull)
      if (base === act.repository) syncBase(inBase, pull)
    }
  }
}

function syncHead(act: Act, pull: Pull): void {
  if (pull.state !== 'open') return
  const now = headNow(act, pull)
  if (now === pull.head.oid) return
  if (now === null) {
    record(act, pull, { event: 'head_ref_deleted', ref: pull.head.ref })
    closeBySync(act, pull)
  } else moveHead(act, pull, now)
}

function moveHead(act: Act, pull: Pull, after: string): void {
  const { git } = act.repository
  const before = pull.head.oid
  const forced = !git.isAncestor(before, after)
  // The old commit can still be fetched by its id, as on GitHub.
  git.setRef(`refs/kept/${before}`, before)
  git.setRef(`refs/pull/${pull.number}/head`, after)
  moveThreads(act.repository, pull, after)
  pull.head.oid = after
  pull.updatedAt = act.world.now
  if (forced) {
    record(act, pull, { event: 'head_ref_force_pushed', before, after })
    // After a force push old reviews speak of another commit than they were made on (fact 20).
    for (const review of pull.reviews) review.commit = after
  }
  send(act, 'pull_request.synchronize', { pull, more: { before, after } })
}

function syncBase(act: Act, pull: Pull): void {
  const { git } = act.repository
  const now = git.branch(pull.base.ref)
  if (now === pull.base.oid || pull.state !== 'open') return
  if (now === null) retargetOrClose(act, pull)
  else if (git.isAncestor(pull.head.oid, now)) markMerged(act, pull, now)
  else pull.base.oid = now
}

/** The branch of a merged pull was deleted: pulls onto it move on to where it was merged. */
function retargetOrClose(act: Act, pull: Pull): void {
  const merged = pullsOf(act.repository).find(
    other => other.merged !== null && other.head.ref === pull.base.ref && isHead(act.repository, other),
  )
  const oid = merged && act.repository.git.branch(merged.base.ref)
  if (!merged || !oid) closeBySync(act, pull)
  else {
    record(act, pull, { event: 'automatic_base_change_succeeded', from: pull.base.ref, to: merged.base.ref })
    pull.base = { ref: merged.base.ref, oid }
  }
}

function closeBySync(act: Act, pull: Pull): void {
  close(act, pull)
  send(act, 'pull_request.closed', { pull })
}

export function close(act: Act, pull: Pull): void {
  pull.state = 'closed'
  pull.closedAt = act.world.now
  pull.closedBy = act.viewer.account?.login ?? null
  pull.autoMerge = null
  record(act, pull, { event: 'closed' })
}

export function markMerged(act: Act, pull: Pull, oid: string): void {
  pull.merged = { at: act.world.now, by: act.viewer.account?.login ?? '', oid }
  record(act, pull, { event: 'merged' })
  closeBySync(act, pull)
}
