import { statusesOf } from '../../acts/checks.ts'
import { iso, isoOrNull } from '../../clock.ts'
import type { CheckRun, CommitStatus, Repository } from '../../world/types.ts'
import { loginKey, pullsOf, type World } from '../../world/world.ts'
import { pullMinimal } from './pulls.ts'
import { apiUrl, minimalRepository, pageUrl } from './repositories.ts'
import { userOrNull } from './users.ts'

export const appOf = (world: World, login: string) => {
  const account = world.ensureAccount(login, 'Bot')
  return {
    id: account.id,
    slug: loginKey(account.login),
    node_id: `A_${account.id}`,
    owner: userOrNull(world, account.login),
    name: account.name ?? account.login,
    description: '',
    external_url: world.origin,
    html_url: `${world.origin}/apps/${account.login}`,
    created_at: iso(0),
    updated_at: iso(0),
    permissions: {},
    events: [],
  }
}

/** All checks of one commit and app stand in one suite. */
export const suiteOf = (world: World, check: CheckRun): number =>
  Number.parseInt(check.headSha.slice(0, 8), 16) + (world.account(check.app)?.id ?? 0)

export function checkShape(world: World, repository: Repository, check: CheckRun) {
  const url = `${apiUrl(world, repository)}/check-runs/${check.id}`
  return {
    id: check.id,
    head_sha: check.headSha,
    node_id: check.nodeId,
    external_id: check.externalId,
    url,
    html_url: `${pageUrl(world, repository)}/runs/${check.id}`,
    details_url: check.detailsUrl,
    status: check.status,
    conclusion: check.conclusion,
    started_at: isoOrNull(check.startedAt),
    completed_at: isoOrNull(check.completedAt),
    output: { ...check.output, annotations_count: 0, annotations_url: `${url}/annotations` },
    name: check.name,
    check_suite: { id: suiteOf(world, check) },
    app: appOf(world, check.app),
    pull_requests: pullsOf(repository)
      .filter(pull => pull.state === 'open' && pull.head.oid === check.headSha)
      .map(pull => pullMinimal(world, repository, pull)),
  }
}

const plainStatus = (world: World, repository: Repository, status: CommitStatus) => ({
  url: `${apiUrl(world, repository)}/statuses/${status.sha}`,
  avatar_url: null,
  id: status.id,
  node_id: status.nodeId,
  state: status.state,
  description: status.description,
  target_url: status.targetUrl,
  context: status.context,
  created_at: iso(status.createdAt),
  updated_at: iso(status.createdAt),
})

export const statusShape = (world: World, repository: Repository, status: CommitStatus) => ({
  ...plainStatus(world, repository, status),
  creator: userOrNull(world, status.creator),
})

/** `failure` when any is, `success` when all are, else `pending`; pending too when there is none. */
export function combinedShape(world: World, repository: Repository, sha: string) {
  const statuses = statusesOf(repository.statuses, sha)
  const failed = statuses.some(status => status.state === 'failure' || status.state === 'error')
  const passed = statuses.length > 0 && statuses.every(status => status.state === 'success')
  return {
    state: failed ? 'failure' : passed ? 'success' : 'pending',
    statuses: statuses.map(status => plainStatus(world, repository, status)),
    sha,
    total_count: statuses.length,
    repository: minimalRepository(world, repository),
    commit_url: `${apiUrl(world, repository)}/commits/${sha}`,
    url: `${apiUrl(world, repository)}/commits/${sha}/status`,
  }
}
