import { iso, isoOrNull } from '../../clock.ts'
import type { FileDiff } from '../../git/diff.ts'
import { diffOf, mergeableOf } from '../../world/pulls.ts'
import type { Pull, Repository } from '../../world/types.ts'
import type { World } from '../../world/world.ts'
import { labelShape, labelsOf } from './issues.ts'
import { apiUrl, fullRepository, pageUrl } from './repositories.ts'
import { associationOf, teamShape, userOrNull, userShape } from './users.ts'

const links = (world: World, repository: Repository, pull: Pull) => {
  const api = apiUrl(world, repository)
  const url = `${api}/pulls/${pull.number}`
  return {
    url,
    html_url: `${pageUrl(world, repository)}/pull/${pull.number}`,
    diff_url: `${pageUrl(world, repository)}/pull/${pull.number}.diff`,
    patch_url: `${pageUrl(world, repository)}/pull/${pull.number}.patch`,
    issue_url: `${api}/issues/${pull.number}`,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${api}/issues/${pull.number}/comments`,
    statuses_url: `${api}/statuses/${pull.head.oid}`,
  }
}

/** `repo: null` = the fork was deleted (case 139). */
const headShape = (world: World, pull: Pull) => {
  const repository = pull.head.repository === null ? null : world.repository(pull.head.repository)
  return {
    label: `${pull.head.owner}:${pull.head.ref}`,
    ref: pull.head.ref,
    sha: pull.head.oid,
    user: userOrNull(world, pull.head.owner),
    repo: repository && fullRepository(world, repository),
  }
}

const baseShape = (world: World, repository: Repository, pull: Pull) => ({
  label: `${repository.owner}:${pull.base.ref}`,
  ref: pull.base.ref,
  sha: pull.base.oid,
  user: userOrNull(world, repository.owner),
  repo: fullRepository(world, repository),
})

const autoMergeShape = (world: World, pull: Pull) =>
  pull.autoMerge && {
    enabled_by: userOrNull(world, pull.autoMerge.by),
    merge_method: pull.autoMerge.method,
    commit_title: pull.title,
    commit_message: '',
  }

export const requestedOf = (world: World, repository: Repository, pull: Pull) => ({
  users: pull.requests.flatMap(request =>
    request.reviewer.kind === 'user' ? (userOrNull(world, request.reviewer.name) ?? []) : [],
  ),
  teams: pull.requests.flatMap(request => {
    const team = request.reviewer.kind === 'team' && repository.teams.find(known => known.slug === request.reviewer.name)
    return team ? [teamShape(world, repository, team)] : []
  }),
})

export function pullSimple(world: World, repository: Repository, pull: Pull) {
  const link = links(world, repository, pull)
  const requested = requestedOf(world, repository, pull)
  return {
    ...link,
    id: pull.id,
    node_id: pull.nodeId,
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    title: pull.title,
    user: userOrNull(world, pull.author),
    body: pull.body === '' ? null : pull.body,
    labels: labelsOf(repository, pull).map(label => ({
      ...labelShape(world, repository, label),
      description: label.description ?? '',
    })),
    milestone: null,
    active_lock_reason: null,
    created_at: iso(pull.createdAt),
    updated_at: iso(pull.updatedAt),
    closed_at: isoOrNull(pull.closedAt),
    merged_at: isoOrNull(pull.merged?.at ?? null),
    merge_commit_sha: pull.merged?.oid ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: requested.users,
    requested_teams: requested.teams,
    head: headShape(world, pull),
    base: baseShape(world, repository, pull),
    _links: {
      self: { href: link.url },
      html: { href: link.html_url },
      issue: { href: link.issue_url },
      comments: { href: link.comments_url },
      review_comments: { href: link.review_comments_url },
      review_comment: { href: link.review_comment_url },
      commits: { href: link.commits_url },
      statuses: { href: link.statuses_url },
    },
    author_association: associationOf(world, repository, pull.author),
    auto_merge: autoMergeShape(world, pull),
    draft: pull.draft,
  }
}

export function pullShape(world: World, repository: Repository, pull: Pull) {
  const files = diffOf(repository, pull)
  const mergeable = mergeableOf(repository, pull)
  const merger = pull.merged && world.account(pull.merged.by)
  return {
    ...pullSimple(world, repository, pull),
    merged: pull.merged !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeable === null ? 'unknown' : mergeable ? 'clean' : 'dirty',
    merged_by: merger ? userShape(world, merger) : null,
    comments: pull.comments.length,
    review_comments: pull.threads.reduce((sum, thread) => sum + thread.comments.length, 0),
    maintainer_can_modify: pull.maintainerCanModify,
    commits: repository.git.between(pull.base.oid, pull.head.oid).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  }
}

export function fileShape(world: World, repository: Repository, of: { file: FileDiff; at: string }) {
  const { file, at } = of
  const path = file.path.split('/').map(encodeURIComponent).join('/')
  return {
    sha: /^0+$/.test(file.blob) ? null : file.blob,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${pageUrl(world, repository)}/blob/${at}/${path}`,
    raw_url: `${pageUrl(world, repository)}/raw/${at}/${path}`,
    contents_url: `${apiUrl(world, repository)}/contents/${path}?ref=${at}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
  }
}

export const pullMinimal = (world: World, repository: Repository, pull: Pull) => {
  const side = (of: Repository) => ({ id: of.id, url: apiUrl(world, of), name: of.name })
  const head = (pull.head.repository && world.repository(pull.head.repository)) || repository
  return {
    id: pull.id,
    number: pull.number,
    url: `${apiUrl(world, repository)}/pulls/${pull.number}`,
    head: { ref: pull.head.ref, sha: pull.head.oid, repo: side(head) },
    base: { ref: pull.base.ref, sha: pull.base.oid, repo: side(repository) },
  }
}
