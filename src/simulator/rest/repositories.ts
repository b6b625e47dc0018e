import * as z from 'zod'
import { type Act, demand, isAtLeast, isCollaborator, isInstallation, needs, roleOf } from '../access.ts'
import { createRepository, forkRepository } from '../acts/repositories.ts'
import { forbidden, found, Refusal } from '../refusal.ts'
import type { Role } from '../world/types.ts'
import { actOf, bodyOf, created, get, nothing, ok, param, patch, post, put, type Route } from './route.ts'
import { fullRepository } from './shapes/repositories.ts'
import { userShape } from './shapes/users.ts'

const newRepository = z.object({
  name: z.string(),
  description: z.string().nullish(),
  private: z.boolean().default(false),
  auto_init: z.boolean().default(false),
})
const settings = z.object({
  allow_auto_merge: z.boolean().optional(),
  default_branch: z.string().optional(),
  description: z.string().nullish(),
  private: z.boolean().optional(),
})
const roles = { pull: 'read', triage: 'triage', push: 'write', maintain: 'maintain', admin: 'admin' } as const

/** `maintain` reads as write, `triage` as read (fact 5). */
const plainPermission = { admin: 'admin', maintain: 'write', write: 'write', triage: 'read', read: 'read' } as const

/** Who asks is told what their account may do; an installation always hears no (fact 5). */
const viewerPermissions = ({ viewer, repository }: Act): { permissions?: Record<keyof typeof roles, boolean> } => {
  if (viewer.account === null) return {}
  const role = isInstallation(viewer) ? null : roleOf(repository, viewer.account.login)
  const has = (wanted: Role): boolean => role !== null && isAtLeast(role, wanted)
  const { pull, triage, push, maintain, admin } = roles
  return {
    permissions: { admin: has(admin), maintain: has(maintain), push: has(push), triage: has(triage), pull: has(pull) },
  }
}

export const repositoryRoutes: Route[] = [
  get('/meta', 'meta/get', ({ world }) => ok({ verifiable_password_authentication: false, ssh_keys: world.ssh.keys })),
  get('/repos/{owner}/{repo}', 'repos/get', call => {
    const act = actOf(call)
    return ok({ ...fullRepository(call.world, act.repository), ...viewerPermissions(act) })
  }),
  patch('/repos/{owner}/{repo}', 'repos/update', call => {
    const act = actOf(call)
    demand(act, needs.administer)
    const wanted = bodyOf(call, settings)
    const { repository } = act
    repository.allowAutoMerge = wanted.allow_auto_merge ?? repository.allowAutoMerge
    repository.description = wanted.description ?? repository.description
    repository.private = wanted.private ?? repository.private
    if (wanted.default_branch) {
      found(repository.git.branch(wanted.default_branch))
      repository.defaultBranch = wanted.default_branch
      repository.git.setHead(wanted.default_branch)
    }
    return ok(fullRepository(call.world, repository))
  }),
  post('/user/repos', 'repos/create-for-authenticated-user', call => {
    if (isInstallation(call.viewer)) throw forbidden()
    const owner = call.viewer.account
    if (!owner) throw new Refusal(401, 'Requires authentication')
    const { auto_init, ...wanted } = bodyOf(call, newRepository)
    const made = createRepository(call.world, call.viewer, {
      ...wanted,
      description: wanted.description ?? null,
      owner: owner.login,
      autoInit: auto_init,
    })
    return created(fullRepository(call.world, made))
  }),
  post('/repos/{owner}/{repo}/forks', 'repos/create-fork', call => {
    const act = actOf(call)
    const wanted = bodyOf(call, z.object({ organization: z.string().optional() }).nullish())
    const owner = wanted?.organization ?? call.viewer.account?.login
    if (!owner) throw new Refusal(401, 'Requires authentication')
    return { status: 202, body: fullRepository(call.world, forkRepository(act, owner)) }
  }),
  put('/repos/{owner}/{repo}/collaborators/{username}', 'repos/add-collaborator', call => {
    const act = actOf(call)
    demand(act, needs.administer)
    const account = found(call.world.account(param(call, 'username')))
    const wanted = bodyOf(
      call,
      z.object({ permission: z.enum(['pull', 'triage', 'push', 'maintain', 'admin']).default('push') }).nullish(),
    )
    act.repository.roles[account.login] = roles[wanted?.permission ?? 'push']
    // Invitations are taken as accepted.
    return nothing
  }),
  get('/repos/{owner}/{repo}/collaborators/{username}/permission', 'repos/get-collaborator-permission-level', call => {
    const act = actOf(call)
    const account = call.world.account(param(call, 'username'))
    if (!account) throw new Refusal(404, `${param(call, 'username')} is not a user`)
    const role = isCollaborator(act.repository, account.login)
      ? roleOf(act.repository, account.login)
      : act.repository.private
        ? null
        : 'read'
    const user = { ...userShape(call.world, account), role_name: role ?? 'none' }
    return ok({ permission: role === null ? 'none' : plainPermission[role], user, role_name: role ?? 'none' })
  }),
]
