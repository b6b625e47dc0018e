import { isInstallation } from '../access.ts'
import { forbidden, found, Refusal } from '../refusal.ts'
import { searchIssues } from '../search.ts'
import { get, ok, pageOf, param, type Route } from './route.ts'
import { issueShape } from './shapes/issues.ts'
import { publicUserShape } from './shapes/users.ts'

const nothingPrivate = {
  private_gists: 0,
  total_private_repos: 0,
  owned_private_repos: 0,
  disk_usage: 0,
  collaborators: 0,
  two_factor_authentication: true,
}

export const userRoutes: Route[] = [
  get('/user', 'users/get-authenticated', call => {
    // An installation token is nobody's (fact 1).
    if (isInstallation(call.viewer)) throw forbidden()
    if (!call.viewer.account) throw new Refusal(401, 'Requires authentication')
    return ok({ ...publicUserShape(call.world, call.viewer.account), ...nothingPrivate })
  }),
  get('/users/{username}', 'users/get-by-username', call =>
    ok(publicUserShape(call.world, found(call.world.account(param(call, 'username'))))),
  ),
  get('/search/issues', 'search/issues-and-pull-requests', call => {
    const hits = searchIssues(call.world, call.viewer, { query: call.query.get('q') ?? '', view: call.view })
    const { items, headers } = pageOf(call, hits)
    const shapes = items.map(({ repository, issue }) => ({ ...issueShape(call.world, repository, issue), score: 1 }))
    return {
      status: 200,
      headers,
      body: { total_count: hits.length, incomplete_results: false, search_type: 'lexical', items: shapes },
    }
  }),
]
