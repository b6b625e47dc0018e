import type { RepositoryFile, RunFile } from './file.ts'
import type { Attempt, CheckRun, CommitStatus, Repository, Run, Workflow } from './types.ts'
import type { World } from './world.ts'

const fullPath = (name: string) => (name.includes('/') ? name : `.github/workflows/${name}`)

/** A run may name a workflow that has no file any more. */
function workflowOf(world: World, repository: Repository, name: string): Workflow {
  const path = fullPath(name)
  const known = repository.workflows.find(workflow => workflow.path === path)
  if (known) return known
  const made: Workflow = { ...world.identity('W'), path, name: path, createdAt: world.now, state: 'active' }
  repository.workflows.push(made)
  return made
}

function attemptOf(world: World, file: RunFile['attempts'][number], at: { number: number; createdAt: number }): Attempt {
  const { status, conclusion } = file
  const fallback = {
    id: undefined,
    name: 'review',
    status,
    conclusion,
    createdAt: undefined,
    startedAt: undefined,
    completedAt: undefined,
  }
  const jobs = file.jobs.length === 0 && status !== 'pending' ? [fallback] : file.jobs
  return {
    number: at.number,
    startedAt: file.startedAt ?? at.createdAt,
    updatedAt: file.updatedAt ?? at.createdAt,
    status,
    conclusion,
    jobs: jobs.map(job => ({
      id: world.identity('CR', job.id).id,
      name: job.name,
      status: job.status,
      conclusion: job.conclusion,
      createdAt: job.createdAt ?? at.createdAt,
      startedAt: job.startedAt ?? (job.status === 'queued' ? null : at.createdAt),
      completedAt: job.completedAt ?? (job.status === 'completed' ? at.createdAt : null),
    })),
  }
}

function runOf(world: World, repository: Repository, file: RunFile): Run {
  const workflow = workflowOf(world, repository, file.workflow)
  const createdAt = file.createdAt ?? world.now
  return {
    id: world.identity('WFR', file.id).id,
    workflow: workflow.id,
    name: file.name ?? workflow.name,
    event: file.event,
    headSha: file.headSha ?? repository.git.branch(repository.defaultBranch) ?? '',
    headBranch: file.headBranch ?? repository.defaultBranch,
    actor: world.ensureAccount(file.actor).login,
    createdAt,
    runNumber: repository.runs.filter(run => run.workflow === workflow.id).length + 1,
    pulls: file.pulls,
    inputs: file.inputs,
    group: file.group,
    attempts: file.attempts.map((attempt, at) => attemptOf(world, attempt, { number: at + 1, createdAt })),
  }
}

export function loadRuns(world: World, repository: Repository, file: RepositoryFile): void {
  for (const { id, createdAt, ...workflow } of file.workflows) {
    repository.workflows.push({ ...world.identity('W', id), createdAt: createdAt ?? world.now, ...workflow })
  }
  for (const run of file.runs) repository.runs.push(runOf(world, repository, run))
  for (const { id, startedAt, completedAt, ...check } of file.checkRuns) {
    const times = {
      startedAt: startedAt ?? world.now,
      completedAt: completedAt ?? (check.status === 'completed' ? world.now : null),
    }
    repository.checkRuns.push({
      ...world.identity('CR', id),
      ...check,
      ...times,
      app: world.ensureAccount(check.app, 'Bot').login,
    } satisfies CheckRun)
  }
  for (const { id, createdAt, ...status } of file.statuses) {
    repository.statuses.push({ ...world.identity('SC', id), ...status, createdAt: createdAt ?? world.now } satisfies CommitStatus)
  }
}
