import { iso, isoOrNull } from '../clock.ts'
import { labelsOf } from '../rest/shapes/issues.ts'
import type { WorldFile } from './file.ts'
import type { Issue, Pull, Repository, Run, Text, TimelineEvent } from './types.ts'
import { fullName, type World } from './world.ts'

type RepositoryDump = NonNullable<WorldFile['repositories']>[number]
type IssueDump = NonNullable<RepositoryDump['issues']>[number]
type PullDump = NonNullable<RepositoryDump['pulls']>[number]
type EventDump = NonNullable<IssueDump['timeline']>[number]

const textOf = (text: Text) => ({
  id: text.id,
  author: text.author,
  body: text.body,
  createdAt: iso(text.createdAt),
  updatedAt: iso(text.updatedAt),
  editedAt: isoOrNull(text.editedAt),
  editor: text.editor,
  minimized: text.minimized,
  reactions: text.reactions.map(({ id, content, user, createdAt }) => ({ id, content, user, createdAt: iso(createdAt) })),
})

const eventOf = ({ nodeId: _, createdAt, ...event }: TimelineEvent): EventDump => ({ ...event, createdAt: iso(createdAt) })

const discussionOf = (repository: Repository, issue: Issue | Pull) => ({
  ...textOf(issue),
  number: issue.number,
  title: issue.title,
  state: issue.state,
  closedAt: isoOrNull(issue.closedAt),
  closedBy: issue.closedBy,
  locked: issue.locked,
  labels: labelsOf(repository, issue).map(label => label.name),
  comments: issue.comments.map(textOf),
  timeline: issue.timeline.map(eventOf),
})

function pullOf(repository: Repository, pull: Pull): PullDump {
  return {
    ...discussionOf(repository, pull),
    head: `${pull.head.owner}:${pull.head.ref}`,
    headRepository: pull.head.repository,
    headOid: pull.head.oid,
    base: pull.base.ref,
    baseOid: pull.base.oid,
    draft: pull.draft,
    merged: pull.merged && { ...pull.merged, at: iso(pull.merged.at) },
    maintainerCanModify: pull.maintainerCanModify,
    autoMerge: pull.autoMerge && { ...pull.autoMerge, at: iso(pull.autoMerge.at) },
    requests: pull.requests.map(({ id, reviewer, asCodeOwner }) => ({ id, asCodeOwner, [reviewer.kind]: reviewer.name })),
    reviews: pull.reviews.map(({ state, commit, dismissal, submittedAt, ...text }) => ({
      ...textOf(text),
      state,
      commit,
      dismissal,
      submittedAt: isoOrNull(submittedAt),
    })),
    threads: pull.threads.map(({ kind: _, nodeId: __, comments, ...thread }) => ({
      ...thread,
      comments: comments.map(
        ({
          kind: ___,
          thread: ____,
          review,
          inReplyTo,
          commit,
          originalCommit,
          diffHunk,
          position,
          originalPosition,
          place,
          ...text
        }) => ({
          ...textOf(text),
          ...{ review, inReplyTo, commit, originalCommit, diffHunk, position, originalPosition, place },
        }),
      ),
    })),
  }
}

const runOf = (repository: Repository, run: Run) => ({
  id: run.id,
  workflow: repository.workflows.find(workflow => workflow.id === run.workflow)?.path ?? 'unknown.yml',
  name: run.name,
  event: run.event,
  headSha: run.headSha,
  headBranch: run.headBranch,
  actor: run.actor,
  createdAt: iso(run.createdAt),
  pulls: run.pulls,
  inputs: run.inputs,
  group: run.group,
  attempts: run.attempts.map(({ startedAt, updatedAt, status, conclusion, jobs }) => ({
    startedAt: iso(startedAt),
    updatedAt: iso(updatedAt),
    status,
    conclusion,
    jobs: jobs.map(job => ({
      ...job,
      createdAt: iso(job.createdAt),
      startedAt: isoOrNull(job.startedAt),
      completedAt: isoOrNull(job.completedAt),
    })),
  })),
})

function repositoryOf(repository: Repository): RepositoryDump {
  const { id, roles, description, defaultBranch, forkOf, allowAutoMerge, actionsMayApprove, secrets, variables, requiredChecks } =
    repository
  return {
    ...{ id, roles, description, defaultBranch, forkOf, allowAutoMerge, actionsMayApprove, secrets, variables, requiredChecks },
    name: fullName(repository),
    private: repository.private,
    createdAt: iso(repository.createdAt),
    teams: repository.teams.map(({ nodeId: _, ...team }) => team),
    labels: repository.labels.map(({ nodeId: _, createdAt, ...label }) => ({ ...label, createdAt: iso(createdAt) })),
    bundle: repository.git.refs('refs').length > 0 ? repository.git.bundle() : null,
    issues: repository.issues.filter(issue => issue.kind === 'issue').map(issue => discussionOf(repository, issue)),
    pulls: repository.issues.filter(issue => issue.kind === 'pull').map(pull => pullOf(repository, pull)),
    workflows: repository.workflows.map(({ nodeId: _, createdAt, ...workflow }) => ({ ...workflow, createdAt: iso(createdAt) })),
    runs: repository.runs.map(run => runOf(repository, run)),
    checkRuns: repository.checkRuns.map(({ nodeId: _, ...check }) => ({
      ...check,
      startedAt: isoOrNull(check.startedAt),
      completedAt: isoOrNull(check.completedAt),
    })),
    statuses: repository.statuses.map(({ nodeId: _, ...status }) => ({ ...status, createdAt: iso(status.createdAt) })),
  }
}

/** The whole world as a file that loads to the same one: ids, times and commits included. */
export function dumpWorld(world: World): WorldFile {
  return {
    now: iso(world.now),
    quirks: world.quirks,
    users: world.accounts.map(({ id, login, type, name }) => ({
      ...{ id, login, type, name },
      tokens: world.tokens.filter(token => token.login === login).map(({ login: _, ...token }) => token),
    })),
    // A fork's objects are its parent's too: parents come first.
    repositories: [...world.repositories].sort((a, b) => Number(a.forkOf !== null) - Number(b.forkOf !== null)).map(repositoryOf),
  }
}
