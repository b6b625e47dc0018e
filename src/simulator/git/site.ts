import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Act, demand, isInstallation, may, mayChangeWorkflows, needs, type Viewer } from '../access.ts'
import { afterPush } from '../acts/repositories.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { RequestRecord } from '../requests.ts'
import type { Site } from '../site.ts'
import { fullName, pullsOf } from '../world/world.ts'
import { type GitRequest, serveGit } from './http.ts'
import { pushGuard } from './push-guard.ts'
import type { GitStore } from './store.ts'

export type GitWork = { request: RequestRecord; git: GitRequest; viewer: Viewer; req: IncomingMessage; res: ServerResponse }

const askForCredentials = { 'www-authenticate': 'Basic realm="GitHub"', 'content-type': 'text/plain' }

/** The branches of a fork that its author lets the people push to who may push where the pull request goes. */
const openedTo = ({ world, viewer, repository }: Act): string[] =>
  world.repositories
    .filter(base => base !== repository && !isInstallation(viewer) && may(viewer, base, needs.push))
    .flatMap(pullsOf)
    .filter(
      ({ state, head, maintainerCanModify }) =>
        state === 'open' && maintainerCanModify && head.repository === fullName(repository),
    )
    .map(({ head }) => `refs/heads/${head.ref}`)

/** Reading wants `contents: read`, pushing `contents: write`, or a branch that is open to maintainers. */
function allowed(site: Site, { git, viewer }: GitWork): Act | Refusal {
  const repository = site.world.repository(`${git.owner}/${git.name}`)
  try {
    if (!repository) throw notFound()
    const act = { world: site.world, viewer, repository }
    if (git.service !== 'git-receive-pack') demand(act, needs.readContents)
    else if (openedTo(act).length === 0) demand(act, needs.push)
    return act
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return viewer.account === null ? new Refusal(401, 'Authentication required') : error
  }
}

const refsOf = (store: GitStore) => new Map(store.refs('refs').map(({ name, oid }) => [name, oid]))

const guardOf = (act: Act): Record<string, string> =>
  pushGuard(act.repository.git.dir, {
    workflows: mayChangeWorkflows(act.viewer),
    onlyTo: may(act.viewer, act.repository, needs.push) ? null : openedTo(act),
  })

/** What was pushed is a push like any other; pulls are brought up to date before the pusher hears of it. */
async function serve(act: Act, { git, req, res }: GitWork): Promise<void> {
  const store = act.repository.git
  const before = refsOf(store)
  const env = git.service === 'git-receive-pack' ? guardOf(act) : {}
  await serveGit(store, git, { req, res, env })
  if (git.service !== 'git-receive-pack' || git.isAdvertisement) return
  const after = refsOf(store)
  for (const ref of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(ref) ?? null, after.get(ref) ?? null]
    if (from !== to) afterPush(act, { ref, before: from, after: to })
  }
}

/** Answers git; the response is left open, for whoever wants to lose it. */
export async function serveRepository(site: Site, work: GitWork): Promise<void> {
  const act = allowed(site, work)
  const { request, res } = work
  if (!(act instanceof Refusal)) {
    await serve(act, work)
    request.status = 200
    return
  }
  request.status = act.status
  res.writeHead(act.status, act.status === 401 ? askForCredentials : { 'content-type': 'text/plain' })
  res.write(act.status === 404 ? 'Repository not found.' : act.message)
}
