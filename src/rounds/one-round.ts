import { type Held, LockLost } from '../effects/held.ts'
import { Cancelled, ConfigError, GitHubError } from '../github/errors.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { letGo, takeLock } from './lock.ts'
import type { Ready } from './ready.ts'
import { quietReport, type RunReport } from './report.ts'
import { round } from './round.ts'
import type { WorkDeps } from './work.ts'

const lostReport = (view: View, error: LockLost): RunReport => ({
  ...quietReport(view, view.plan),
  outcome: 'superseded',
  reason: error.message,
})

/** What was told to end before it had anything to lose: the next run finds the pull as it is. */
export const cancelledReport = (view: View): RunReport => ({
  ...quietReport(view, view.plan),
  outcome: 'terminated',
  reason: 'the run was cancelled before its review began',
  rule: null,
  cutOff: true,
})

const busyReport = (view: View): RunReport => ({
  ...quietReport(view, view.plan),
  outcome: 'waiting',
  reason: 'in-progress: another run took the lock; it serves what is open here',
  rule: 'in-progress',
})

/** Whose runs GitHub gives a token that may not write. */
const restrictedOf = ({ snapshot }: View): string | null => {
  const { isCrossRepository, author } = snapshot.facts.pull
  if (isCrossRepository) return 'a fork’s pull request'
  return author?.login === 'dependabot' ? 'Dependabot’s pull request' : null
}

/** Settings may give such a run more rights all the same: only its first write tells. */
export const mayBeReadOnly = ({ run }: PullRun, view: View): boolean =>
  run.event === 'pull_request' && restrictedOf(view) !== null

/** A fork's or Dependabot's run cannot mend its token: it skips, and says what to do. Anybody else's can. */
const readOnlyReport = (view: View, error: GitHubError): RunReport => {
  const who = restrictedOf(view)
  if (who === null)
    throw new ConfigError(
      `token: found one that may not write here (${error.message}); expected pull-requests: write and issues: write; add both to the permissions of the job`,
    )
  return {
    ...quietReport(view, view.plan),
    outcome: 'skipped',
    reason: `read-only: the token of a run for ${who} may not write; install examples/forks.yml, or ask for a review in a comment`,
    rule: 'read-only',
  }
}

const isForbidden = (error: unknown): error is GitHubError =>
  error instanceof GitHubError && !error.isLimited && (error.status === 403 || error.status === 404)

/** The lock, or the report of a run that cannot have it. */
const lockOrReport = async (pullRun: PullRun, view: View): Promise<Held | RunReport> => {
  try {
    return (await takeLock(pullRun, view)) ?? busyReport(view)
  } catch (error) {
    if (isForbidden(error)) return readOnlyReport(view, error)
    throw error
  }
}

/** Work with the lock held; the lock is let go whatever happens. */
export const underLock = async (pullRun: PullRun, view: View, work: (held: Held) => Promise<RunReport>): Promise<RunReport> => {
  const held = await lockOrReport(pullRun, view)
  if ('outcome' in held) return held
  try {
    return await work(held)
  } catch (error) {
    if (error instanceof Cancelled) return cancelledReport(view)
    if (!(error instanceof LockLost)) throw error
    if (error.deleted) pullRun.run.facts.claimDeleted = true
    pullRun.log(`lock  lost: ${error.message}`)
    return lostReport(view, error)
  } finally {
    await letGo(pullRun, held)
  }
}

export const oneRound = (
  pullRun: PullRun,
  { view, ready }: { view: View; ready: Ready | null },
  deps: WorkDeps,
): Promise<RunReport> => underLock(pullRun, view, held => round(pullRun, held, { deps, before: view, known: ready }))
