import { iso } from '../../clock.ts'
import type { Repository } from '../../world/types.ts'
import { fullName, pullsOf, type World } from '../../world/world.ts'
import { userOrNull } from './users.ts'

export const apiUrl = (world: World, repository: Repository): string => `${world.origin}/repos/${fullName(repository)}`
export const pageUrl = (world: World, repository: Repository): string => `${world.origin}/${fullName(repository)}`

const templates: Record<string, string> = {
  archive: '{archive_format}{/ref}',
  assignees: '{/user}',
  blobs: '/git/blobs{/sha}',
  branches: '{/branch}',
  collaborators: '{/collaborator}',
  comments: '{/number}',
  commits: '{/sha}',
  compare: '/{base}...{head}',
  contents: '/{+path}',
  contributors: '',
  deployments: '',
  downloads: '',
  events: '',
  forks: '',
  git_commits: '{/sha}',
  git_refs: '{/sha}',
  git_tags: '{/sha}',
  issue_comment: '{/number}',
  issue_events: '{/number}',
  issues: '{/number}',
  keys: '{/key_id}',
  labels: '{/name}',
  languages: '',
  merges: '',
  milestones: '{/number}',
  notifications: '{?since,all,participating}',
  pulls: '{/number}',
  releases: '{/id}',
  stargazers: '',
  statuses: '/{sha}',
  subscribers: '',
  subscription: '',
  tags: '',
  teams: '',
  trees: '{/sha}',
  hooks: '',
}

const minimal = (world: World, repository: Repository) => {
  const api = apiUrl(world, repository)
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: fullName(repository),
    owner: userOrNull(world, repository.owner),
    private: repository.private,
    html_url: pageUrl(world, repository),
    description: repository.description,
    fork: repository.forkOf !== null,
    url: api,
    ...Object.fromEntries(Object.entries(templates).map(([name, tail]) => [`${name}_url`, `${api}/${name}${tail}`])),
  }
}

export const minimalRepository = (world: World, repository: Repository) => ({
  ...minimal(world, repository),
  default_branch: repository.defaultBranch,
})

const switches = {
  has_issues: true,
  has_projects: true,
  has_wiki: false,
  has_pages: false,
  has_discussions: false,
  has_downloads: true,
}

export function fullRepository(world: World, repository: Repository) {
  const page = pageUrl(world, repository)
  const open = pullsOf(repository).filter(pull => pull.state === 'open').length
  return {
    ...minimal(world, repository),
    ...switches,
    git_url: `${page}.git`,
    ssh_url: `${world.ssh.origin}/${fullName(repository)}.git`,
    clone_url: `${page}.git`,
    mirror_url: null,
    svn_url: page,
    homepage: null,
    language: null,
    forks_count: 0,
    stargazers_count: 0,
    watchers_count: 0,
    size: 1,
    default_branch: repository.defaultBranch,
    open_issues_count: open,
    archived: false,
    disabled: false,
    visibility: repository.private ? 'private' : 'public',
    allow_auto_merge: repository.allowAutoMerge,
    pushed_at: iso(world.now),
    created_at: iso(repository.createdAt),
    updated_at: iso(world.now),
    subscribers_count: 0,
    network_count: 0,
    license: null,
    forks: 0,
    open_issues: open,
    watchers: 0,
  }
}
