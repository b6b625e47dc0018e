import { type Act, actorOf, demand, needs } from '../access.ts'
import { unprocessable } from '../refusal.ts'
import type { CheckRun, CommitStatus, Conclusion, RunStatus } from '../world/types.ts'

export type CheckFields = {
  name?: string | undefined
  status?: RunStatus | undefined
  conclusion?: Conclusion | undefined
  detailsUrl?: string | undefined
  externalId?: string | undefined
  output?:
    | { title?: string | null | undefined; summary?: string | null | undefined; text?: string | null | undefined }
    | undefined
}

/** A conclusion completes the check, and a completed check needs one. */
function apply(act: Act, check: CheckRun, fields: CheckFields): CheckRun {
  const status = fields.conclusion ? 'completed' : (fields.status ?? check.status)
  if (status === 'completed' && !(fields.conclusion ?? check.conclusion))
    throw unprocessable('Invalid request.', ['"conclusion" wasn\'t supplied.'])
  const { title, summary, text } = { ...check.output, ...fields.output }
  return Object.assign(check, {
    name: fields.name ?? check.name,
    status,
    conclusion: status === 'completed' ? (fields.conclusion ?? check.conclusion) : null,
    startedAt: check.startedAt ?? act.world.now,
    completedAt: status === 'completed' ? act.world.now : null,
    detailsUrl: fields.detailsUrl ?? check.detailsUrl,
    externalId: fields.externalId ?? check.externalId,
    output: { title: title ?? null, summary: summary ?? null, text: text ?? null },
  } satisfies Partial<CheckRun>)
}

export function createCheck(act: Act, headSha: string, fields: CheckFields & { name: string }): CheckRun {
  demand(act, needs.writeChecks)
  if (!act.repository.git.hasCommit(headSha)) throw unprocessable(`No commit found for SHA: ${headSha}`)
  const check: CheckRun = {
    ...act.world.identity('CR'),
    app: actorOf(act),
    headSha,
    name: fields.name,
    status: 'queued',
    conclusion: null,
    startedAt: null,
    completedAt: null,
    detailsUrl: null,
    externalId: null,
    output: { title: null, summary: null, text: null },
  }
  apply(act, check, fields)
  act.repository.checkRuns.push(check)
  return check
}

export function updateCheck(act: Act, check: CheckRun, fields: CheckFields): CheckRun {
  demand(act, needs.writeChecks)
  return apply(act, check, fields)
}

export type StatusFields = Pick<CommitStatus, 'state' | 'context' | 'description' | 'targetUrl'>

export function createStatus(act: Act, sha: string, fields: StatusFields): CommitStatus {
  demand(act, needs.writeStatuses)
  if (!act.repository.git.hasCommit(sha)) throw unprocessable(`No commit found for SHA: ${sha}`)
  const status: CommitStatus = { ...act.world.identity('SC'), sha, ...fields, creator: actorOf(act), createdAt: act.world.now }
  act.repository.statuses.push(status)
  return status
}

/** The newest status of each context. */
export function statusesOf(statuses: CommitStatus[], sha: string): CommitStatus[] {
  const newest = new Map(statuses.filter(status => status.sha === sha).map(status => [status.context, status]))
  return [...newest.values()]
}
