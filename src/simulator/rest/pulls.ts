import * as z from 'zod'
import type { Act } from '../access.ts'
import { mergePull, updateBranch } from '../acts/merge.ts'
import { openPull, updatePull } from '../acts/pulls.ts'
import { removeReviewers, requestReviewers } from '../acts/requests.ts'
import { notFound, Refusal } from '../refusal.ts'
import { diffOf } from '../world/pulls.ts'
import { pullsOf } from '../world/world.ts'
import {
  type Answer,
  actOf,
  bodyOf,
  type Call,
  created,
  del,
  get,
  listed,
  nothing,
  ok,
  patch,
  post,
  pullAt,
  put,
  type Route,
} from './route.ts'
import { commitShape } from './shapes/commits.ts'
import { fileShape, pullShape, pullSimple, requestedOf } from './shapes/pulls.ts'

const list = '/repos/{owner}/{repo}/pulls'
const single = `${list}/{pull_number}`
const sha = z.string().nullish()
const reviewers = z
  .object({ reviewers: z.array(z.string()).default([]), team_reviewers: z.array(z.string()).default([]) })
  .transform(body => ({ users: body.reviewers, teams: body.team_reviewers }))
const newPull = z
  .object({
    title: z.string(),
    head: z.string(),
    head_repo: z.string().optional(),
    base: z.string(),
    body: z.string().optional(),
    draft: z.boolean().optional(),
    maintainer_can_modify: z.boolean().optional(),
  })
  .transform(({ head_repo, maintainer_can_modify, body = '', ...rest }) => ({
    ...rest,
    body,
    headRepository: head_repo,
    maintainerCanModify: maintainer_can_modify,
  }))
const changes = z
  .object({
    title: z.string().optional(),
    body: z.string().nullish(),
    state: z.enum(['open', 'closed']).optional(),
    base: z.string().optional(),
    maintainer_can_modify: z.boolean().optional(),
  })
  .transform(({ maintainer_can_modify, ...rest }) => ({ ...rest, maintainerCanModify: maintainer_can_modify }))

const tooLarge = (code: string, message: string) =>
  new Refusal(406, message, { details: [{ resource: 'PullRequest', field: 'diff', code, message }] })

/** The diff media type stops at 300 files and 20,000 lines (fact 22, cases 102-104). */
function diffText(act: Act, pull: ReturnType<typeof pullAt>): Answer {
  const text = act.repository.git.diffText(pull.base.oid, pull.head.oid)
  if (diffOf(act.repository, pull).length > 300)
    throw tooLarge('too_large', 'Sorry, the diff exceeded the maximum number of files (300).')
  if (text.split('\n').length > 20_000)
    throw tooLarge('too_large', 'Sorry, the diff exceeded the maximum number of lines (20000).')
  return { status: 200, text, headers: { 'content-type': 'application/vnd.github.v3.diff; charset=utf-8' } }
}

function filtered(call: Call, act: Act) {
  const state = call.query.get('state') ?? 'open'
  const head = call.query.get('head')
  const base = call.query.get('base')
  const pulls = pullsOf(act.repository)
    .filter(pull => state === 'all' || pull.state === state)
    .filter(pull => head === null || `${pull.head.owner}:${pull.head.ref}` === head)
    .filter(pull => base === null || pull.base.ref === base)
  const key = call.query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt'
  const ascending = call.query.get('direction') === 'asc'
  return pulls.sort((a, b) => (ascending ? 1 : -1) * (a[key] - b[key] || a.number - b.number))
}

export const pullRoutes: Route[] = [
  get(list, 'pulls/list', call => {
    const act = actOf(call)
    return listed(call, filtered(call, act), pull => pullSimple(call.world, act.repository, pull))
  }),
  post(list, 'pulls/create', call => {
    const act = actOf(call)
    return created(pullShape(call.world, act.repository, openPull(act, bodyOf(call, newPull))))
  }),
  get(single, 'pulls/get', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    if (/\.diff\b/.test(call.accept)) return diffText(act, pull)
    return ok(pullShape(call.world, act.repository, pull))
  }),
  patch(single, 'pulls/update', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    updatePull(act, pull, bodyOf(call, changes))
    return ok(pullShape(call.world, act.repository, pull))
  }),
  get(`${single}/commits`, 'pulls/list-commits', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    // GitHub lists 250 at most.
    const oids = act.repository.git.between(pull.base.oid, pull.head.oid).slice(0, 250)
    return listed(call, oids, oid => commitShape(call.world, act.repository, oid))
  }),
  get(`${single}/files`, 'pulls/list-files', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    // 3,000 at most (fact 22, case 109).
    return listed(call, diffOf(act.repository, pull).slice(0, 3000), file =>
      fileShape(call.world, act.repository, { file, at: pull.head.oid }),
    )
  }),
  get(`${single}/merge`, 'pulls/check-if-merged', call => {
    if (pullAt(call, actOf(call)).merged) return nothing
    throw notFound()
  }),
  put(`${single}/merge`, 'pulls/merge', call => {
    const act = actOf(call)
    const wanted = bodyOf(call, z.object({ sha, merge_method: z.enum(['merge', 'squash', 'rebase']).default('merge') }))
    const oid = mergePull(act, pullAt(call, act), { method: wanted.merge_method, sha: wanted.sha ?? null })
    return ok({ sha: oid, merged: true, message: 'Pull Request successfully merged' })
  }),
  put(`${single}/update-branch`, 'pulls/update-branch', call => {
    const act = actOf(call)
    updateBranch(act, pullAt(call, act), bodyOf(call, z.object({ expected_head_sha: sha })).expected_head_sha ?? null)
    return { status: 202, body: { message: 'Updating pull request branch.', url: `${call.world.origin}${call.path}` } }
  }),
  get(`${single}/requested_reviewers`, 'pulls/list-requested-reviewers', call => {
    const act = actOf(call)
    return ok(requestedOf(call.world, act.repository, pullAt(call, act)))
  }),
  post(`${single}/requested_reviewers`, 'pulls/request-reviewers', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    requestReviewers(act, pull, bodyOf(call, reviewers))
    return created(pullSimple(call.world, act.repository, pull))
  }),
  del(`${single}/requested_reviewers`, 'pulls/remove-requested-reviewers', call => {
    const act = actOf(call)
    const pull = pullAt(call, act)
    removeReviewers(act, pull, bodyOf(call, reviewers))
    return ok(pullSimple(call.world, act.repository, pull))
  }),
]
