import { canSee } from '../access.ts'
import { Refusal } from '../refusal.ts'
import { visibleReviews } from '../world/pulls.ts'
import type { Repository } from '../world/types.ts'
import { pullsOf } from '../world/world.ts'
import type { Context } from './resolver.ts'
import {
  type ActorSource,
  actorSource,
  type CheckSource,
  commentSource,
  issueSource,
  type LabelSource,
  labelSource,
  pullSource,
  type RepositorySource,
  repositorySource,
  reviewCommentSource,
  reviewSource,
  type TeamSource,
  type TextSource,
  type ThreadSource,
  threadSource,
} from './sources.ts'

export type NodeSource = TextSource | ThreadSource | ActorSource | RepositorySource | LabelSource | TeamSource | CheckSource

const inThreads = (repository: Repository, id: string): NodeSource | null => {
  for (const pull of pullsOf(repository)) {
    for (const thread of pull.threads) {
      if (thread.nodeId === id) return threadSource(repository, { pull, thread })
      const comment = thread.comments.find(known => known.nodeId === id)
      if (comment) return reviewCommentSource(repository, { pull, thread, comment })
    }
  }
  return null
}

type Finder = (context: Context, repository: Repository, id: string) => NodeSource | null
const finders: Record<string, Finder> = {
  R: (_, repository, id) => (repository.nodeId === id ? repositorySource(repository) : null),
  I: (_, repository, id) => {
    const issue = repository.issues.find(known => known.nodeId === id)
    return issue ? issueSource(repository, issue) : null
  },
  PR: (_, repository, id) => {
    const pull = pullsOf(repository).find(known => known.nodeId === id)
    return pull ? pullSource(repository, pull) : null
  },
  IC: (_, repository, id) => {
    for (const issue of repository.issues) {
      const comment = issue.comments.find(known => known.nodeId === id)
      if (comment) return commentSource(repository, { issue, comment })
    }
    return null
  },
  PRR: (context, repository, id) => {
    for (const pull of pullsOf(repository)) {
      const review = visibleReviews(pull, context.viewer.account?.login ?? null).find(known => known.nodeId === id)
      if (review) return reviewSource(repository, { pull, review })
    }
    return null
  },
  PRRT: (_, repository, id) => inThreads(repository, id),
  PRRC: (_, repository, id) => inThreads(repository, id),
  LA: (_, repository, id) => {
    const label = repository.labels.find(known => known.nodeId === id)
    return label ? labelSource(label) : null
  },
  T: (_, repository, id) => {
    const team = repository.teams.find(known => known.nodeId === id)
    return team ? { __typename: 'Team', team } : null
  },
  CR: (_, repository, id) => {
    const check = repository.checkRuns.find(known => known.nodeId === id)
    return check ? { __typename: 'CheckRun', repository, check } : null
  },
}

/** The node with that global id, in GitHub's words when there is none. */
export function nodeOf(context: Context, id: string): NodeSource {
  const find = finders[id.split('_')[0] ?? '']
  for (const repository of context.world.repositories) {
    const node = find && canSee(context.viewer, repository) ? find(context, repository, id) : null
    if (node) return node
  }
  const account = context.world.accounts.find(known => known.nodeId === id)
  const actor = account ? actorSource(context.world, account.login) : null
  if (actor) return actor
  throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`)
}

/** The node, when it is of the type that is asked for. */
export function nodeAs<T extends NodeSource['__typename']>(
  context: Context,
  id: string,
  types: readonly T[],
): Extract<NodeSource, { __typename: T }> {
  const node = nodeOf(context, id)
  const isWanted = (source: NodeSource): source is Extract<NodeSource, { __typename: T }> =>
    types.some(type => type === source.__typename)
  if (isWanted(node)) return node
  throw new Refusal(404, `Could not resolve to ${types.join(' or ')} node with the global id of '${id}'`)
}
