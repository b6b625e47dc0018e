import * as z from 'zod'
import type { Act } from '../access.ts'
import { cancelRun, lastAttempt, rerun } from '../acts/runs.ts'
import { dispatchRepository, dispatchWorkflow, workflowNamed, workflowsOf } from '../acts/workflows.ts'
import { found } from '../refusal.ts'
import type { Attempt, Run } from '../world/types.ts'
import { sameLogin } from '../world/world.ts'
import { actOf, bodyOf, type Call, counted, created, get, nothing, numberParam, ok, param, post, type Route } from './route.ts'
import { apiUrl, pageUrl } from './shapes/repositories.ts'
import { jobShape, runShape, workflowShape } from './shapes/runs.ts'

const actions = '/repos/{owner}/{repo}/actions'
const runPath = `${actions}/runs/{run_id}`
const workflowPath = `${actions}/workflows/{workflow_id}`

const runAt = (call: Call, act: Act): Run => {
  const id = numberParam(call, 'run_id')
  return found(act.repository.runs.find(run => run.id === id))
}
const attemptAt = (call: Call, run: Run): Attempt => {
  const number = numberParam(call, 'attempt_number')
  return found(run.attempts.find(attempt => attempt.number === number))
}

/** `created` as GitHub's search writes it: `>=time`, `time..time`, or a day. */
function createdIn(range: string | null, at: number): boolean {
  if (range === null) return true
  const seconds = (text: string) => Date.parse(text) / 1000
  const [from, to] = range.split('..')
  if (to !== undefined) return (from === '*' || at >= seconds(from ?? '')) && (to === '*' || at <= seconds(to))
  const match = /^(>=|<=|>|<)?(.*)$/.exec(range)
  const then = seconds(match?.[2] ?? '')
  if (match?.[1] === '>=') return at >= then
  if (match?.[1] === '>') return at > then
  if (match?.[1] === '<=') return at <= then
  if (match?.[1] === '<') return at < then
  return at >= then && at < then + 86_400
}

/** Newest first, filtered as asked; statuses and conclusions share one parameter. */
function runsOf(call: Call, act: Act, workflow: number | null): Run[] {
  const { query } = call
  const wanted = (name: string) => query.get(name)
  return call.view
    .shown(act.repository.runs)
    .filter(run => workflow === null || run.workflow === workflow)
    .filter(
      run =>
        wanted('status') === null ||
        lastAttempt(run).status === wanted('status') ||
        lastAttempt(run).conclusion === wanted('status'),
    )
    .filter(run => wanted('event') === null || run.event === wanted('event'))
    .filter(run => wanted('head_sha') === null || run.headSha === wanted('head_sha'))
    .filter(run => wanted('branch') === null || run.headBranch === wanted('branch'))
    .filter(run => wanted('actor') === null || sameLogin(run.actor, wanted('actor')))
    .filter(run => createdIn(wanted('created'), run.createdAt))
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
}

const runList = (call: Call, act: Act, workflow: number | null) =>
  counted(call, { name: 'workflow_runs', items: runsOf(call, act, workflow) }, run =>
    runShape(call.world, act.repository, { run, attempt: lastAttempt(run) }),
  )

const jobList = (call: Call, act: Act, of: { run: Run; attempts: Attempt[] }) => {
  const jobs = of.attempts.flatMap(attempt => attempt.jobs.map(job => ({ run: of.run, attempt, job })))
  return counted(call, { name: 'jobs', items: jobs }, job => jobShape(call.world, act.repository, job))
}

const input = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)])
const dispatch = z.object({
  ref: z.string(),
  inputs: z.record(z.string(), input).default({}),
  return_run_details: z.boolean().default(false),
})

/** 204, or 200 with the run when it was asked for (fact 16). */
function dispatched(call: Call) {
  const act = actOf(call)
  const wanted = bodyOf(call, dispatch)
  const run = dispatchWorkflow(act, { workflow: param(call, 'workflow_id'), ref: wanted.ref, inputs: wanted.inputs })
  if (!wanted.return_run_details || !call.world.quirks.dispatchDetails) return nothing
  return ok({
    workflow_run_id: run.id,
    run_url: `${apiUrl(call.world, act.repository)}/actions/runs/${run.id}`,
    html_url: `${pageUrl(call.world, act.repository)}/actions/runs/${run.id}`,
  })
}

const again = (call: Call) => {
  const act = actOf(call)
  rerun(act, runAt(call, act))
  return created({})
}

export const actionRoutes: Route[] = [
  get(`${actions}/runs`, 'actions/list-workflow-runs-for-repo', call => runList(call, actOf(call), null)),
  get(runPath, 'actions/get-workflow-run', call => {
    const act = actOf(call)
    const run = runAt(call, act)
    return ok(runShape(call.world, act.repository, { run, attempt: lastAttempt(run) }))
  }),
  get(`${runPath}/attempts/{attempt_number}`, 'actions/get-workflow-run-attempt', call => {
    const act = actOf(call)
    const run = runAt(call, act)
    return ok(runShape(call.world, act.repository, { run, attempt: attemptAt(call, run) }))
  }),
  get(`${runPath}/attempts/{attempt_number}/jobs`, 'actions/list-jobs-for-workflow-run-attempt', call => {
    const act = actOf(call)
    const run = runAt(call, act)
    return jobList(call, act, { run, attempts: [attemptAt(call, run)] })
  }),
  get(`${runPath}/jobs`, 'actions/list-jobs-for-workflow-run', call => {
    const act = actOf(call)
    const run = runAt(call, act)
    return jobList(call, act, { run, attempts: call.query.get('filter') === 'all' ? run.attempts : [lastAttempt(run)] })
  }),
  get(`${actions}/jobs/{job_id}`, 'actions/get-job-for-workflow-run', call => {
    const act = actOf(call)
    const id = numberParam(call, 'job_id')
    const all = act.repository.runs.flatMap(run =>
      run.attempts.flatMap(attempt => attempt.jobs.map(job => ({ run, attempt, job }))),
    )
    return ok(jobShape(call.world, act.repository, found(all.find(({ job }) => job.id === id))))
  }),
  post(`${runPath}/cancel`, 'actions/cancel-workflow-run', call => {
    const act = actOf(call)
    cancelRun(act, runAt(call, act))
    return { status: 202, body: {} }
  }),
  post(`${runPath}/rerun`, 'actions/re-run-workflow', again),
  post(`${runPath}/rerun-failed-jobs`, 'actions/re-run-workflow-failed-jobs', again),
  get(`${actions}/workflows`, 'actions/list-repo-workflows', call => {
    const act = actOf(call)
    return counted(call, { name: 'workflows', items: workflowsOf(act) }, workflow =>
      workflowShape(call.world, act.repository, workflow),
    )
  }),
  get(workflowPath, 'actions/get-workflow', call => {
    const act = actOf(call)
    return ok(workflowShape(call.world, act.repository, workflowNamed(act, param(call, 'workflow_id'))))
  }),
  get(`${workflowPath}/runs`, 'actions/list-workflow-runs', call => {
    const act = actOf(call)
    return runList(call, act, workflowNamed(act, param(call, 'workflow_id')).id)
  }),
  post(`${workflowPath}/dispatches`, 'actions/create-workflow-dispatch', dispatched),
  post('/repos/{owner}/{repo}/dispatches', 'repos/create-dispatch-event', call => {
    const wanted = bodyOf(
      call,
      z.object({ event_type: z.string(), client_payload: z.record(z.string(), z.unknown()).default({}) }),
    )
    dispatchRepository(actOf(call), { event: wanted.event_type, payload: wanted.client_payload })
    return nothing
  }),
]
