import type { Viewer } from './access.ts'
import type { Asked } from './asked.ts'
import { costOf } from './graphql/cost.ts'
import { type Operation, runOperation } from './graphql/execute.ts'
import { rateLimitShape } from './limits.ts'
import { notFound, Refusal } from './refusal.ts'
import type { RequestRecord } from './requests.ts'
import type { Answer } from './rest/route.ts'
import type { Site } from './site.ts'
import type { View } from './view.ts'

export type Work = { request: RequestRecord; asked: Asked; viewer: Viewer; view: View }

const errorBody = (refusal: Refusal) => ({
  message: refusal.message,
  ...(refusal.details.length > 0 ? { errors: refusal.details } : {}),
  documentation_url: 'https://docs.github.com/rest',
  status: String(refusal.status),
})

/** A refusal as REST answers it; anything else is the simulator's own failure. */
export function refused(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: errorBody(error), headers: error.headers }
  throw error
}

function runGraphql(site: Site, work: Work, operation: Operation): Answer {
  const { viewer, view } = work
  if (viewer.account === null) throw new Refusal(401, 'This endpoint requires you to be authenticated.')
  if (operation.kind === 'refused') return { status: 200, body: { errors: operation.errors } }
  const cost = costOf(operation.document, operation.definition, operation.variables)
  const limit = site.limits.use(viewer, 'graphql', cost.cost)
  return { status: 200, body: runOperation(operation, { world: site.world, viewer, view, limit, cost }) }
}

function perform(site: Site, work: Work): Answer {
  const { asked, viewer, view, request } = work
  const { world, limits } = site
  switch (asked.kind) {
    case 'graphql':
      return runGraphql(site, work, asked.operation)
    case 'rest': {
      const { route, params } = asked.match
      limits.use(viewer, 'core', 1)
      const { query, body, headers, path } = request
      return route.answer({
        world,
        viewer,
        params,
        query,
        body,
        accept: headers.accept ?? '',
        path,
        isRead: route.method === 'GET',
        view,
      })
    }
    case 'limits':
      return { status: 200, body: rateLimitShape(limits, viewer) }
    case 'page':
      return asked.answer
    default:
      site.unknownRoutes.push(`${request.method} ${request.path}`)
      throw notFound()
  }
}

/** Does what was asked, in one go: no other request sees the world half changed. */
export function attempt(site: Site, work: Work): Answer {
  try {
    return perform(site, work)
  } catch (error) {
    return refused(error)
  }
}
