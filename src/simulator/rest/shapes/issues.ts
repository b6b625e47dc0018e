import { iso, isoOrNull } from '../../clock.ts'
import type { Comment, Issue, Label, Pull, Reaction, Repository, Text } from '../../world/types.ts'
import type { World } from '../../world/world.ts'
import { apiUrl, pageUrl } from './repositories.ts'
import { associationOf, userOrNull } from './users.ts'

export const labelShape = (world: World, repository: Repository, label: Label) => ({
  id: label.id,
  node_id: label.nodeId,
  url: `${apiUrl(world, repository)}/labels/${encodeURIComponent(label.name)}`,
  name: label.name,
  description: label.description,
  color: label.color,
  default: false,
})

export const labelsOf = (repository: Repository, issue: Issue | Pull): Label[] =>
  issue.labels.flatMap(id => repository.labels.find(label => label.id === id) ?? [])

export const reactionShape = (world: World, reaction: Reaction) => ({
  id: reaction.id,
  node_id: reaction.nodeId,
  user: userOrNull(world, reaction.user),
  content: reaction.content,
  created_at: iso(reaction.createdAt),
})

const contents = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const

export const reactionRollup = (url: string, text: Text) => ({
  url: `${url}/reactions`,
  total_count: text.reactions.length,
  ...Object.fromEntries(
    contents.map(content => [content, text.reactions.filter(reaction => reaction.content === content).length]),
  ),
})

export const pagePath = (issue: Issue | Pull): string => `${issue.kind === 'pull' ? 'pull' : 'issues'}/${issue.number}`

export function commentShape(world: World, repository: Repository, of: { issue: Issue | Pull; comment: Comment }) {
  const { issue, comment } = of
  const url = `${apiUrl(world, repository)}/issues/comments/${comment.id}`
  return {
    id: comment.id,
    node_id: comment.nodeId,
    url,
    html_url: `${pageUrl(world, repository)}/${pagePath(issue)}#issuecomment-${comment.id}`,
    body: comment.body,
    user: userOrNull(world, comment.author),
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
    issue_url: `${apiUrl(world, repository)}/issues/${issue.number}`,
    author_association: associationOf(world, repository, comment.author),
    performed_via_github_app: null,
    reactions: reactionRollup(url, comment),
  }
}

const pullLinks = (world: World, repository: Repository, pull: Pull) => ({
  url: `${apiUrl(world, repository)}/pulls/${pull.number}`,
  html_url: `${pageUrl(world, repository)}/pull/${pull.number}`,
  diff_url: `${pageUrl(world, repository)}/pull/${pull.number}.diff`,
  patch_url: `${pageUrl(world, repository)}/pull/${pull.number}.patch`,
  merged_at: isoOrNull(pull.merged?.at ?? null),
})

export function issueShape(world: World, repository: Repository, issue: Issue | Pull) {
  const url = `${apiUrl(world, repository)}/issues/${issue.number}`
  return {
    id: issue.id,
    node_id: issue.nodeId,
    url,
    repository_url: apiUrl(world, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${pageUrl(world, repository)}/${pagePath(issue)}`,
    number: issue.number,
    state: issue.state,
    state_reason: null,
    title: issue.title,
    body: issue.body,
    user: userOrNull(world, issue.author),
    labels: labelsOf(repository, issue).map(label => labelShape(world, repository, label)),
    assignee: null,
    assignees: [],
    milestone: null,
    locked: issue.locked,
    active_lock_reason: null,
    comments: issue.comments.length,
    closed_at: isoOrNull(issue.closedAt),
    created_at: iso(issue.createdAt),
    updated_at: iso(issue.updatedAt),
    author_association: associationOf(world, repository, issue.author),
    reactions: reactionRollup(url, issue),
    performed_via_github_app: null,
    ...(issue.kind === 'pull' ? { draft: issue.draft, pull_request: pullLinks(world, repository, issue) } : {}),
  }
}
