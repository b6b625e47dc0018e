import * as z from 'zod'
import type { Act } from '../access.ts'
import { createCheck, createStatus, updateCheck } from '../acts/checks.ts'
import { found, unprocessable } from '../refusal.ts'
import type { CheckRun } from '../world/types.ts'
import { resolve } from './commits.ts'
import {
  actOf,
  bodyOf,
  type Call,
  counted,
  created,
  get,
  listed,
  numberParam,
  ok,
  param,
  patch,
  post,
  type Route,
} from './route.ts'
import { checkShape, combinedShape, statusShape, suiteOf } from './shapes/checks.ts'

const output = z.object({ title: z.string().nullish(), summary: z.string().nullish(), text: z.string().nullish() }).optional()
const fields = {
  status: z.enum(['requested', 'queued', 'pending', 'waiting', 'in_progress', 'completed']).optional(),
  conclusion: z.enum(['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required']).optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  output,
}
const newCheck = z.object({ name: z.string(), head_sha: z.string(), ...fields })
const changes = z.object({ name: z.string().optional(), ...fields })
const newStatus = z.object({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  target_url: z.string().nullish(),
  description: z.string().nullish(),
  context: z.string().default('default'),
})

const fieldsOf = ({ details_url, external_id, ...rest }: z.output<typeof changes>) => ({
  ...rest,
  detailsUrl: details_url,
  externalId: external_id,
})

const shaAt = (call: Call, act: Act) => {
  const oid = resolve(act, param(call, 'ref'))
  if (oid === null) throw unprocessable(`No commit found for SHA: ${param(call, 'ref')}`)
  return oid
}

function checkList(call: Call, act: Act, checks: CheckRun[]) {
  const name = call.query.get('check_name')
  const status = call.query.get('status')
  const items = checks.filter(check => (name === null || check.name === name) && (status === null || check.status === status))
  return counted(call, { name: 'check_runs', items }, check => checkShape(call.world, act.repository, check))
}

const checkAt = (call: Call, act: Act) => {
  const id = numberParam(call, 'check_run_id')
  return found(act.repository.checkRuns.find(check => check.id === id))
}

export const checkRoutes: Route[] = [
  post('/repos/{owner}/{repo}/check-runs', 'checks/create', call => {
    const act = actOf(call)
    const { head_sha, name, ...rest } = bodyOf(call, newCheck)
    return created(checkShape(call.world, act.repository, createCheck(act, head_sha, { ...fieldsOf(rest), name })))
  }),
  get('/repos/{owner}/{repo}/check-runs/{check_run_id}', 'checks/get', call => {
    const act = actOf(call)
    return ok(checkShape(call.world, act.repository, checkAt(call, act)))
  }),
  patch('/repos/{owner}/{repo}/check-runs/{check_run_id}', 'checks/update', call => {
    const act = actOf(call)
    return ok(checkShape(call.world, act.repository, updateCheck(act, checkAt(call, act), fieldsOf(bodyOf(call, changes)))))
  }),
  get('/repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs', 'checks/list-for-suite', call => {
    const act = actOf(call)
    const suite = numberParam(call, 'check_suite_id')
    return checkList(
      call,
      act,
      act.repository.checkRuns.filter(check => suiteOf(call.world, check) === suite),
    )
  }),
  get('/repos/{owner}/{repo}/commits/{ref}/check-runs', 'checks/list-for-ref', call => {
    const act = actOf(call)
    const sha = shaAt(call, act)
    return checkList(
      call,
      act,
      act.repository.checkRuns.filter(check => check.headSha === sha),
    )
  }),
  get('/repos/{owner}/{repo}/commits/{ref}/status', 'repos/get-combined-status-for-ref', call => {
    const act = actOf(call)
    return ok(combinedShape(call.world, act.repository, shaAt(call, act)))
  }),
  get('/repos/{owner}/{repo}/commits/{ref}/statuses', 'repos/list-commit-statuses-for-ref', call => {
    const act = actOf(call)
    const sha = shaAt(call, act)
    const statuses = act.repository.statuses.filter(status => status.sha === sha).reverse()
    return listed(call, statuses, status => statusShape(call.world, act.repository, status))
  }),
  post('/repos/{owner}/{repo}/statuses/{sha}', 'repos/create-commit-status', call => {
    const act = actOf(call)
    const { state, context, description, target_url } = bodyOf(call, newStatus)
    const status = createStatus(act, param(call, 'sha'), {
      state,
      context,
      description: description ?? null,
      targetUrl: target_url ?? null,
    })
    return created(statusShape(call.world, act.repository, status))
  }),
]
