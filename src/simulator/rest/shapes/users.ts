import { isCollaborator } from '../../access.ts'
import type { Account, Repository, Team } from '../../world/types.ts'
import { sameLogin, type World } from '../../world/world.ts'

/** REST spells a bot's login with `[bot]`; GraphQL does not (fact 1). */
export const restLogin = (account: Account): string => (account.type === 'Bot' ? `${account.login}[bot]` : account.login)

const userLinks = ['followers', 'subscriptions', 'organizations', 'repos', 'received_events'] as const

export function userShape(world: World, account: Account) {
  const login = restLogin(account)
  const url = `${world.origin}/users/${encodeURIComponent(login)}`
  return {
    login,
    id: account.id,
    node_id: account.nodeId,
    avatar_url: `${world.origin}/avatars/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${world.origin}/${account.login}`,
    ...Object.fromEntries(userLinks.map(name => [`${name}_url`, `${url}/${name}`])),
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    events_url: `${url}/events{/privacy}`,
    type: account.type,
    site_admin: false,
  }
}

/** `null` for a deleted account, as GitHub shows nobody there. */
export function userOrNull(world: World, login: string | null) {
  const account = login === null ? null : world.account(login)
  return account ? userShape(world, account) : null
}

export const publicUserShape = (world: World, account: Account) => ({
  ...userShape(world, account),
  name: account.name,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: '2020-01-01T00:00:00Z',
  updated_at: '2020-01-01T00:00:00Z',
})

/** Never enough to decide on: private members look like strangers (case 77). */
export function associationOf(world: World, repository: Repository, login: string | null): string {
  if (login === null) return 'NONE'
  if (sameLogin(repository.owner, login)) return 'OWNER'
  if (isCollaborator(repository, login))
    return world.account(repository.owner)?.type === 'Organization' ? 'MEMBER' : 'COLLABORATOR'
  const contributed = repository.issues.some(
    issue => issue.kind === 'pull' && issue.merged !== null && sameLogin(issue.author, login),
  )
  return contributed ? 'CONTRIBUTOR' : 'NONE'
}

export const teamShape = (world: World, repository: Repository, team: Team) => ({
  id: team.id,
  node_id: team.nodeId,
  name: team.name,
  slug: team.slug,
  description: null,
  permission: 'push',
  privacy: 'closed',
  notification_setting: 'notifications_enabled',
  url: `${world.origin}/teams/${team.id}`,
  html_url: `${world.origin}/orgs/${repository.owner}/teams/${team.slug}`,
  members_url: `${world.origin}/teams/${team.id}/members{/member}`,
  repositories_url: `${world.origin}/teams/${team.id}/repos`,
  type: 'organization' as const,
  parent: null,
})
