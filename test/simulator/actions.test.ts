import { expect, test } from 'vitest'
import { createRun, finish, rerun, startRun } from '../../src/simulator/acts/runs.ts'
import { actionClient, clientOf, pull, refusal, repo } from './client.ts'
import { startGuarded } from './start.ts'

const dispatch = { ...repo, workflow_id: 'review.yml', ref: 'main', inputs: { pull: '1', act: '77' } }

test('a dispatch answers 204, or the run when asked, queues it under its run-name, and wakes who listens (fact 16)', async () => {
  const github = await startGuarded()
  const heard: unknown[] = []
  github.onDelivery(({ event, startsRuns, payload }) => event === 'workflow_dispatch' && heard.push([startsRuns, payload.inputs]))
  const { rest, request } = actionClient(github, 'dispatch-token')
  expect((await rest.actions.createWorkflowDispatch(dispatch)).status).toBe(204)
  const detailed = await request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', {
    ...dispatch,
    return_run_details: true,
  })
  const id = Number(Object.assign({ workflow_run_id: 0 }, detailed.data).workflow_run_id)
  expect((await rest.actions.getWorkflowRun({ ...repo, run_id: id })).data).toMatchObject({
    status: 'queued',
    display_title: 'countersign #1 77',
    run_attempt: 1,
    actor: { login: 'github-actions[bot]' },
  })
  expect(
    (await rest.actions.listWorkflowRuns({ ...repo, workflow_id: 'review.yml', status: 'queued', event: 'workflow_dispatch' }))
      .data.total_count,
  ).toBe(2)
  expect(heard).toEqual([
    [true, { pull: '1', act: '77', head: '' }],
    [true, { pull: '1', act: '77', head: '' }],
  ])
})

test.each([
  ['no such workflow', { workflow_id: 'other.yml' }, 404, 'Not Found'],
  ['no such ref', { ref: 'their-branch' }, 422, 'No ref found for: their-branch'],
  ['an undeclared input', { inputs: { pull: '1', dispatch: 'x' } }, 422, 'Unexpected inputs provided: ["dispatch"]'],
  ['a required input missing', { inputs: {} }, 422, "Required input 'pull' not provided"],
  ['no trigger in that copy', { ref: 'old' }, 422, "Workflow does not have 'workflow_dispatch' trigger"],
])('a dispatch with %s is refused (cases 133-136)', async (_, change, status, words) => {
  const github = await startGuarded()
  github.as('dev').commit('old', { '.github/workflows/review.yml': 'on: push\njobs: {}\n' }, { from: 'main' })
  expect(
    await refusal(actionClient(github, 'dispatch-token').rest.actions.createWorkflowDispatch({ ...dispatch, ...change })),
  ).toMatchObject({ status, message: expect.stringContaining(words) })
})

test('who may not dispatch is told 403 as an installation and 404 as a person', async () => {
  const github = await startGuarded()
  expect(await refusal(actionClient(github).rest.actions.createWorkflowDispatch(dispatch))).toMatchObject({ status: 403 })
  expect(await refusal(clientOf(github, 'guest-token').rest.actions.createWorkflowDispatch(dispatch))).toMatchObject({
    status: 404,
  })
})

test('a concurrency group keeps one pending run and drops the older (fact 13)', async () => {
  const github = await startGuarded()
  const { act } = github.as('admin')
  const wanted = { workflow: 1, name: 'review', event: 'pull_request', headSha: github.pull(1).head.oid, group: 'review-1' }
  const running = createRun(act, wanted)
  startRun(act, running)
  const dropped = createRun(act, wanted)
  const pending = createRun(act, wanted)
  const { rest } = clientOf(github, 'dev-token')
  const status = async (run_id: number) => {
    const { data } = await rest.actions.getWorkflowRun({ ...repo, run_id })
    return [data.status, data.conclusion]
  }
  expect(await status(dropped.id)).toEqual(['completed', 'cancelled'])
  expect((await rest.actions.listJobsForWorkflowRun({ ...repo, run_id: dropped.id })).data.total_count).toBe(0)
  expect(await status(pending.id)).toEqual(['pending', null])
  finish(act, running, 'success')
  expect(await status(pending.id)).toEqual(['queued', null])
})

