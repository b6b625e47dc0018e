import { type Act, actorOf, demand, may, needs } from '../access.ts'
import { forbidden, invalid, unprocessable } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Issue, Pull } from '../world/types.ts'
import { fullName, pullsOf, sameLogin } from '../world/world.ts'
import { close, headNow } from './sync.ts'
import { checkBody, editText, newText } from './texts.ts'
import { record } from './timeline.ts'

export type NewPull = {
  title: string
  body: string
  /** `branch` or `owner:branch`. */
  head: string
  headRepository?: string | undefined
  base: string
  draft?: boolean | undefined
  maintainerCanModify?: boolean | undefined
}

export const nextNumber = (act: Act): number => Math.max(0, ...act.repository.issues.map(issue => issue.number)) + 1

const discussion = (act: Act, prefix: string, of: { title: string; body: string; number: number }) => ({
  ...newText(act, prefix, checkBody(of.body, { resource: 'Issue', mayBeEmpty: true })),
  number: of.number,
  title: of.title,
  state: 'open' as const,
  closedAt: null,
  closedBy: null,
  locked: false,
  labels: [],
  comments: [],
  timeline: [],
})

export function openIssue(act: Act, of: { title: string; body: string }): Issue {
  demand(act, needs.comment)
  if (of.title.trim() === '') throw invalid({ resource: 'Issue', field: 'title', code: 'missing_field' })
  const issue: Issue = { kind: 'issue', ...discussion(act, 'I', { ...of, number: nextNumber(act) }) }
  act.repository.issues.push(issue)
  send(act, 'issues.opened', { issue })
  return issue
}

function headOf(act: Act, wanted: NewPull) {
  const { world, repository } = act
  const [owner, ref] = wanted.head.includes(':') ? wanted.head.split(':') : [repository.owner, wanted.head]
  const own = sameLogin(owner ?? null, repository.owner)
  const fork = world.repositories.find(known => known.forkOf === fullName(repository) && sameLogin(known.owner, owner ?? null))
  const source = wanted.headRepository ? world.repository(wanted.headRepository) : own ? repository : (fork ?? null)
  const oid = source?.git.branch(ref ?? '') ?? null
  if (!source || !ref || oid === null) throw invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' })
  return { repository: fullName(source), owner: source.owner, ref, oid }
}

/** Refuses a missing branch, an empty difference and a second open pull for the same branches. */
export function openPull(act: Act, wanted: NewPull, number = nextNumber(act)): Pull {
  demand(act, { ...needs.managePull, role: 'read' })
  const { git } = act.repository
  const baseOid = git.branch(wanted.base)
  if (baseOid === null) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  const head = headOf(act, wanted)
  if (git.between(baseOid, head.oid).length === 0) {
    throw invalid({
      resource: 'PullRequest',
      field: '',
      code: 'custom',
      message: `No commits between ${wanted.base} and ${wanted.head}`,
    })
  }
  const twin = pullsOf(act.repository).some(
    pull =>
      pull.state === 'open' &&
      pull.head.ref === head.ref &&
      pull.head.repository === head.repository &&
      pull.base.ref === wanted.base,
  )
  if (twin)
    throw invalid({
      resource: 'PullRequest',
      field: '',
      code: 'custom',
      message: `A pull request already exists for ${head.owner}:${head.ref}.`,
    })
  const pull: Pull = {
    kind: 'pull',
    ...discussion(act, 'PR', { ...wanted, number }),
    draft: wanted.draft ?? false,
    base: { ref: wanted.base, oid: baseOid },
    head,
    merged: null,
    reviews: [],
    threads: [],
    requests: [],
    autoMerge: null,
    maintainerCanModify: wanted.maintainerCanModify ?? head.repository !== fullName(act.repository),
  }
  act.repository.issues.push(pull)
  git.setRef(`refs/pull/${number}/head`, head.oid)
  send(act, 'pull_request.opened', { pull })
  return pull
}

/** Authors manage their own pulls, others need the right named. */
function demandManage(act: Act, issue: Issue | Pull): void {
  const scoped = issue.kind === 'pull' ? needs.managePull : needs.editOthers
  demand(act, sameLogin(issue.author, actorOf(act)) ? { ...scoped, role: 'read' } : scoped)
}

export type IssueChanges = { title?: string | undefined; body?: string | null | undefined; state?: 'open' | 'closed' | undefined }
export type PullChanges = IssueChanges & { base?: string | undefined; maintainerCanModify?: boolean | undefined }

const eventOf = (issue: Issue | Pull) => (issue.kind === 'pull' ? 'pull_request' : 'issues')
const subjectOf = (issue: Issue | Pull) => (issue.kind === 'pull' ? { pull: issue } : { issue })

