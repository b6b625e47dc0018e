import * as z from 'zod'
import { type Act, demand, needs } from '../access.ts'
import { setBranch } from '../acts/repositories.ts'
import { Refusal, unprocessable } from '../refusal.ts'
import { fullName } from '../world/world.ts'
import { actOf, bodyOf, type Call, created, del, get, listed, nothing, ok, param, patch, post, type Route } from './route.ts'
import { commitShape, comparisonShape, fullCommitShape, gitCommitShape, refShape } from './shapes/commits.ts'
import { apiUrl, pageUrl } from './shapes/repositories.ts'

/** A branch, a tag, a whole id, or `owner:branch` of the network; null = none of them. */
export function resolve(act: Act, name: string): string | null {
  const [owner, branch] = name.includes(':') ? name.split(':') : [null, name]
  const network = act.world.repositories.filter(known => owner !== null && known.owner.toLowerCase() === owner.toLowerCase())
  const { git } =
    owner === null
      ? act.repository
      : (network.find(known => known.forkOf === fullName(act.repository) || known === act.repository) ?? act.repository)
  const plain = (branch ?? '').replace(/^(refs\/)?heads\//, '')
  return git.branch(plain) ?? git.ref(`refs/tags/${plain}`) ?? (git.hasCommit(plain) ? plain : null)
}

function commitAt(act: Act, name: string): string {
  const oid = resolve(act, name)
  if (oid === null) throw unprocessable(`No commit found for SHA: ${name}`)
  return oid
}

function comparison(call: Call, act: Act) {
  const spec = param(call, 'basehead')
  const [base, head] = spec.split('...').map(name => resolve(act, name))
  if (!base || !head) throw new Refusal(404, 'Not Found')
  return { base, head, spec }
}

const refName = (call: Call) => `refs/${param(call, 'ref')}`
const refBody = z.object({ ref: z.string(), sha: z.string() })
const moveBody = z.object({ sha: z.string(), force: z.boolean().default(false) })

function checkCommit(act: Act, sha: string): string {
  if (!act.repository.git.hasCommit(sha)) throw unprocessable('Object does not exist')
  return sha
}

export const commitRoutes: Route[] = [
  get('/repos/{owner}/{repo}/branches', 'repos/list-branches', call => {
    const act = actOf(call)
    return listed(call, act.repository.git.refs('refs/heads'), ({ name, oid }) => ({
      name: name.replace('refs/heads/', ''),
      commit: { sha: oid, url: `${apiUrl(call.world, act.repository)}/commits/${oid}` },
      protected: false,
    }))
  }),
  get('/repos/{owner}/{repo}/branches/{branch}', 'repos/get-branch', call => {
    const act = actOf(call)
    const name = param(call, 'branch')
    const oid = act.repository.git.branch(name)
    if (oid === null) throw new Refusal(404, 'Branch not found')
    const self = `${apiUrl(call.world, act.repository)}/branches/${name}`
    return ok({
      name,
      commit: commitShape(call.world, act.repository, oid),
      _links: { self, html: `${pageUrl(call.world, act.repository)}/tree/${name}` },
      protected: false,
      protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
      protection_url: `${self}/protection`,
    })
  }),
  get('/repos/{owner}/{repo}/commits/{ref}', 'repos/get-commit', call => {
    const act = actOf(call)
    return ok(fullCommitShape(call.world, act.repository, commitAt(act, param(call, 'ref'))))
  }),
  get('/repos/{owner}/{repo}/git/commits/{commit_sha}', 'git/get-commit', call => {
    const act = actOf(call)
    return ok(gitCommitShape(call.world, act.repository, commitAt(act, param(call, 'commit_sha'))))
  }),
  get('/repos/{owner}/{repo}/compare/{basehead}', 'repos/compare-commits-with-basehead', call => {
    const act = actOf(call)
    return ok(comparisonShape(call.world, act.repository, comparison(call, act)))
  }),
  get('/repos/{owner}/{repo}/git/ref/{ref}', 'git/get-ref', call => {
    const act = actOf(call)
    const oid = act.repository.git.ref(refName(call))
    if (oid === null) throw new Refusal(404, 'Not Found')
    return ok(refShape(call.world, act.repository, { name: refName(call), oid }))
  }),
  post('/repos/{owner}/{repo}/git/refs', 'git/create-ref', call => {
    const act = actOf(call)
    demand(act, needs.push)
    const { ref, sha } = bodyOf(call, refBody)
    if (!/^refs\/(heads|tags)\/[^\s~^:?*[\\]+$/.test(ref) || ref.includes('..'))
      throw unprocessable('Reference name is not well-formed')
    if (act.repository.git.ref(ref) !== null) throw unprocessable('Reference already exists')
    setBranch(act, { ref, before: null, after: checkCommit(act, sha) })
    return created(refShape(call.world, act.repository, { name: ref, oid: sha }))
  }),
  patch('/repos/{owner}/{repo}/git/refs/{ref}', 'git/update-ref', call => {
    const act = actOf(call)
    demand(act, needs.push)
    const { sha, force } = bodyOf(call, moveBody)
    const before = act.repository.git.ref(refName(call))
    if (before === null) throw unprocessable('Reference does not exist')
    checkCommit(act, sha)
    if (!force && !act.repository.git.isAncestor(before, sha)) throw unprocessable('Update is not a fast forward')
    setBranch(act, { ref: refName(call), before, after: sha })
    return ok(refShape(call.world, act.repository, { name: refName(call), oid: sha }))
  }),
  del('/repos/{owner}/{repo}/git/refs/{ref}', 'git/delete-ref', call => {
    const act = actOf(call)
    demand(act, needs.push)
    const before = act.repository.git.ref(refName(call))
    if (before === null) throw unprocessable('Reference does not exist')
    setBranch(act, { ref: refName(call), before, after: null })
    return nothing
  }),
]
