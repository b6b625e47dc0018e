import { join } from 'node:path'
import { fixMessage } from '../comments/fix-commit.ts'
import { keyFor, type PushMeans } from '../decide/fork-push.ts'
import type { GitFailure } from '../git/failure.ts'
import type { Pushed } from '../git/push.ts'
import { openRepository } from '../git/repository.ts'
import type { TreeChange } from '../git/tree-changes.ts'
import { sshAddressOf } from '../github/ssh-address.ts'
import type { View } from '../observe/look.ts'
import { isWorkflowToken } from '../snapshot/accounts.ts'
import type { Sha } from '../snapshot/ids.ts'
import { pushByKey } from './push-by-key.ts'
import type { FixJob, FixTime } from './work.ts'

/** The key pushes where it reaches, else the token; both `null` = the run's own token. */
export type FixDeps = FixTime & { push: PushMeans }

/** The workflow's own token pushes: GitHub starts no runs for what it pushes. */
export const isSilentPush = ({ push }: FixDeps, { snapshot }: View): boolean =>
  push.key === null && push.token === null && isWorkflowToken(snapshot.facts.viewer)

export type Published = Pushed | GitFailure

/** A commit of the changes on top of the claimed head, in a repository that nothing an agent started has ever seen. */
const commitIn = async (
  dir: string,
  job: Omit<FixJob, 'deps'> & { deps: FixDeps },
  changes: TreeChange[],
): Promise<Sha | GitFailure> => {
  const { claim, view, verdict, tasks, deps } = job
  const { pull } = view.snapshot.facts
  const repository = await openRepository({ ...deps.git, dir, stop: deps.stop })
  if (repository.kind === 'git-failed') return repository
  const fetched = await repository.fetchPull({
    head: claim.head,
    base: pull.base.oid,
    mergeBase: claim.head,
  })
  if (fetched.kind === 'git-failed') return fetched
  const identity = view.policy['commit-identity']
  return repository.commit({ parent: claim.head, changes, message: fixMessage(verdict.id, tasks), identity })
}

export type Publishing = Omit<FixJob, 'deps'> & { deps: FixDeps; changes: TreeChange[] }

export type Prepush = { commit: Sha; push: () => Promise<Published> }

/** Everything up to the push itself, so that the last read before it is as young as can be. */
export const prepareCommit = async (job: Publishing): Promise<Prepush | GitFailure> => {
  const { pullRun, claim, view, deps, changes } = job
  const dir = join(deps.scratch, pullRun.nonce())
  const commit = await commitIn(dir, job, changes)
  if (typeof commit !== 'string') return commit
  const { head } = view.snapshot.facts.pull
  const name = head.repository ?? `${pullRun.site.target.owner}/${pullRun.site.target.name}`
  const request = { ref: `refs/heads/${head.ref}`, expected: claim.head, commit }
  const key = keyFor(view.snapshot, deps.push)
  if (key !== null) {
    const address = await sshAddressOf(pullRun.site, name)
    return { commit, push: () => pushByKey(deps, { key, address, dir, request }) }
  }
  const push = async (): Promise<Published> => {
    const token = deps.push.token ?? deps.git.token
    const target = await openRepository({ ...deps.git, url: `${pullRun.run.serverUrl}/${name}.git`, token, dir, stop: deps.stop })
    if (target.kind === 'git-failed') return target
    return target.push(request)
  }
  return { commit, push }
}