export function updateIssue(act: Act, issue: Issue | Pull, changes: IssueChanges): void {
  demandManage(act, issue)
  if (changes.title !== undefined && changes.title !== issue.title) {
    const from = issue.title
    record(act, issue, { event: 'renamed', from, to: changes.title })
    issue.title = changes.title
    send(act, `${eventOf(issue)}.edited`, { ...subjectOf(issue), more: { changes: { title: { from } } } })
  }
  if (changes.body !== undefined && (changes.body ?? '') !== issue.body) {
    const from = issue.body
    editText(act, issue, checkBody(changes.body ?? '', { resource: 'Issue', mayBeEmpty: true }))
    send(act, `${eventOf(issue)}.edited`, { ...subjectOf(issue), more: { changes: { body: { from } } } })
  }
  if (changes.state !== undefined) setState(act, issue, changes.state)
}

export function updatePull(act: Act, pull: Pull, changes: PullChanges): void {
  updateIssue(act, pull, { ...changes, state: undefined })
  if (changes.base !== undefined && changes.base !== pull.base.ref) retarget(act, pull, changes.base)
  if (changes.maintainerCanModify !== undefined) pull.maintainerCanModify = changes.maintainerCanModify
  if (changes.state !== undefined) setState(act, pull, changes.state)
}

function setState(act: Act, issue: Issue | Pull, state: 'open' | 'closed'): void {
  if (issue.state === state) return
  if (state === 'open') reopen(act, issue)
  else closeOne(act, issue)
}

function closeOne(act: Act, issue: Issue | Pull): void {
  if (issue.kind === 'pull') close(act, issue)
  else {
    Object.assign(issue, { state: 'closed', closedAt: act.world.now, closedBy: actorOf(act) })
    record(act, issue, { event: 'closed' })
  }
  send(act, `${eventOf(issue)}.closed`, subjectOf(issue))
}

function reopen(act: Act, issue: Issue | Pull): void {
  if (issue.kind === 'pull') {
    if (issue.merged)
      throw invalid({
        resource: 'PullRequest',
        field: 'state',
        code: 'custom',
        message: 'state cannot be changed. The pull request was merged.',
      })
    const head = headNow(act, issue)
    if (head === null)
      throw invalid({
        resource: 'PullRequest',
        field: 'state',
        code: 'custom',
        message: `state cannot be changed. The ${issue.head.ref} branch has been deleted.`,
      })
    issue.head.oid = head
    issue.base.oid = act.repository.git.branch(issue.base.ref) ?? issue.base.oid
    act.repository.git.setRef(`refs/pull/${issue.number}/head`, head)
  }
  Object.assign(issue, { state: 'open', closedAt: null, closedBy: null })
  record(act, issue, { event: 'reopened' })
  send(act, `${eventOf(issue)}.reopened`, subjectOf(issue))
}

function retarget(act: Act, pull: Pull, base: string): void {
  const oid = act.repository.git.branch(base)
  if (oid === null) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' })
  const from = pull.base.ref
  pull.base = { ref: base, oid }
  record(act, pull, { event: 'base_ref_changed', from, to: base })
  send(act, 'pull_request.edited', { pull, more: { changes: { base: { ref: { from } } } } })
}

export function setDraft(act: Act, pull: Pull, draft: boolean): void {
  demandManage(act, pull)
  if (pull.draft === draft) return
  pull.draft = draft
  record(act, pull, { event: draft ? 'convert_to_draft' : 'ready_for_review' })
  send(act, `pull_request.${draft ? 'converted_to_draft' : 'ready_for_review'}`, { pull })
}

/** GitHub merges by itself once it may; refused where it is off, or where nothing stands in the way. */
export function enableAutoMerge(
  act: Act,
  pull: Pull,
  wanted: { method: 'merge' | 'squash' | 'rebase'; expectedHead: string | null },
): void {
  demand(act, needs.push)
  if (!may(act.viewer, act.repository, needs.managePull)) throw forbidden()
  if (!act.repository.allowAutoMerge) throw unprocessable('Pull request Auto merge is not allowed for this repository')
  if (pull.state !== 'open') throw unprocessable('Pull request is closed')
  if (wanted.expectedHead !== null && wanted.expectedHead !== pull.head.oid) throw unprocessable('Head sha mismatch')
  // With nothing required there is nothing to wait for: GitHub wants a merge instead.
  if (act.repository.requiredChecks.length === 0) throw unprocessable('Pull request Pull request is in clean status')
  pull.autoMerge = { by: actorOf(act), at: act.world.now, method: wanted.method }
  send(act, 'pull_request.auto_merge_enabled', { pull })
}

export function disableAutoMerge(act: Act, pull: Pull): void {
  demand(act, needs.push)
  if (!pull.autoMerge) throw unprocessable("Can't disable auto-merge for this pull request")
  pull.autoMerge = null
  send(act, 'pull_request.auto_merge_disabled', { pull })
}
