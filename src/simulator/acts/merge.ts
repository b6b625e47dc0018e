import { type Act, actorOf, demand, needs } from '../access.ts'
import { commitTree } from '../git/commit.ts'
import { found, Refusal, unprocessable } from '../refusal.ts'
import { mergeableOf } from '../world/pulls.ts'
import type { Pull, Repository } from '../world/types.ts'
import { markMerged, syncPulls } from './sync.ts'

type MergeMethod = 'merge' | 'squash' | 'rebase'

function mergeCommit(act: Act, pull: Pull, method: MergeMethod): string {
  const { git } = act.repository
  const ours = pull.base.oid
  const tree = git.isAncestor(ours, pull.head.oid) ? git.commit(pull.head.oid).tree : found(git.mergeTree(ours, pull.head.oid))
  return commitTree(git, {
    tree: tree.split('\n')[0] ?? tree,
    // A rebase of one tree is close enough to a squash for everything that is asked of it here.
    parents: method === 'merge' ? [ours, pull.head.oid] : [ours],
    message: method === 'merge' ? `Merge pull request #${pull.number}\n\n${pull.title}` : `${pull.title} (#${pull.number})`,
    author: { login: actorOf(act), at: act.world.now },
  })
}

/** 405 when it cannot be merged, 409 when the head is not the one that was meant. */
export function mergePull(act: Act, pull: Pull, wanted: { method: MergeMethod; sha: string | null }): string {
  demand(act, needs.push)
  if (pull.merged) throw new Refusal(405, 'Pull Request is not mergeable')
  if (pull.state !== 'open') throw new Refusal(405, 'Pull Request is not mergeable')
  if (pull.draft) throw new Refusal(405, 'Pull Request is still a draft')
  if (wanted.sha !== null && wanted.sha !== pull.head.oid)
    throw new Refusal(409, 'Head branch was modified. Review and try the merge again.')
  if (mergeableOf(act.repository, pull) !== true) throw new Refusal(405, 'Pull Request is not mergeable')
  const oid = mergeCommit(act, pull, wanted.method)
  act.repository.git.setRef(`refs/heads/${pull.base.ref}`, oid)
  markMerged(act, pull, oid)
  pull.base.oid = act.repository.git.commit(oid).parents[0] ?? pull.base.oid
  syncPulls(act)
  return oid
}

/** Merges the base into the head branch; old reviews move along (fact 20). */
export function updateBranch(act: Act, pull: Pull, expectedHead: string | null): void {
  demand(act, needs.push)
  if (expectedHead !== null && expectedHead !== pull.head.oid)
    throw unprocessable(`expected head sha didn't match current head ref.`)
  const { git } = act.repository
  const tree = git.mergeTree(pull.head.oid, pull.base.oid)
  if (tree === null) throw unprocessable('merge conflict between base and head')
  const oid = commitTree(git, {
    tree: tree.split('\n')[0] ?? tree,
    parents: [pull.head.oid, pull.base.oid],
    message: `Merge branch '${pull.base.ref}' into ${pull.head.ref}`,
    author: { login: actorOf(act), at: act.world.now },
  })
  const repository: Repository = found(act.world.repository(pull.head.repository ?? ''))
  repository.git.setRef(`refs/heads/${pull.head.ref}`, oid)
  syncPulls({ ...act, repository })
  for (const review of pull.reviews) review.commit = oid
}
