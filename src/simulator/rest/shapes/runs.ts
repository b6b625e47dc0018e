import { iso, isoOrNull } from '../../clock.ts'
import type { Attempt, Job, Repository, Run, Workflow } from '../../world/types.ts'
import type { World } from '../../world/world.ts'
import { pullMinimal } from './pulls.ts'
import { apiUrl, minimalRepository, pageUrl } from './repositories.ts'
import { userOrNull } from './users.ts'

const commitOf = (repository: Repository, sha: string) => {
  if (!repository.git.hasCommit(sha)) return null
  const commit = repository.git.commit(sha)
  const who = ({ name, email }: { name: string; email: string }) => ({ name, email })
  return {
    id: sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: iso(commit.committer.at),
    author: who(commit.author),
    committer: who(commit.committer),
  }
}

export function runShape(world: World, repository: Repository, of: { run: Run; attempt: Attempt }) {
  const { run, attempt } = of
  const url = `${apiUrl(world, repository)}/actions/runs/${run.id}`
  const workflow = repository.workflows.find(known => known.id === run.workflow)
  return {
    id: run.id,
    name: workflow?.name ?? run.name,
    node_id: `WFR_${run.id}`,
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: workflow?.path ?? '',
    display_title: run.name,
    run_number: run.runNumber,
    run_attempt: attempt.number,
    event: run.event,
    status: attempt.status,
    conclusion: attempt.conclusion,
    workflow_id: run.workflow,
    url,
    html_url: `${pageUrl(world, repository)}/actions/runs/${run.id}`,
    pull_requests: run.pulls.flatMap(number => {
      const pull = repository.issues.find(issue => issue.number === number)
      return pull?.kind === 'pull' ? [pullMinimal(world, repository, pull)] : []
    }),
    created_at: iso(run.createdAt),
    updated_at: iso(attempt.updatedAt),
    actor: userOrNull(world, run.actor),
    triggering_actor: userOrNull(world, run.actor),
    run_started_at: iso(attempt.startedAt),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${apiUrl(world, repository)}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: `${apiUrl(world, repository)}/actions/workflows/${run.workflow}`,
    head_commit: commitOf(repository, run.headSha),
    repository: minimalRepository(world, repository),
    head_repository: minimalRepository(world, repository),
  }
}

export function jobShape(world: World, repository: Repository, of: { run: Run; attempt: Attempt; job: Job }) {
  const { run, attempt, job } = of
  const api = apiUrl(world, repository)
  const running = job.startedAt !== null
  return {
    id: job.id,
    run_id: run.id,
    run_url: `${api}/actions/runs/${run.id}`,
    run_attempt: attempt.number,
    node_id: `CR_${job.id}`,
    head_sha: run.headSha,
    url: `${api}/actions/jobs/${job.id}`,
    html_url: `${pageUrl(world, repository)}/actions/runs/${run.id}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion,
    created_at: iso(job.createdAt),
    started_at: iso(job.startedAt ?? job.createdAt),
    completed_at: isoOrNull(job.completedAt),
    name: job.name,
    steps: [],
    check_run_url: `${api}/check-runs/${job.id}`,
    labels: ['ubuntu-latest'],
    runner_id: running ? 1 : null,
    runner_name: running ? 'GitHub Actions 1' : null,
    runner_group_id: running ? 0 : null,
    runner_group_name: running ? 'GitHub Actions' : null,
    workflow_name: repository.workflows.find(known => known.id === run.workflow)?.name ?? null,
    head_branch: run.headBranch,
  }
}

export function workflowShape(world: World, repository: Repository, workflow: Workflow) {
  const file = workflow.path.split('/').at(-1) ?? ''
  return {
    id: workflow.id,
    node_id: workflow.nodeId,
    name: workflow.name,
    path: workflow.path,
    state: workflow.state,
    created_at: iso(workflow.createdAt),
    updated_at: iso(workflow.createdAt),
    url: `${apiUrl(world, repository)}/actions/workflows/${workflow.id}`,
    html_url: `${pageUrl(world, repository)}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${pageUrl(world, repository)}/actions/workflows/${file}/badge.svg`,
  }
}
