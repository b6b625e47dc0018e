import { eventPrefixes } from '../acts/timeline.ts'
import type { IssueFile, PullFile, RepositoryFile } from './file.ts'
import { WorldFileError } from './file-error.ts'
import type { Comment, Issue, Pull, Repository, Review, Text, Thread, TimelineEvent } from './types.ts'
import { fullName, type World } from './world.ts'

type Place = { world: World; repository: Repository }
type TextFile = IssueFile['comments'][number]

/** Unknown people in a file are made as plain users. */
const known = (world: World, login: string | null) => (login === null ? null : world.ensureAccount(login).login)

function textOf({ world }: Place, prefix: string, file: TextFile): Text {
  const createdAt = file.createdAt ?? world.now
  return {
    ...world.identity(prefix, file.id),
    author: known(world, file.author),
    body: file.body,
    createdAt,
    updatedAt: file.updatedAt ?? file.editedAt ?? createdAt,
    editedAt: file.editedAt,
    editor: known(world, file.editor),
    minimized: file.minimized,
    reactions: file.reactions.map(({ id, content, user, createdAt: at }) => ({
      ...world.identity('REA', id),
      content,
      user: world.ensureAccount(user).login,
      createdAt: at ?? createdAt,
    })),
  }
}

function labelId({ world, repository }: Place, name: string): number {
  const label = repository.labels.find(candidate => candidate.name.toLowerCase() === name.toLowerCase())
  if (label) return label.id
  const made = { ...world.identity('LA'), name, color: 'ededed', description: null, createdAt: world.now }
  repository.labels.push(made)
  return made.id
}

function eventOf(place: Place, file: IssueFile['timeline'][number]): TimelineEvent {
  const { world } = place
  const { id, actor, createdAt, ...rest } = file
  const entry = {
    ...world.identity(eventPrefixes[rest.event], id),
    actor: known(world, actor),
    createdAt: createdAt ?? world.now,
  }
  if (!('label' in rest)) return { ...entry, ...rest }
  const label =
    typeof rest.label === 'string' ? { id: labelId(place, rest.label), name: rest.label, color: 'ededed' } : rest.label
  return { ...entry, event: rest.event, label }
}

function discussionOf(place: Place, file: IssueFile, prefix: string) {
  const { repository, world } = place
  const taken = repository.issues.map(issue => issue.number)
  const number = file.number ?? Math.max(0, ...taken) + 1
  if (taken.includes(number))
    throw new WorldFileError(`${fullName(repository)} has two issues or pulls with the number ${number}`)
  return {
    ...textOf(place, prefix, file),
    number,
    title: file.title,
    state: file.state,
    closedAt: file.closedAt ?? (file.state === 'closed' ? world.now : null),
    closedBy: known(world, file.closedBy),
    locked: file.locked,
    labels: file.labels.map(name => labelId(place, name)),
    comments: file.comments.map((comment): Comment => ({ kind: 'comment', ...textOf(place, 'IC', comment) })),
    timeline: file.timeline.map(event => eventOf(place, event)),
  }
}

function threadOf(place: Place, file: PullFile['threads'][number]): Thread {
  const identity = place.world.identity('PRRT', file.id)
  const { comments, ...rest } = file
  return {
    kind: 'thread',
    ...rest,
    ...identity,
    comments: comments.map(
      ({ review, inReplyTo, commit, originalCommit, diffHunk, position, originalPosition, place: at, ...text }) => ({
        kind: 'review-comment',
        ...textOf(place, 'PRRC', text),
        ...{ review, inReplyTo, commit, originalCommit, diffHunk, position, originalPosition },
        thread: identity.nodeId,
        place: at,
      }),
    ),
  }
}

function reviewOf(place: Place, file: PullFile['reviews'][number], head: string): Review {
  const { state, submittedAt, commit, dismissal, ...text } = file
  const written = textOf(place, 'PRR', text)
  return {
    kind: 'review',
    ...written,
    state,
    commit: commit ?? head,
    dismissal,
    submittedAt: submittedAt ?? (state === 'PENDING' ? null : written.createdAt),
  }
}

function headOf(place: Place, file: PullFile): Pull['head'] {
  const { world, repository } = place
  const [owner, ref] = file.head.includes(':') ? file.head.split(':') : [repository.owner, file.head]
  const fork = world.repositories.find(
    other => other.owner === owner && (other === repository || other.forkOf === fullName(repository)),
  )
  const source = file.headRepository === null ? null : (world.repository(file.headRepository ?? '') ?? fork ?? null)
  const oid = file.headOid ?? source?.git.branch(ref ?? '')
  if (!oid || !ref || !owner)
    throw new WorldFileError(
      `Pull "${file.title}" of ${fullName(repository)} has the head "${file.head}": expected a branch that exists, or headOid`,
    )
  return { repository: source && fullName(source), owner, ref, oid }
}

function pullOf(place: Place, file: PullFile): Pull {
  const { world, repository } = place
  const ref = file.base ?? repository.defaultBranch
  const head = headOf(place, file)
  const oid = file.baseOid ?? repository.git.branch(ref)
  if (!oid)
    throw new WorldFileError(
      `Pull "${file.title}" of ${fullName(repository)} has the base "${ref}": expected a branch that exists, or baseOid`,
    )
  const pull: Pull = {
    kind: 'pull',
    ...discussionOf(place, file, 'PR'),
    draft: file.draft,
    base: { ref, oid },
    head,
    merged: file.merged,
    reviews: file.reviews.map(review => reviewOf(place, review, head.oid)),
    threads: file.threads.map(thread => threadOf(place, thread)),
    requests: file.requests.map(({ id, user, team, asCodeOwner }) => ({
      ...world.identity('RR', id),
      reviewer:
        team === undefined
          ? { kind: 'user' as const, name: world.ensureAccount(user ?? '').login }
          : { kind: 'team' as const, name: team },
      asCodeOwner,
    })),
    autoMerge: file.autoMerge,
    maintainerCanModify: file.maintainerCanModify ?? head.repository !== fullName(repository),
  }
  repository.git.setRef(`refs/pull/${pull.number}/head`, head.oid)
  return pull
}

export function loadIssues(world: World, repository: Repository, file: RepositoryFile): void {
  const place = { world, repository }
  for (const issue of file.issues) repository.issues.push({ kind: 'issue', ...discussionOf(place, issue, 'I') } satisfies Issue)
  for (const pull of file.pulls) repository.issues.push(pullOf(place, pull))
  repository.issues.sort((a, b) => a.number - b.number)
}
