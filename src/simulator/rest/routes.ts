import { actionRoutes } from './actions.ts'
import { checkRoutes } from './checks.ts'
import { commentRoutes } from './comments.ts'
import { commitRoutes } from './commits.ts'
import { contentRoutes } from './contents.ts'
import { issueRoutes } from './issues.ts'
import { labelRoutes } from './labels.ts'
import { pullRoutes } from './pulls.ts'
import { reactionRoutes } from './reactions.ts'
import { repositoryRoutes } from './repositories.ts'
import { reviewCommentRoutes } from './review-comments.ts'
import { reviewRoutes } from './reviews.ts'
import type { Route } from './route.ts'
import { settingRoutes } from './settings.ts'
import { userRoutes } from './users.ts'

/** Every REST route there is; `GET /rate_limit` is answered by the server, which counts. */
export const routes: Route[] = [
  ...actionRoutes,
  ...settingRoutes,
  ...checkRoutes,
  ...commentRoutes,
  ...commitRoutes,
  ...contentRoutes,
  ...issueRoutes,
  ...labelRoutes,
  ...pullRoutes,
  ...reactionRoutes,
  ...repositoryRoutes,
  ...reviewCommentRoutes,
  ...reviewRoutes,
  ...userRoutes,
]

/** Names with slashes: branches, refs, paths. */
const greedy = new Set(['path', 'ref', 'basehead', 'branch'])

const expressionOf = (path: string) =>
  new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${greedy.has(name) ? '.+?' : '[^/]+'})`)}/?$`)

const literals = (path: string) => path.split('/').filter(part => part !== '' && !part.startsWith('{')).length

/** Literal parts win over parameters, as in GitHub's router. */
const table = routes
  .map(route => ({ route, expression: expressionOf(route.path) }))
  .sort((a, b) => literals(b.route.path) - literals(a.route.path))

export type Match = { route: Route; params: Record<string, string> }

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function matchRoute(method: string, path: string): Match | null {
  for (const { route, expression } of table) {
    const match = route.method === method ? expression.exec(path) : null
    if (match)
      return {
        route,
        params: Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decoded(text)])),
      }
  }
  return null
}