test('runs have attempts, and each attempt its own jobs (fact 23)', async () => {
  const github = await startGuarded()
  const { act } = github.as('admin')
  const run = createRun(act, { workflow: 1, name: 'review', event: 'pull_request', headSha: github.pull(1).head.oid, pulls: [1] })
  startRun(act, run)
  const { rest } = clientOf(github, 'dev-token')
  await rest.actions.cancelWorkflowRun({ ...repo, run_id: run.id })
  await rest.actions.reRunWorkflow({ ...repo, run_id: run.id })
  expect(await refusal(Promise.resolve().then(() => rerun(act, run)))).toMatchObject({ status: 403 })
  const jobsOf = async (attempt_number: number) =>
    (await rest.actions.listJobsForWorkflowRunAttempt({ ...repo, run_id: run.id, attempt_number })).data.jobs
  const [first] = await jobsOf(1)
  const [second] = await jobsOf(2)
  expect([first?.conclusion, second?.status]).toEqual(['cancelled', 'queued'])
  expect(second?.id).not.toBe(first?.id)
  await rest.actions.getJobForWorkflowRun({ ...repo, job_id: second?.id ?? 0 })
  expect(
    (await rest.actions.getWorkflowRunAttempt({ ...repo, run_id: run.id, attempt_number: 1 })).data.pull_requests,
  ).toMatchObject([{ number: 1 }])
  expect(await refusal(jobsOf(3))).toMatchObject({ status: 404 })
})

test('workflows are the files of the default branch', async () => {
  const github = await startGuarded()
  const { rest } = clientOf(github, 'dev-token')
  github.as('author').commit('feature', { '.github/workflows/evil.yml': 'on: push\n' })
  expect((await rest.actions.listRepoWorkflows(repo)).data.workflows.map(({ name, path }) => [name, path])).toEqual([
    ['Review', '.github/workflows/review.yml'],
  ])
  await rest.actions.getWorkflow({ ...repo, workflow_id: 'review.yml' })
  await rest.repos.createDispatchEvent({ ...repo, event_type: 'countersign', client_payload: { pull: 1 } })
  expect(github.deliveries.at(-1)).toMatchObject({
    event: 'repository_dispatch',
    action: 'countersign',
    payload: { client_payload: { pull: 1 } },
  })
})

test('what GITHUB_TOKEN does starts no runs, dispatches excepted (fact 12)', async () => {
  const github = await startGuarded()
  await actionClient(github).rest.issues.addLabels({ ...repo, issue_number: 1, labels: ['x'] })
  await clientOf(github, 'dev-token').rest.issues.addLabels({ ...repo, issue_number: 1, labels: ['y'] })
  expect(github.deliveries.map(({ event, action, startsRuns }) => [event, action, startsRuns])).toEqual([
    ['pull_request', 'labeled', false],
    ['pull_request', 'labeled', true],
  ])
  expect(github.deliveries[1]?.payload).toMatchObject({
    number: 1,
    label: { name: 'y' },
    sender: { login: 'dev' },
    repository: { full_name: 'octo/hello' },
    pull_request: { head: { ref: 'feature' }, draft: false, user: { login: 'author' }, author_association: 'MEMBER' },
  })
})

test('merging moves the base, closes the pull and retargets what stood on its branch', async () => {
  const github = await startGuarded()
  github.as('author').commit('next', { 'next.txt': 'n\n' }, { from: 'feature' })
  github.as('author').open({ head: 'next', base: 'feature' })
  const { rest } = clientOf(github, 'dev-token')
  const merged = await rest.pulls.merge({ ...pull, sha: github.pull(1).head.oid })
  expect(github.repository().git.branch('main')).toBe(merged.data.sha)
  expect(github.pull(1)).toMatchObject({ state: 'closed', merged: { by: 'dev' } })
  await rest.git.deleteRef({ ...repo, ref: 'heads/feature' })
  expect(github.pull(2)).toMatchObject({ state: 'open', base: { ref: 'main' } })
  expect(github.pull(2).timeline).toMatchObject([{ event: 'automatic_base_change_succeeded', from: 'feature', to: 'main' }])
  expect(await refusal(rest.pulls.merge(pull))).toMatchObject({ status: 405 })
})
