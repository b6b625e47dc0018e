import { CHECK_NAME, type Check, checkOf, queueCheckOf } from '../decide/check.ts'
import { GitHubError } from '../github/errors.ts'
import { createCheck, newestCheck, wordOf } from '../github/writer-check.ts'
import type { PullRun } from '../observe/context.ts'
import type { RunReport } from '../rounds/report.ts'
import type { Sha } from '../snapshot/ids.ts'
import { safeInline } from '../text/safe.ts'

const KINDS = { skipped: 'skip', waiting: 'wait', escalated: 'escalate' } as const

/** The rules that are read last are told by the report: a look without them would say review. */
const ruleOf = ({ view, rule, outcome }: RunReport) => {
  const { decision } = view.plan
  if (decision.kind !== 'review') return { rule: decision.rule, kind: decision.kind }
  return { rule, kind: outcome in KINDS ? KINDS[outcome as keyof typeof KINDS] : null }
}

const write = async (pullRun: PullRun, report: RunReport, { check, sha }: { check: Check; sha: Sha }): Promise<void> => {
  const { snapshot, policy } = report.view
  if (policy.check === 'off') return
  const place = { kind: policy.check, name: CHECK_NAME, sha }
  try {
    if ((await newestCheck(pullRun.site, place, snapshot.facts.viewer.login)) === wordOf(place.kind, check.state)) return
    const summary = safeInline(pullRun.scrub(report.reason))
    await createCheck(pullRun.site, place, { ...check, summary, url: pullRun.run.url })
    pullRun.log(`check  ${sha.slice(0, 7)} ${check.state}: ${check.title}`)
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    pullRun.log(`warn  the ${policy.check} could not be written: ${error.message}`)
  }
}

/**
 * Says on the head how the review stands, so that branch rules can require it: where the policy asks for it, and only when it
 * differs from what stands there. A token that may not is one warning.
 */
export const tellCheck = async (pullRun: PullRun, report: RunReport): Promise<void> => {
  const { snapshot } = report.view
  const failed = report.outcome === 'failed' || report.outcome === 'terminated'
  const check = checkOf({ snapshot, failed, ...ruleOf(report) })
  if (check !== null) await write(pullRun, report, { check, sha: snapshot.facts.pull.head.oid })
}

/** The same for the commit that the merge queue tests. */
export const tellQueueCheck = (pullRun: PullRun, report: RunReport, sha: Sha): Promise<void> =>
  write(pullRun, report, { check: queueCheckOf(report.view.snapshot), sha })
