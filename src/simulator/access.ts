import { forbidden, notFound, Refusal } from './refusal.ts'
import type { Account, Permissions, Repository, Role, Scope, TokenKind } from './world/types.ts'
import { fullName, loginKey, sameLogin, type World } from './world/world.ts'

/** Who asks: an account through a token, a person acting in the pages, or nobody. */
export type Viewer = {
  account: Account | null
  kind: TokenKind | 'anonymous'
  permissions: Permissions
  repositories: string[] | null
}
/** Every write takes who does it and where. */
export type Act = { world: World; viewer: Viewer; repository: Repository }

export const anonymous: Viewer = { account: null, kind: 'anonymous', permissions: {}, repositories: null }
export const personal = (account: Account): Viewer => ({ account, kind: 'personal', permissions: {}, repositories: null })
export const isInstallation = (viewer: Viewer): boolean => viewer.kind === 'github-token' || viewer.kind === 'app'

const rank: Record<Role, number> = { read: 1, triage: 2, write: 3, maintain: 4, admin: 5 }

export const isAtLeast = (role: Role, wanted: Role): boolean => rank[role] >= rank[wanted]

/** The role that a person has: the owner is admin, everybody reads what is public. */
export function roleOf(repository: Repository, login: string): Role | null {
  if (sameLogin(repository.owner, login)) return 'admin'
  const entry = Object.entries(repository.roles).find(([name]) => loginKey(name) === loginKey(login))
  return entry?.[1] ?? (repository.private ? null : 'read')
}

export const isCollaborator = (repository: Repository, login: string): boolean =>
  sameLogin(repository.owner, login) || Object.keys(repository.roles).some(name => sameLogin(name, login))

const covers = (viewer: Viewer, repository: Repository) =>
  viewer.repositories === null || viewer.repositories.some(name => name.toLowerCase() === fullName(repository).toLowerCase())

export function canSee(viewer: Viewer, repository: Repository): boolean {
  if (!repository.private) return true
  if (isInstallation(viewer)) return covers(viewer, repository)
  return viewer.account !== null && covers(viewer, repository) && roleOf(repository, viewer.account.login) !== null
}

export type Need = {
  /** Any of these permissions of an installation token, e.g. `issues:write`. Empty = reading what everybody may. */
  scopes: `${Scope}:${'read' | 'write'}`[]
  /** What a person must be. */
  role: Role
}

function hasScope(permissions: Permissions, wanted: Need['scopes'][number]): boolean {
  const [scope, level] = wanted.split(':')
  const given = Object.entries(permissions).find(([name]) => name.replaceAll('_', '-') === scope)?.[1]
  return given === 'write' || (level === 'read' && given === 'read')
}

/** Only an App can have the right; a workflow's own token never has it. People push what they like. */
export const mayChangeWorkflows = (viewer: Viewer): boolean =>
  !isInstallation(viewer) || hasScope(viewer.permissions, 'workflows:write')

/** Whether the viewer may do it; a public repository is read without a permission. */
export function may(viewer: Viewer, repository: Repository, need: Need): boolean {
  if (!canSee(viewer, repository)) return false
  if (isInstallation(viewer)) {
    const publicRead = !repository.private && need.scopes.some(scope => scope.endsWith(':read'))
    return covers(viewer, repository)
      ? publicRead || need.scopes.length === 0 || need.scopes.some(scope => hasScope(viewer.permissions, scope))
      : publicRead
  }
  const role = viewer.account ? roleOf(repository, viewer.account.login) : repository.private ? null : 'read'
  return role !== null && isAtLeast(role, need.role)
}

/** Refuses as GitHub does: 404 where the repository is hidden, 401 without a token, else 403 (facts 1, 2, 6). */
export function demand(act: Act, need: Need): void {
  const { viewer, repository } = act
  if (!canSee(viewer, repository)) throw notFound()
  if (viewer.kind === 'anonymous' && !need.scopes.some(scope => scope.endsWith(':read')))
    throw new Refusal(401, 'Requires authentication')
  if (may(viewer, repository, need)) return
  throw forbidden(isInstallation(viewer) ? 'Resource not accessible by integration' : 'Must have write access to the repository.')
}

/** The login that acts, for everything that is written down. */
export function actorOf(act: Act): string {
  if (act.viewer.account === null) throw new Refusal(401, 'Requires authentication')
  return act.viewer.account.login
}

export const needs = {
  readPull: { scopes: ['pull-requests:read', 'issues:read'], role: 'read' },
  readContents: { scopes: ['contents:read'], role: 'read' },
  readActions: { scopes: ['actions:read'], role: 'read' },
  readChecks: { scopes: ['checks:read'], role: 'read' },
  readStatuses: { scopes: ['statuses:read'], role: 'read' },
  comment: { scopes: ['issues:write', 'pull-requests:write'], role: 'read' },
  react: { scopes: ['issues:write'], role: 'read' },
  reactReview: { scopes: ['pull-requests:write'], role: 'read' },
  label: { scopes: ['issues:write', 'pull-requests:write'], role: 'triage' },
  editOthers: { scopes: ['issues:write', 'pull-requests:write'], role: 'write' },
  review: { scopes: ['pull-requests:write'], role: 'read' },
  managePull: { scopes: ['pull-requests:write'], role: 'write' },
  triagePull: { scopes: ['pull-requests:write'], role: 'triage' },
  push: { scopes: ['contents:write'], role: 'write' },
  dispatch: { scopes: ['actions:write'], role: 'write' },
  writeChecks: { scopes: ['checks:write'], role: 'write' },
  writeStatuses: { scopes: ['statuses:write'], role: 'write' },
  readSecrets: { scopes: ['metadata:write'], role: 'write' },
  administer: { scopes: ['metadata:write'], role: 'admin' },
} satisfies Record<string, Need>
