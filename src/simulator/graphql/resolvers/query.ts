import { canSee } from '../../access.ts'
import { iso } from '../../clock.ts'
import { Refusal } from '../../refusal.ts'
import { searchIssues } from '../../search.ts'
import { connection } from '../connection.ts'
import { nodeOf } from '../nodes.ts'
import { type Table, textArg } from '../resolver.ts'
import { issueSource, repositorySource } from '../sources.ts'

export const queryTable: Table<unknown> = {
  // The login of an installation's viewer carries `[bot]` (fact 1); the type says User all the same.
  viewer: (_, __, context) => context.viewer.account && { __typename: 'User', account: context.viewer.account, viewer: true },
  rateLimit: (_, __, context) => ({ ...context.cost, ...context.limit, resetAt: iso(context.limit.resetAt) }),
  node: (_, args, context) => nodeOf(context, textArg(args, 'id')),
  repository: (_, args, context) => {
    const name = `${textArg(args, 'owner')}/${textArg(args, 'name')}`
    const repository = context.world.repository(name)
    if (!repository || !canSee(context.viewer, repository))
      throw new Refusal(404, `Could not resolve to a Repository with the name '${name}'.`)
    return repositorySource(repository)
  },
  search: (_, args, context) => {
    const hits = searchIssues(context.world, context.viewer, { query: textArg(args, 'query'), view: context.view })
    const items = hits.map(hit => ({ id: hit.issue.id, ...hit }))
    const page = connection(args, { items, total: items.length, show: ({ repository, issue }) => issueSource(repository, issue) })
    return { ...page, issueCount: items.length }
  },
}
